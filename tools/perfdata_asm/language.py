"""Words of the language: lines, numbers, flag words, typed cells."""
import shlex
import struct


class AsmError(Exception):
    """Something in the text is wrong; the message names the line."""


class Encoder:
    """Bytes in one byte order."""

    def __init__(self, big):
        self.big = big
        self.bytes = bytearray()

    def _put(self, letter, value, bits):
        self.bytes += struct.pack(('>' if self.big else '<') + letter, value & ((1 << bits) - 1))

    def u8(self, value):
        self._put('B', value, 8)

    def u16(self, value):
        self._put('H', value, 16)

    def u32(self, value):
        self._put('I', value, 32)

    def u64(self, value):
        self._put('Q', value, 64)

    def raw(self, data):
        self.bytes += data

    def align(self, multiple):
        self.bytes += bytes(-len(self.bytes) % multiple)

    def cstring(self, text, multiple=8):
        """NUL-terminated and padded with zeros, as record strings are."""
        data = to_bytes(text) + b'\0'
        self.bytes += data + bytes(-len(data) % multiple)

    def string(self, text):
        """A string of a header feature: u32 length, NUL-terminated text padded to a multiple of 64."""
        data = to_bytes(text) + b'\0'
        data += bytes(-len(data) % 64)
        self.u32(len(data))
        self.bytes += data

    def bit_fields(self, *fields):
        """(value, bits) pairs of one u64 as a C compiler of this byte order lays them out."""
        word, used = 0, 0
        for value, bits in fields:
            value &= (1 << bits) - 1
            word |= value << (64 - used - bits if self.big else used)
            used += bits
        self.u64(word)


def to_bytes(text):
    return text.encode('utf-8', 'surrogateescape')


def number(text, words=None):
    """A number in any base Python knows, a word of the table, or several of either joined by "|"."""
    value = 0
    for part in text.split('|'):
        part = part.strip()
        if words and part.lower() in words:
            value |= words[part.lower()]
            continue
        try:
            value |= int(part, 0)
        except ValueError:
            known = f', nor one of {" ".join(words)}' if words else ''
            raise AsmError(f'"{part}" is not a number{known}') from None
    return value


def hex_bytes(text):
    """Hexadecimal digits with blanks and underscores allowed; "N*XX" repeats a byte."""
    data = b''
    for part in text.replace('_', '').split():
        count, star, digits = part.partition('*')
        try:
            data += bytes.fromhex(digits) * int(count, 0) if star else bytes.fromhex(part)
        except ValueError:
            raise AsmError(f'"{text}" is not hexadecimal') from None
    return data


def put_cell(out, cell):
    """A typed cell "TYPE:VALUE"."""
    kind, _, value = cell.partition(':')
    if kind in ('u8', 'u16', 'u32', 'u64'):
        for part in value.split(','):
            getattr(out, kind)(number(part))
    elif kind == 'hex':
        out.raw(hex_bytes(value))
    elif kind == 'text':
        out.raw(to_bytes(value))
    elif kind == 'cstr':
        out.cstring(value)
    elif kind == 'string':
        out.string(value)
    elif kind == 'zeros':
        out.raw(bytes(number(value)))
    elif kind == 'align':
        out.align(number(value))
    else:
        raise AsmError(f'"{cell}" is not a cell (u8: u16: u32: u64: hex: text: cstr: string: zeros: align:)')


class Args:
    """The words of a line after the first: positional ones and key=value. Reading a key marks it as known."""

    def __init__(self, words, defaults=None):
        self.words = []
        self.values = {}
        for word in words:
            key, equals, value = word.partition('=')
            if equals and key.replace('_', '').replace('.', '').isalnum() and not key[0].isdigit():
                self.values[key] = value
            else:
                self.words.append(word)
        self.defaults = defaults or {}
        self.read = set()

    def has(self, key):
        return key in self.values

    def text(self, key, default=''):
        self.read.add(key)
        return self.values.get(key, self.defaults.get(key, default))

    def number(self, key, default=0, words=None):
        text = self.text(key, None)
        return default if text is None else number(text, words)

    def numbers(self, key):
        text = self.text(key, '')
        return [number(part) for part in text.split(',')] if text else []

    def check_all_read(self):
        unknown = sorted(set(self.values) - self.read)
        if unknown:
            raise AsmError(f'unknown: {" ".join(unknown)}')


def split_lines(text):
    """(line number, words) of each line that says something; a backslash at the end joins lines."""
    pending, first = '', 0
    for line_number, line in enumerate(text.split('\n'), 1):
        first = first or line_number
        if line.endswith('\\'):
            pending += line[:-1] + ' '
            continue
        try:
            words = shlex.split(pending + line, comments=True)
        except ValueError as problem:
            raise AsmError(f'line {first}: {problem}') from None
        if words:
            yield first, words
        pending, first = '', 0
