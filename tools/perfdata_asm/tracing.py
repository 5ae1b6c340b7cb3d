"""The TRACING_DATA blob: tracepoint formats in the words of tracefs."""
import re

from .language import AsmError, Encoder, number, to_bytes

SIZES = {'char': 1, 'u8': 1, 's8': 1, 'bool': 1, 'short': 2, 'u16': 2, 's16': 2, 'int': 4, 'u32': 4, 's32': 4, 'pid_t': 4, 'long': 8,
         'u64': 8, 's64': 8, 'size_t': 8, 'loff_t': 8, 'sector_t': 8, 'dev_t': 4, 'gfp_t': 4}
UNSIGNED = {'u8', 'u16', 'u32', 'u64', 'size_t', 'bool', 'sector_t', 'dev_t', 'gfp_t'}
COMMON = 'unsigned short common_type; unsigned char common_flags; unsigned char common_preempt_count; int common_pid'
HEADER_PAGE = ('\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n'
               '\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n')
HEADER_EVENT = ('# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n\tarray       :   32 bits\n\n'
                '\tpadding     : type == 29\n\ttime_extend : type == 30\n\ttime_stamp : type == 31\n\tdata max type_len  == 28\n')


class Field:
    """One declaration in C, at an offset of the payload."""

    def __init__(self, declaration, offset):
        match = re.fullmatch(r'(__data_loc\s+)?(.*?)\s*(\*?)\s*([A-Za-z_]\w*)\s*(?:\[(\d+)\])?', declaration.strip())
        if not match:
            raise AsmError(f'"{declaration}" is not a field')
        dynamic, kind, pointer, self.name, count = match.groups()
        words = kind.replace('[]', '').split()
        base = next((word for word in reversed(words) if word in SIZES), 'int')
        self.is_dynamic = bool(dynamic)
        self.is_text = base == 'char' and (self.is_dynamic or bool(count))
        self.item_size = 4 if dynamic else 8 if pointer else SIZES[base]
        self.signed = 0 if pointer or dynamic or 'unsigned' in words or base in UNSIGNED else 1
        self.size = self.item_size * int(count or 1)
        self.offset = offset + -offset % self.item_size
        self.shown = f'{dynamic or ""}{kind}{" *" if pointer else ""} {self.name}' + (f'[{count}]' if count else '')

    def line(self):
        """As a format file has it."""
        return f'\tfield:{self.shown};\toffset:{self.offset};\tsize:{self.size};\tsigned:{self.signed};\n'

    def encode(self, out, text):
        """The value of a field that is not dynamic: a number, several joined by ",", or the text of a char array."""
        part = Encoder(out.big)
        if self.is_text:
            part.raw(to_bytes(text))
        else:
            for value in filter(None, text.split(',')):
                getattr(part, f'u{8 * self.item_size}')(number(value))
        if len(part.bytes) > self.size:
            raise AsmError(f'{self.name} has {self.size} bytes, "{text}" needs {len(part.bytes)}')
        out.raw(bytes(part.bytes).ljust(self.size, b'\0'))


class Format:
    """The layout of a tracepoint's payload."""

    def __init__(self, name, event_id, fields, print_format):
        self.name, self.event_id, self.print_format = name, event_id, print_format
        self.common, offset = self._lay_out(COMMON, 0)
        self.fields, self.size = self._lay_out(fields, offset)

    @staticmethod
    def _lay_out(declarations, offset):
        fields = []
        for declaration in filter(str.strip, declarations.split(';')):
            fields.append(Field(declaration, offset))
            offset = fields[-1].offset + fields[-1].size
        return fields, offset

    def text(self):
        """Of events/SYSTEM/NAME/format."""
        return (f'name: {self.name}\nID: {self.event_id}\nformat:\n' + ''.join(field.line() for field in self.common) + '\n' +
                ''.join(field.line() for field in self.fields) + f'\nprint fmt: {self.print_format}\n')

    def encode(self, big, values, tid):
        """values: {name: text}. What is not named is 0, but for the common fields, which are the event's and the task's."""
        out = Encoder(big)
        values = {'common_type': str(self.event_id), 'common_pid': str(tid), **values}
        unknown = set(values) - {field.name for field in self.common + self.fields}
        if unknown:
            raise AsmError(f'{self.name} has no field {" ".join(sorted(unknown))}')
        tail = b''
        for field in self.common + self.fields:
            out.raw(bytes(field.offset - len(out.bytes)))
            text = values.get(field.name, '')
            if field.is_dynamic:
                data = to_bytes(text) + b'\0'
                out.u32(len(data) << 16 | self.size + len(tail))
                tail += data
            else:
                field.encode(out, text)
        return bytes(out.bytes) + tail


class Tracing:
    def __init__(self):
        self.systems = {}  # name -> list of formats
        self.kallsyms = self.printk = ''
        self.cmdlines = ''

    def add(self, args):
        system, _, name = args.words[0].partition(':')
        made = Format(name, args.number('id'), args.text('fields'), args.text('print', '""'))
        self.systems.setdefault(system, []).append(made)

    def find(self, event_id):
        """The format of a tracepoint, or None."""
        return next((made for formats in self.systems.values() for made in formats if made.event_id == event_id), None)

    def put(self, out):
        def sized(text, bits=64):
            getattr(out, f'u{bits}')(len(text.encode()))
            out.raw(text.encode())
        out.raw(b'\x17\x08\x44tracing0.6\0')
        out.u8(1 if out.big else 0)
        out.u8(8)
        out.u32(4096)
        out.raw(b'header_page\0')
        sized(HEADER_PAGE)
        out.raw(b'header_event\0')
        sized(HEADER_EVENT)
        out.u32(0)
        out.u32(len(self.systems))
        for system, formats in self.systems.items():
            out.raw(system.encode() + b'\0')
            out.u32(len(formats))
            for made in formats:
                sized(made.text())
        sized(self.kallsyms, 32)
        sized(self.printk, 32)
        sized(self.cmdlines, 64)

    def encode(self, big):
        out = Encoder(big)
        self.put(out)
        return bytes(out.bytes)
