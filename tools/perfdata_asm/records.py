"""Records that are not samples: one function a record word, writing what follows the 8-byte header."""
from .events import CONTEXTS
from .language import hex_bytes, number, put_cell, to_bytes

CPUMODES = {'unknown': 0, 'kernel': 1, 'user': 2, 'hypervisor': 3, 'guest_kernel': 4, 'guest_user': 5}
MISC_WORDS = {**CPUMODES, 'parse_timeout': 1 << 12, 'mmap_data': 1 << 13, 'exec': 1 << 13, 'switch_out': 1 << 13,
              'exact_ip': 1 << 14, 'preempt': 1 << 14, 'build_id': 1 << 14, 'ext': 1 << 15}
PROTS = {'r': 1, 'w': 2, 'x': 4, 'rw': 3, 'rx': 5, 'rwx': 7}


def _pid_tid(out, args):
    pid = args.number('pid')
    out.u32(pid)
    out.u32(args.number('tid', pid))


def mmap(out, args):
    _pid_tid(out, args)
    for key in ('start', 'len', 'pgoff'):
        out.u64(args.number(key))
    out.cstring(args.text('file'))


def mmap2(out, args):
    _pid_tid(out, args)
    for key in ('start', 'len', 'pgoff'):
        out.u64(args.number(key))
    if args.has('build_id'):
        build_id = hex_bytes(args.text('build_id'))
        out.u8(args.number('build_id_size', len(build_id)))
        out.raw(bytes(3))
        out.raw(build_id.ljust(20, b'\0'))
    else:
        out.u32(args.number('maj'))
        out.u32(args.number('min'))
        out.u64(args.number('ino'))
        out.u64(args.number('ino_generation'))
    out.u32(args.number('prot', 5, PROTS))
    out.u32(args.number('flags', 2))
    out.cstring(args.text('file'))


def lost(out, args):
    out.u64(args.number('id'))
    out.u64(args.number('lost'))


def comm(out, args):
    _pid_tid(out, args)
    out.cstring(args.text('comm'))


def task(out, args):
    pid = args.number('pid')
    ppid = args.number('ppid', pid)
    out.u32(pid)
    out.u32(ppid)
    out.u32(args.number('tid', pid))
    out.u32(args.number('ptid', ppid))
    out.u64(args.number('time'))


def throttle(out, args):
    out.u64(args.number('time'))
    out.u64(args.number('id'))
    out.u64(args.number('stream_id', args.number('id')))


def read(out, args):
    _pid_tid(out, args)
    for value in args.numbers('values'):
        out.u64(value)


def aux(out, args):
    for key in ('aux_offset', 'aux_size', 'flags'):
        out.u64(args.number(key))


def itrace_start(out, args):
    _pid_tid(out, args)


def lost_samples(out, args):
    out.u64(args.number('lost'))


def switch(out, args):
    pass


def switch_cpu_wide(out, args):
    out.u32(args.number('other_pid'))
    out.u32(args.number('other_tid', args.number('other_pid')))


def namespaces(out, args):
    """ns=DEV:INODE,..."""
    _pid_tid(out, args)
    links = [part.split(':') for part in args.text('ns').split(',') if part]
    out.u64(args.number('nr', len(links)))
    for dev, inode in links:
        out.u64(number(dev))
        out.u64(number(inode))


def ksymbol(out, args):
    out.u64(args.number('start'))
    out.u32(args.number('len'))
    out.u16(args.number('ksym_type', 1))
    out.u16(args.number('flags'))
    out.cstring(args.text('name'))


def bpf_event(out, args):
    out.u16(args.number('bpf_type', 1))
    out.u16(args.number('flags'))
    out.u32(args.number('prog'))
    out.raw(hex_bytes(args.text('tag')).ljust(8, b'\0'))


def cgroup(out, args):
    out.u64(args.number('cgroup'))
    out.cstring(args.text('path'))


def text_poke(out, args):
    old, new = hex_bytes(args.text('old')), hex_bytes(args.text('new'))
    out.u64(args.number('start'))
    out.u16(args.number('old_len', len(old)))
    out.u16(args.number('new_len', len(new)))
    out.raw(old + new)
    out.align(8)


def aux_output_hw_id(out, args):
    out.u64(args.number('hw_id'))


def callchain_deferred(out, args):
    entries = [part for part in args.text('chain').split(',') if part]
    out.u64(args.number('cookie'))
    out.u64(args.number('chain_nr', len(entries)))
    for entry in entries:
        out.u64(CONTEXTS[entry] if entry in CONTEXTS else number(entry))


def header_event_type(out, args):
    out.u64(args.number('config'))
    out.raw(to_bytes(args.text('name')).ljust(64, b'\0'))


def build_id(out, args):
    """HEADER_BUILD_ID, also the entries of the BUILD_ID feature."""
    data = hex_bytes(args.text('build_id'))
    out.u32(args.number('pid', 0xffffffff))
    out.raw(data.ljust(20, b'\0')[:20])
    out.u8(args.number('build_id_size', len(data)))
    out.raw(bytes(3))
    out.cstring(args.text('file'), 64)


def finished_round(out, args):
    pass


def id_index(out, args):
    """entries=ID:IDX:CPU:TID,... and guests=PID:VCPU,..."""
    entries = [part.split(':') for part in args.text('entries').split(',') if part]
    out.u64(args.number('nr', len(entries)))
    for entry in entries:
        for value in entry:
            out.u64(number(value))
    for part in filter(None, args.text('guests').split(',')):
        for value in part.split(':'):
            out.u64(number(value))


def auxtrace_info(out, args):
    out.u32(args.number('auxtrace_type'))
    out.u32(0)
    for value in args.numbers('priv'):
        out.u64(value)


def auxtrace(out, args):
    out.u64(args.number('trace_size', len(hex_bytes(args.text('data')))))
    out.u64(args.number('offset'))
    out.u64(args.number('reference'))
    out.u32(args.number('idx'))
    out.u32(args.number('tid'))
    out.u32(args.number('cpu'))
    out.u32(0)


def auxtrace_error(out, args):
    out.u32(args.number('error_type', 1))
    out.u32(args.number('code'))
    out.u32(args.number('cpu'))
    _pid_tid(out, args)
    out.u32(args.number('fmt', 1))
    out.u64(args.number('ip'))
    out.u64(args.number('time'))
    out.raw(to_bytes(args.text('msg')).ljust(64, b'\0')[:64])


def thread_map(out, args):
    """threads=PID:COMM,..."""
    threads = [part.partition(':') for part in args.text('threads').split(',') if part]
    out.u64(args.number('nr', len(threads)))
    for pid, _, name in threads:
        out.u64(number(pid))
        out.raw(to_bytes(name).ljust(16, b'\0')[:16])


def cpu_map(out, args):
    """cpus=0,1,2 (a list); mask=WORD,... with long_size=8; or range=FIRST-LAST with any=1."""
    if args.has('mask'):
        long_size = args.number('long_size', 8)
        masks = args.numbers('mask')
        out.u16(1)
        out.u16(args.number('nr', len(masks)))
        out.u16(long_size)
        if long_size == 8:
            out.raw(bytes(4))
        for mask in masks:
            (out.u64 if long_size == 8 else out.u32)(mask)
    elif args.has('range'):
        first, _, last = args.text('range').partition('-')
        out.u16(2)
        out.u8(args.number('any'))
        out.u8(0)
        out.u16(number(first))
        out.u16(number(last))
    else:
        cpus = args.numbers('cpus')
        out.u16(0)
        out.u16(args.number('nr', len(cpus)))
        for cpu in cpus:
            out.u16(cpu)
    out.align(8)


def stat_config(out, args):
    """config=TAG:VALUE,..."""
    pairs = [part.split(':') for part in args.text('config').split(',') if part]
    out.u64(args.number('nr', len(pairs)))
    for tag, value in pairs:
        out.u64(number(tag))
        out.u64(number(value))


def stat(out, args):
    out.u64(args.number('id'))
    out.u32(args.number('cpu'))
    out.u32(args.number('thread'))
    for key in ('value', 'enabled', 'running'):
        out.u64(args.number(key))


def stat_round(out, args):
    out.u64(args.number('round', 0, {'interval': 0, 'final': 1}))
    out.u64(args.number('time'))


def event_update(out, args):
    """unit=TEXT, scale=HEX of the double, name=TEXT or cpus=LIST, for id=N."""
    kinds = ['unit', 'scale', 'name', 'cpus']
    kind = next((k for k in kinds if args.has(k)), 'name')
    out.u64(args.number('update', kinds.index(kind)))
    out.u64(args.number('id'))
    if kind == 'cpus':
        cpu_map(out, args)
    elif kind == 'scale':
        import struct
        out.u64(struct.unpack('<Q', struct.pack('<d', float(args.text('scale'))))[0])
    else:
        out.cstring(args.text(kind))


def time_conv(out, args):
    for key in ('time_shift', 'time_mult', 'time_zero', 'time_cycles', 'time_mask'):
        out.u64(args.number(key))
    out.u8(args.number('cap_time_zero'))
    out.u8(args.number('cap_time_short'))
    out.raw(bytes(6))


def plain(out, args):
    """Typed cells only."""
    for cell in args.words[1:]:
        put_cell(out, cell)


# word -> (type, writer, default misc); kernel records get the sample_id trailer
RECORDS = {
    'mmap': (1, mmap, 2), 'lost': (2, lost, 0), 'comm': (3, comm, 0), 'exit': (4, task, 0), 'throttle': (5, throttle, 0),
    'unthrottle': (6, throttle, 0), 'fork': (7, task, 0), 'read': (8, read, 0), 'mmap2': (10, mmap2, 2), 'aux': (11, aux, 0),
    'itrace_start': (12, itrace_start, 0), 'lost_samples': (13, lost_samples, 0), 'switch': (14, switch, 0),
    'switch_cpu_wide': (15, switch_cpu_wide, 0), 'namespaces': (16, namespaces, 0), 'ksymbol': (17, ksymbol, 0),
    'bpf_event': (18, bpf_event, 0), 'cgroup': (19, cgroup, 0), 'text_poke': (20, text_poke, 0),
    'aux_output_hw_id': (21, aux_output_hw_id, 0), 'callchain_deferred': (22, callchain_deferred, 2),
    'header_event_type': (65, header_event_type, 0), 'header_build_id': (67, build_id, 2), 'finished_round': (68, finished_round, 0),
    'id_index': (69, id_index, 0), 'auxtrace_info': (70, auxtrace_info, 0), 'auxtrace': (71, auxtrace, 0),
    'auxtrace_error': (72, auxtrace_error, 0), 'thread_map': (73, thread_map, 0), 'cpu_map': (74, cpu_map, 0),
    'stat_config': (75, stat_config, 0), 'stat': (76, stat, 0), 'stat_round': (77, stat_round, 0),
    'event_update': (78, event_update, 0), 'time_conv': (79, time_conv, 0), 'finished_init': (82, finished_round, 0),
}
KERNEL_TYPES_END = 64
