"""What somebody may throw at the program: a kept corpus, and fuzzers that look for more.

``python -m tests.attack --minutes 30`` lets the fuzzers run for so long.
"""
