"""The text form of a machine's proc and sys (tools/README.md), made into a directory tree."""
import os
import re


class TreeError(Exception):
    pass


def _substitute(text, n):
    """{n} is the number of this copy, {20+n} that added to 20, {n-4} four less; other braces stay."""
    return re.sub(r'\{(?:(\d+)\+)?n(?:-(\d+))?\}', lambda m: str(int(m[1] or 0) + n - int(m[2] or 0)), text)


def _copies(heading):
    """'uncore_imc_{0..2}' -> (template, [0, 1, 2]); without braces there is one copy."""
    found = re.search(r'\{(\d+)\.\.(\d+)\}', heading)
    if not found:
        return heading, [0]
    return heading[:found.start()] + '{n}' + heading[found.end():], list(range(int(found[1]), int(found[2]) + 1))


def parse(text):
    """{path: content}; every content ends with a newline unless it is empty."""
    files, prefix, copies = {}, '', [0]
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        stripped = line.strip()
        if not stripped or stripped.startswith('#'):
            continue
        if stripped.startswith('[') and stripped.endswith(']'):
            prefix, copies = _copies(stripped[1:-1])
            continue
        path, equals, value = stripped.partition(' =')
        value = value.strip()
        if value == '<<':
            block = []
            for _, inner in lines:
                if inner == '>>':
                    break
                block.append(inner)
            else:
                raise TreeError(f'line {number}: << without >>')
            value = '\n'.join(block)
        elif not equals:
            raise TreeError(f'line {number}: neither "[folder]" nor "file = text"')
        for n in copies:
            full = os.path.normpath(_substitute(os.path.join(prefix, path), n))
            if full.startswith(('/', '..')):
                raise TreeError(f'line {number}: a path outside of the tree')
            if full in files:
                raise TreeError(f'line {number}: {full} a second time')
            files[full] = _substitute(value, n) + '\n' if value else ''
    return files


def unpack(text, directory):
    for path, content in parse(text).items():
        full = os.path.join(directory, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, 'w', encoding='utf-8', errors='surrogateescape') as target:
            target.write(content)
