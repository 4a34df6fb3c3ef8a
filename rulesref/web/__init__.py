"""Pages for the phones around the table: the only place that knows HTML and HTTP (卓上のスマートフォン用の画面)."""
