"""Values of arguments as strace and as perf trace write them, read into one form and compared.

A value is ('number', n), ('text', bytes, whether it was cut), ('names', text), ('list', items, cut), ('struct', {field: value}), ('fd', number, path),
('change', before, after)."""
import collections
import os
import re

# strace's names of fields, where they are not ours
FIELDS = {'sa_family': 'family', 'sin_port': 'port', 'sin6_port': 'port', 'sin_addr': 'addr', 'sun_path': 'path', 'nl_family': 'family', 'nl_pid': 'pid',
          'nl_groups': 'groups', 'sin6_scope_id': 'scope_id', 'u64': 'data'}
# numbers that strace writes with a name of its own
NUMBERS = {'NULL': 0, 'RLIM64_INFINITY': 2**64 - 1, 'RLIM_INFINITY': 2**64 - 1, 'INFINITY': 2**64 - 1, 'INADDR_ANY': '0.0.0.0', 'TRUE': 1, 'FALSE': 0}
WORD = re.compile(r'[^\s,\[\]{}()<>"=]+')
ESCAPES = {'n': 10, 't': 9, 'r': 13, 'a': 7, 'b': 8, 'v': 11, 'f': 12, '"': 34, '\\': 92}


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 0

    def spaces(self):
        while True:
            while self.text[self.at:self.at + 1].isspace():
                self.at += 1
            if not self.text.startswith('/*', self.at):
                return
            end = self.text.find('*/', self.at)
            self.at = end + 2 if end >= 0 else len(self.text)

    def take(self, token):
        self.spaces()
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def string(self):
        out, self.at = bytearray(), self.at + 1
        while self.at < len(self.text) and self.text[self.at] != '"':
            c = self.text[self.at]
            self.at += 1
            if c != '\\':
                out += c.encode('utf-8', 'replace')
                continue
            code = re.compile(r'x([0-9a-f]{2})').match(self.text, self.at)
            if code:
                out.append(int(code.group(1), 16))
                self.at = code.end()
                continue
            octal = re.compile(r'[0-7]{1,3}').match(self.text, self.at)
            if octal:
                out.append(int(octal.group(), 8) & 255)
                self.at = octal.end()
            else:
                out.append(ESCAPES.get(self.text[self.at], ord('?')))
                self.at += 1
        self.at += 1
        return 'text', bytes(out), self.take('...')

    def items(self, end):
        """Up to the end: values, by comma or by space; and whether there are more that are not written."""
        items, cut = [], False
        while not self.take(end) and self.at < len(self.text):
            if self.take('...'):
                cut = True
            elif not self.take(','):
                before = self.at
                items.append(self.value())
                if self.at == before:
                    self.at += 1
        return items, cut

    def call(self, name):
        """htons(80), makedev(0xfe, 0): what strace writes as if it were C."""
        items, _ = self.items(')')
        if name == 'makedev' and len(items) == 2:
            return 'names', f'{items[0][1]}:{items[1][1]}'
        if name == 'inet_pton' and len(items) >= 2:
            return 'struct', {'addr': items[1]}
        return items[0] if items else ('names', name)

    def fields(self):
        found = {}
        while not self.take('}') and self.at < len(self.text):
            if self.take(',') or self.take('...'):
                continue
            self.spaces()
            m = re.compile(r'\.?([\w\[\]]+)(?:=|: )').match(self.text, self.at)
            if m:
                self.at = m.end()
                value = self.value()
                name = FIELDS.get(m.group(1), m.group(1))
                if value[0] == 'struct' and name == 'data':  # {u32=1, u64=1}
                    value = value[1].get('data', value)
                found[name] = value
                continue
            before = self.at
            value = self.value()
            if value[0] == 'struct':
                found.update(value[1])
            if self.at == before:
                self.at += 1
        return 'struct', found

    def single(self):
        self.spaces()
        c = self.text[self.at:self.at + 1]
        if c == '"':
            return self.string()
        if self.text.startswith('@"', self.at):
            self.at += 1
            text = self.string()
            return text[0], b'\0' + text[1], text[2]
        if c == '{':
            self.at += 1
            return self.fields()
        if c == '[' or self.text.startswith('~[', self.at):
            inverted = c == '~'
            self.at += 1 + inverted
            items, cut = self.items(']')
            if len(items) == 1 and items[0][0] == 'change':  # [16 => 4] is [16] => [4]
                return 'change', ('list', [items[0][1]], cut), ('list', [items[0][2]], cut)
            return 'inverted' if inverted else 'list', items, cut
        m = WORD.match(self.text, self.at)
        if not m:
            return 'names', ''
        self.at = m.end()
        word = m.group()
        if self.text.startswith('(', self.at):
            self.at += 1
            return self.call(word)
        if self.text.startswith('<', self.at) and re.fullmatch(r'-?\d+|AT_FDCWD', word):
            end = self.text.find('>', self.at)
            if self.text.startswith('->', end - 1):
                end = self.text.find('>', end + 1)
            path = self.text[self.at + 1:end]
            self.at = end + 1
            return ('fd', int(word), path) if word != 'AT_FDCWD' else ('names', word)
        return word_value(word)

    def value(self):
        first = self.single()
        if self.take('=>'):
            return 'change', first, self.single()
        return first


def word_value(word):
    if word in NUMBERS:
        return ('number', NUMBERS[word]) if isinstance(NUMBERS[word], int) else ('text', NUMBERS[word].encode(), False)
    if re.fullmatch(r'0[0-7]+', word):
        return 'number', int(word, 8)
    if re.fullmatch(r'-?(0x[0-9a-f]+|\d+)', word):
        return 'number', int(word, 0)
    if re.fullmatch(r'\d+(\*\d+)+', word):
        return 'number', eval(word)
    return 'names', word


def wait_status(text):
    """[{WIFEXITED(s) && WEXITSTATUS(s) == 0}] as we write it."""
    m = re.fullmatch(r'\[\{(\w+)\(s\)(?: && (\w+)\(s\) == (\w+))?( && WCOREDUMP\(s\))?\}\]', text)
    return '{ ' + m.group(1) + (f', {m.group(2)}: {m.group(3)}' if m.group(2) else '') + (', WCOREDUMP' if m.group(4) else '') + ' }' if m else text


def read(text):
    text = wait_status(re.sub(r'\b1<<CAP_', 'CAP_', text.strip()))
    if re.fullmatch(r'\{ W[A-Z]+(, \w+: \w+)?(, WCOREDUMP)? \}', text):
        return 'names', text
    return Reader(text).value()


def numbers(value):
    """Of a set of descriptors, without their paths."""
    return value[0], [('number', v[1]) for v in value[1]], False


def strip(name):
    return re.sub(r'^SIG(?=[A-Z])', '', name)


class Comparison:
    """What of two values is equal, what is not, and what only one of them shows. same_names is asked about leaves with names."""

    def __init__(self, same_names):
        self.same_names, self.equal, self.differences, self.only_theirs = same_names, 0, [], collections.Counter()

    def differ(self, where, a, b):
        self.differences.append((where, a, b))

    def leaf(self, where, same, a, b):
        if same:
            self.equal += 1
        else:
            self.differ(where, a, b)

    def compare(self, where, a, b):
        kinds = a[0], b[0]
        if a[0] == 'change' or b[0] == 'change':
            self.changes(where, a, b)
        elif a[0] == 'struct' and 'sigmask' in a[1] and b[0] != 'number':  # pselect6's pair of address and size
            self.compare(where, a[1]['sigmask'], b)
        elif kinds == ('struct', 'struct'):
            for name in a[1].keys() & b[1].keys():
                self.compare(f'{where}.{name}', a[1][name], b[1][name])
        elif 'text' in kinds and ('text' in kinds[:1] and kinds[1] == 'text'):
            self.texts(where, a, b)
        elif kinds in (('list', 'list'), ('inverted', 'inverted')):
            self.lists(where, a, b)
        elif 'inverted' in kinds and 'list' in kinds:
            self.differ(where, a, b)
        elif a[0] == 'fd' or b[0] == 'fd':
            self.descriptors(where, a, b)
        elif b[0] == 'text' and a[0] in ('struct', 'list'):
            self.only_theirs[where] += 1  # messages of netlink, of which we show the bytes
        elif b[0] == 'struct' and a[0] == 'list' and len(a[1]) == len(b[1]) == 1:
            self.compare(where, a[1][0], next(iter(b[1].values())))  # [0] for a structure of one field
        elif b[0] == 'number' and a[0] in ('struct', 'text', 'list', 'inverted'):
            self.only_theirs[where] += 1  # we show an address
        elif a[0] == 'number' and b[0] in ('struct', 'text', 'list', 'inverted'):
            pass  # and strace does
        elif kinds == ('number', 'number'):
            self.leaf(where, (a[1] - b[1]) % 2**32 == 0 if abs(a[1]) < 2**32 else (a[1] - b[1]) % 2**64 == 0, a, b)
        elif 'text' in kinds:
            self.leaf(where, a[1] == b[1] or (isinstance(a[1], bytes) and a[1].decode(errors='replace') == str(b[1])), a, b)
        else:
            x, y = strip(str(a[1])), strip(str(b[1]))
            self.leaf(where, x == y or self.same_names(str(a[1]), str(b[1])), a, b)

    def changes(self, where, a, b):
        if a[0] == b[0]:
            self.compare(where + ' before', a[1], b[1])
            self.compare(where + ' after', a[2], b[2])
        elif a[0] == 'change':
            self.compare(where + ' after', a[2], b)
        else:  # strace shows the rest with the result
            self.compare(where + ' before', a, b[1])

    def texts(self, where, a, b):
        size = min(len(a[1]), len(b[1])) if a[2] or b[2] else max(len(a[1]), len(b[1]))
        self.leaf(where, a[1][:size] == b[1][:size], a, b)

    def lists(self, where, a, b):
        if len(a[1]) != len(b[1]) and not (a[2] or b[2]):
            self.differ(where, a, b)
            return
        if not a[1]:
            self.equal += 1
        for i, (x, y) in enumerate(zip(a[1], b[1])):
            self.compare(f'{where}[]', x, y)

    def descriptors(self, where, a, b):
        numbers = [v[1] if v[0] in ('fd', 'number') else None for v in (a, b)]
        if numbers[0] != numbers[1]:
            self.differ(where, a, b)
        elif a[0] == b[0]:
            self.leaf(where + ' path', same_path(a[2], b[2]), a, b)
        elif a[0] == 'fd':
            self.only_theirs[where + ' path'] += 1


def same_path(theirs, ours):
    """Ours is the path as it was opened, theirs where that led to."""
    ours, theirs = (re.sub(r'^/proc/(self|\d+)', '/proc/self', path) for path in (ours, theirs))
    if theirs == ours or theirs.removesuffix(' (deleted)') == ours.removesuffix(' (deleted)'):
        return True
    for prefix in ('socket:[', 'pipe:[', 'anon_inode:'):
        if theirs.startswith(prefix):
            return ours == theirs
    return ours.startswith('/') and os.path.realpath(ours) == os.path.realpath(theirs)
