#!/usr/bin/env python3
"""Makes a list for suggestion-accuracy: lines with a misspelling, a tab and the correct word.

Usage: lists.py odd|even FILE [COUNT]

FILE is an autocorrection list of LibreOffice (acor_*.dat), or codespell's dictionary.txt. The list contains only
misspellings whose SHA-256 begins with an odd or an even hexadecimal digit, and at most COUNT lines.
"""

import hashlib
import html
import re
import sys
import zipfile


def pairs(path):
    """Yields the pairs of a file: the misspelling and the correction."""
    if path.endswith(".dat"):
        text = zipfile.ZipFile(path).read("DocumentList.xml").decode()
        pattern = r'block-list:abbreviated-name="([^"]*)"\s+block-list:name="([^"]*)"'
        for typed, wanted in re.findall(pattern, text):
            yield html.unescape(typed), html.unescape(wanted)
    else:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                typed, arrow, wanted = line.strip().partition("->")
                if arrow:
                    yield typed, wanted


def is_word(text, others=""):
    return text != "" and all(character.isalpha() or character in others for character in text)


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in ("odd", "even"):
        sys.exit(__doc__)
    remainder = ["even", "odd"].index(sys.argv[1])
    left = int(sys.argv[3]) if len(sys.argv) == 4 else sys.maxsize
    for typed, wanted in pairs(sys.argv[2]):
        digit = int(hashlib.sha256(typed.encode()).hexdigest()[0], 16)
        if left > 0 and digit % 2 == remainder and is_word(typed) and is_word(wanted, "'’"):
            print(typed, wanted, sep="\t")
            left -= 1


if __name__ == "__main__":
    main()
