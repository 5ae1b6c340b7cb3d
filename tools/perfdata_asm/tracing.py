"""The TRACING_DATA blob: tracepoint formats in the words of tracefs."""
import re

from .language import AsmError, Encoder

SIZES = {'char': 1, 'u8': 1, 's8': 1, 'bool': 1, 'short': 2, 'u16': 2, 's16': 2, 'int': 4, 'u32': 4, 's32': 4, 'pid_t': 4, 'long': 8,
         'u64': 8, 's64': 8, 'size_t': 8, 'loff_t': 8, 'sector_t': 8, 'dev_t': 4, 'gfp_t': 4}
UNSIGNED = {'u8', 'u16', 'u32', 'u64', 'size_t', 'bool', 'sector_t', 'dev_t', 'gfp_t'}
COMMON = 'unsigned short common_type; unsigned char common_flags; unsigned char common_preempt_count; int common_pid'
HEADER_PAGE = ('\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n'
               '\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n')
HEADER_EVENT = ('# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n\tarray       :   32 bits\n\n'
                '\tpadding     : type == 29\n\ttime_extend : type == 30\n\ttime_stamp : type == 31\n\tdata max type_len  == 28\n')


def _field_line(declaration, offset):
    """One declaration in C -> (format line, offset after it)."""
    match = re.fullmatch(r'(__data_loc\s+)?(.*?)\s*(\*?)\s*([A-Za-z_]\w*)\s*(?:\[(\d+)\])?', declaration.strip())
    if not match:
        raise AsmError(f'"{declaration}" is not a field')
    dynamic, kind, pointer, name, count = match.groups()
    words = kind.replace('[]', '').split()
    base = next((word for word in reversed(words) if word in SIZES), 'int')
    size = 4 if dynamic else 8 if pointer else SIZES[base]
    align = size
    signed = 0 if pointer or dynamic or 'unsigned' in words or base in UNSIGNED else 1
    if count:
        size *= int(count)
    offset += -offset % align
    shown = f'{dynamic or ""}{kind}{" *" if pointer else ""} {name}' + (f'[{count}]' if count else '')
    return f'\tfield:{shown};\toffset:{offset};\tsize:{size};\tsigned:{signed};\n', offset + size


def format_file(name, event_id, fields, print_format):
    """The text of events/SYSTEM/NAME/format."""
    text = f'name: {name}\nID: {event_id}\nformat:\n'
    offset = 0
    for group in (COMMON, fields):
        for declaration in filter(str.strip, group.split(';')):
            line, offset = _field_line(declaration, offset)
            text += line
        if group is COMMON:
            text += '\n'
    return text + f'\nprint fmt: {print_format}\n'


class Tracing:
    def __init__(self):
        self.systems = {}  # name -> list of format texts
        self.kallsyms = self.printk = ''
        self.cmdlines = ''

    def add(self, args):
        system, _, name = args.words[0].partition(':')
        text = format_file(name, args.number('id'), args.text('fields'), args.text('print', '""'))
        self.systems.setdefault(system, []).append(text)

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
            for text in formats:
                sized(text)
        sized(self.kallsyms, 32)
        sized(self.printk, 32)
        sized(self.cmdlines, 64)

    def encode(self, big):
        out = Encoder(big)
        self.put(out)
        return bytes(out.bytes)
