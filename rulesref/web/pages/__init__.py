"""The pages, a module each: what a request asks for, made into a page (各ページ)."""
