"""One reader of typed words (言葉の読み取り): tokens, the words of a sheet, and the readings of a line."""
