"""Events: their attrs, and the samples and sample_id trailers whose layout the attrs decide."""
from .language import AsmError, Encoder, hex_bytes, number, put_cell

TYPES = {'hardware': 0, 'software': 1, 'tracepoint': 2, 'hw_cache': 3, 'raw': 4, 'breakpoint': 5}
SAMPLE_BITS = {name: 1 << bit for bit, name in enumerate(
    'ip tid time addr read callchain id cpu period stream_id raw branch_stack regs_user stack_user weight data_src identifier '
    'transaction regs_intr phys_addr aux cgroup data_page_size code_page_size weight_struct'.split())}
READ_BITS = {'total_time_enabled': 1, 'total_time_running': 2, 'id': 4, 'group': 8, 'lost': 16}
BRANCH_BITS = {name: 1 << bit for bit, name in enumerate(
    'user kernel hv any any_call any_return ind_call abort_tx in_tx no_tx cond call_stack ind_jump call no_flags no_cycles '
    'type_save hw_index priv_save counters'.split())}
# (name, bits) in the order of the UAPI bit fields
FLAG_FIELDS = [(name, 2 if name == 'precise_ip' else 1) for name in (
    'disabled inherit pinned exclusive exclude_user exclude_kernel exclude_hv exclude_idle mmap comm freq inherit_stat '
    'enable_on_exec task watermark precise_ip mmap_data sample_id_all exclude_host exclude_guest exclude_callchain_kernel '
    'exclude_callchain_user mmap2 comm_exec use_clockid context_switch write_backward namespaces ksymbol bpf_event aux_output '
    'cgroup text_poke build_id inherit_thread remove_on_exec sigtrap defer_callchain defer_output').split()]
CONTEXTS = {'hv': -32, 'kernel': -128, 'user': -512, 'user_deferred': -640, 'guest': -2048, 'guest_kernel': -2176, 'guest_user': -2560}


class Event:
    """One "event" line."""

    def __init__(self, args):
        self.name = args.words[0] if args.words else ''
        self.type = args.number('type', 0, TYPES)
        self.config = args.number('config')
        self.flags = set(filter(None, args.text('flags', 'sample_id_all').replace('|', ',').split(',')))
        unknown = self.flags - {name for name, _ in FLAG_FIELDS}
        if unknown:
            raise AsmError(f'not attr flags: {" ".join(sorted(unknown))}')
        self.precise = args.number('precise')
        self.sample_type = args.number('sample_type', number('identifier|ip|tid|time|period', SAMPLE_BITS), SAMPLE_BITS)
        self.read_format = args.number('read_format', 0, READ_BITS)
        if args.has('freq'):
            self.flags.add('freq')
        self.period = args.number('freq') if args.has('freq') else args.number('period', 1)
        self.branch_type = args.number('branch_type', 0, BRANCH_BITS)
        self.regs_user = args.number('regs_user')
        self.regs_intr = args.number('regs_intr')
        self.rest = {key: args.number(key) for key in (
            'wakeup', 'bp_type', 'config1', 'config2', 'stack_user', 'clockid', 'aux_watermark', 'max_stack', 'reserved_2',
            'aux_sample_size', 'aux_action', 'sig_data', 'config3', 'config4')}
        self.ids = args.numbers('ids')
        self.size_field = args.number('attr_size_field', -1)
        self.unit, self.scale, self.cpus = args.text('unit', None), args.text('scale', None), args.text('cpus', None)

    def encode(self, big, attr_size):
        """The attr, cut or padded to attr_size bytes."""
        out = Encoder(big)
        rest = self.rest
        out.u32(self.type)
        out.u32(attr_size if self.size_field < 0 else self.size_field)
        out.u64(self.config)
        out.u64(self.period)
        out.u64(self.sample_type)
        out.u64(self.read_format)
        out.bit_fields(*[(self.precise if name == 'precise_ip' else name in self.flags, bits) for name, bits in FLAG_FIELDS])
        out.u32(rest['wakeup'])
        out.u32(rest['bp_type'])
        out.u64(rest['config1'])
        out.u64(rest['config2'])
        out.u64(self.branch_type)
        out.u64(self.regs_user)
        out.u32(rest['stack_user'])
        out.u32(rest['clockid'])
        out.u64(self.regs_intr)
        out.u32(rest['aux_watermark'])
        out.u16(rest['max_stack'])
        out.u16(rest['reserved_2'])
        out.u32(rest['aux_sample_size'])
        out.u32(rest['aux_action'])
        out.u64(rest['sig_data'])
        out.u64(rest['config3'])
        out.u64(rest['config4'])
        return bytes(out.bytes[:attr_size]).ljust(attr_size, b'\0')

    def has(self, bit):
        return bool(self.sample_type & SAMPLE_BITS[bit])

    def default_id(self):
        return self.ids[0] if self.ids else 0

    def put_sample_id(self, out, args):
        """The trailer of records that are not samples, when sample_id_all is set."""
        pid = args.number('pid', 0xffffffff)
        fields = {
            'id': args.number('id', self.default_id()), 'time': args.number('time'), 'cpu': args.number('cpu'),
            'stream_id': args.number('stream_id', args.number('id', self.default_id())),
        }
        tid = args.number('tid', pid)
        if 'sample_id_all' not in self.flags:
            return
        if self.has('tid'):
            out.u32(args.number('trailer_pid', pid))
            out.u32(args.number('trailer_tid', tid))
        for bit in ('time', 'id', 'stream_id'):
            if self.has(bit):
                out.u64(fields[bit])
        if self.has('cpu'):
            out.u32(fields['cpu'])
            out.u32(0)
        if self.has('identifier'):
            out.u64(fields['id'])

    def put_sample(self, out, args):
        identifier = args.number('id', self.default_id())
        pid = args.number('pid')
        values = {
            'identifier': identifier, 'ip': args.number('ip'), 'time': args.number('time'), 'addr': args.number('addr'),
            'id': identifier, 'stream_id': args.number('stream_id', identifier), 'period': args.number('period', self.period),
            'weight': args.number('weight'), 'data_src': args.number('data_src'), 'transaction': args.number('transaction'),
            'phys_addr': args.number('phys_addr'), 'cgroup': args.number('cgroup'), 'data_page_size': args.number('data_page_size'),
            'code_page_size': args.number('code_page_size'),
        }
        values['weight_struct'] = values['weight']
        tid, cpu = args.number('tid', pid), args.number('cpu')
        writers = {
            'tid': lambda: (out.u32(pid), out.u32(tid)),
            'cpu': lambda: (out.u32(cpu), out.u32(0)),
            'read': lambda: self._put_read(out, args, identifier),
            'callchain': lambda: _put_chain(out, args),
            'raw': lambda: _put_sized(out, args, 'raw'),
            'branch_stack': lambda: self._put_branches(out, args),
            'regs_user': lambda: _put_regs(out, args, 'regs_user', self.regs_user),
            'stack_user': lambda: _put_stack(out, args),
            'regs_intr': lambda: _put_regs(out, args, 'regs_intr', self.regs_intr),
            'aux': lambda: _put_aux(out, args),
        }
        for field in ('identifier ip tid time addr id stream_id cpu period read callchain raw branch_stack regs_user stack_user '
                      'weight weight_struct data_src transaction regs_intr phys_addr cgroup data_page_size code_page_size aux').split():
            if not self.has(field):
                continue
            if field in writers:
                writers[field]()
            else:
                out.u64(values[field])

    def _put_read(self, out, args, identifier):
        """read=VALUE, or read=ID:VALUE,ID:VALUE with the group format; enabled= and running= with either."""
        has = {name: self.read_format & bit for name, bit in READ_BITS.items()}
        enabled, running = args.number('enabled'), args.number('running')
        entries = []
        for part in filter(None, args.text('read', '0').split(',')):
            entry_id, colon, value = part.partition(':')
            entries.append((number(entry_id) if colon else identifier, number(value if colon else part)))
        if has['group']:
            out.u64(args.number('read_nr', len(entries)))
        elif len(entries) > 1:
            raise AsmError('several values need read_format=group')
        else:
            out.u64(entries[0][1])
        if has['total_time_enabled']:
            out.u64(enabled)
        if has['total_time_running']:
            out.u64(running)
        lost = args.number('lost_samples')
        for entry_id, value in entries:
            if has['group']:
                out.u64(value)
            if has['id']:
                out.u64(entry_id)
            if has['lost']:
                out.u64(lost)

    def _put_branches(self, out, args):
        """branches=FROM-TO[:WORDS],... with words mispred predicted in_tx abort cycles=N type=N joined by "+"."""
        entries = [part for part in args.text('branches').split(',') if part]
        out.u64(args.number('branches_nr', len(entries)))
        if self.branch_type & BRANCH_BITS['hw_index']:
            out.u64(args.number('hw_index'))
        for entry in entries:
            pair, _, words = entry.partition(':')
            source, _, target = pair.partition('-')
            flags = dict.fromkeys(('mispred', 'predicted', 'in_tx', 'abort', 'cycles', 'type', 'spec', 'new_type', 'priv'), 0)
            for word in filter(None, words.split('+')):
                name, _, value = word.partition('/')
                if name not in flags:
                    raise AsmError(f'"{word}" is not a branch flag')
                flags[name] = number(value) if value else 1
            out.u64(number(source))
            out.u64(number(target))
            out.bit_fields(*zip(flags.values(), (1, 1, 1, 1, 16, 4, 2, 4, 3)))
        if self.branch_type & BRANCH_BITS['counters']:
            for value in args.numbers('branch_counters') or [0] * len(entries):
                out.u64(value)


def _put_chain(out, args):
    """chain=user,0x401000,0x401100: addresses and names of contexts."""
    entries = [part for part in args.text('chain').split(',') if part]
    out.u64(args.number('chain_nr', len(entries)))
    for entry in entries:
        out.u64(CONTEXTS[entry] if entry in CONTEXTS else number(entry))


def _put_sized(out, args, key):
    """A u32 size and as many bytes, together a multiple of 8. KEY=HEX, or typed cells."""
    text = args.text(key)
    if ':' in text:
        cells = Encoder(out.big)
        for cell in text.split():
            put_cell(cells, cell)
        data = bytes(cells.bytes)
    else:
        data = hex_bytes(text)
    data += bytes(-(len(data) + 4) % 8)
    out.u32(args.number(key + '_size', len(data)))
    out.raw(data)


def _put_aux(out, args):
    data = hex_bytes(args.text('aux'))
    data += bytes(-len(data) % 8)
    out.u64(args.number('aux_size', len(data)))
    out.raw(data)


def _put_regs(out, args, key, mask):
    """KEY=ABI:VALUE,VALUE,... one value a bit of the mask; ABI 0 has none."""
    abi, _, values = args.text(key, '0').partition(':')
    values = [number(part) for part in values.split(',') if part]
    out.u64(number(abi))
    if number(abi):
        for i in range(bin(mask).count('1')):
            out.u64(values[i] if i < len(values) else 0)


def _put_stack(out, args):
    """stack=HEX; dyn_size defaults to all of it."""
    data = hex_bytes(args.text('stack'))
    data += bytes(-len(data) % 8)
    out.u64(args.number('stack_size', len(data)))
    out.raw(data)
    if data:
        out.u64(args.number('dyn_size', len(data)))
