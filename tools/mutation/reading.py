"""The list of changes that were read and make no difference: tools/mutation/equivalent.

An entry names a place by its file, the text of its line and the change, so that it holds when lines move, and says why
both forms mean the same:

    file src/base/sort_text.c
    line if (a->head != b->head) return a->head < b->head ? -1 : 1;
    change < -> <=
    why they are not equal here

Entries stand apart by an empty line; `#` begins a comment.
"""
import os

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'equivalent')
WORDS = ('file', 'line', 'change', 'why')


def read(path=PATH):
    """{(file, line, change): why}"""
    entries, entry = {}, {}
    with open(path, encoding='utf-8') as file:
        for number, text in enumerate([*file, '\n'], 1):
            text = text.strip()
            if text.startswith('#'):
                continue
            if text:
                word, _, rest = text.partition(' ')
                if word not in WORDS or word in entry or not rest:
                    raise ValueError(f'{path}:{number}: an entry has one each of: {", ".join(WORDS)}')
                entry[word] = rest.strip()
            elif entry:
                if len(entry) < len(WORDS):
                    raise ValueError(f'{path}:{number}: the entry that ends here lacks: '
                                     + ', '.join(word for word in WORDS if word not in entry))
                entries[entry['file'], entry['line'], entry['change']] = entry['why']
                entry = {}
    return entries


def change_of(site):
    return f'{" ".join(site.before.split())} -> {" ".join(site.after.split())}'


def key_of(site, tree):
    """What the list calls the place."""
    return os.path.relpath(site.path, tree.source), site.line_text, change_of(site)


def stale(entries, root):
    """The entries whose line is not in the sources any more."""
    for path, line, change in entries:
        try:
            with open(os.path.join(root, path), encoding='utf-8') as file:
                found = any(text.strip() == line for text in file)
        except OSError:
            found = False
        if not found:
            yield f'{path}: {line}: {change}'
