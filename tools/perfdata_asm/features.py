"""Header features: one function a feature word, writing the section's payload from the lines that name it."""
from .language import AsmError, Encoder, hex_bytes, number, put_cell
from .records import MISC_WORDS, build_id


def _text(out, lines, _):
    out.string(' '.join(lines[-1].words))


def _numbers32(out, lines, _):
    for word in lines[-1].words:
        out.u32(number(word))


def _numbers64(out, lines, _):
    for word in lines[-1].words:
        out.u64(number(word))


def _flag(out, lines, _):
    pass


def _cmdline(out, lines, _):
    out.u32(len(lines[-1].words))
    for word in lines[-1].words:
        out.string(word)


def _rows(count_bits, *columns):
    """Rows of colon-separated columns; a column is a method of Encoder."""
    def write(out, lines, _):
        rows = [word for line in lines for word in line.words]
        getattr(out, f'u{count_bits}')(len(rows))
        for row in rows:
            _row(out, row, columns)
    return write


def _row(out, row, columns):
    cells = row.split(':', len(columns) - 1)
    if len(cells) != len(columns):
        raise AsmError(f'"{row}" has not {len(columns)} parts')
    for column, cell in zip(columns, cells):
        getattr(out, column)(cell if column == 'string' else number(cell))


def _build_ids(out, lines, _):
    for line in lines:
        body = Encoder(out.big)
        build_id(body, line)
        out.u32(line.number('type', 0))
        out.u16(line.number('misc', 1, MISC_WORDS) | (0 if line.text('ext', 'yes') == 'no' else 1 << 15))
        out.u16(line.number('size', 8 + len(body.bytes)))
        out.raw(body.bytes)


def _event_desc(out, lines, recording):
    size = recording.attr_size
    out.u32(len(recording.events))
    out.u32(size)
    for event in recording.events:
        out.raw(event.encode(out.big, size))
        out.u32(len(event.ids))
        out.string(event.name)
        for event_id in event.ids:
            out.u64(event_id)


def _cpu_topology(out, lines, _):
    """cores="0-1;2-3" threads="0;1" ids=CORE:SOCKET,... dies="0-3" die_ids=0,0"""
    line = lines[-1]
    lists = {key: [part for part in line.text(key).split(';') if part] for key in ('cores', 'threads', 'dies')}
    for key in ('cores', 'threads'):
        out.u32(len(lists[key]))
        for text in lists[key]:
            out.string(text)
    ids = [part for part in line.text('ids').split(',') if part]
    for pair in ids:
        for value in pair.split(':'):
            out.u32(number(value))
    if line.has('dies'):
        out.u32(len(lists['dies']))
        for text in lists['dies']:
            out.string(text)
        for value in line.numbers('die_ids'):
            out.u32(value)


def _auxtrace(out, lines, recording):
    """The index of the AUXTRACE records, as many entries as there are."""
    out.u64(len(recording.auxtrace_index))
    for offset, size in recording.auxtrace_index:
        out.u64(offset)
        out.u64(size)


def _cache(out, lines, _):
    out.u32(1)
    _rows(32, 'u32', 'u32', 'u32', 'u32', 'string', 'string', 'string')(out, lines, _)


def _mem_topology(out, lines, _):
    """block=SIZE, then NODE:BITS:WORD,WORD rows"""
    rows = [word.split(':') for line in lines for word in line.words]
    out.u64(1)
    out.u64(lines[0].number('block', 0x8000000))
    out.u64(len(rows))
    for node, size, words in rows:
        out.u64(number(node))
        out.u64(number(size))
        out.u64(number(size))
        for word in words.split(','):
            out.u64(number(word))


def _blobs(out, lines, _):
    """ID:HEX rows"""
    rows = [word.split(':') for line in lines for word in line.words]
    out.u32(len(rows))
    for blob_id, data in rows:
        out.u32(number(blob_id))
        out.u32(len(hex_bytes(data)))
        out.raw(hex_bytes(data))


def _clock_data(out, lines, _):
    """CLOCKID WALL_NS CLOCK_NS"""
    clockid, wall, clock = (number(word) for word in lines[-1].words)
    out.u32(1)
    out.u32(clockid)
    out.u64(wall)
    out.u64(clock)


def _pmu_caps(out, lines, _):
    """PMU NAME:VALUE ... a line for each PMU"""
    out.u32(len(lines))
    for line in lines:
        out.u32(len(line.words) - 1)
        for row in line.words[1:]:
            _row(out, row, ('string', 'string'))
        out.string(line.words[0])


def _cells(out, lines, _):
    for line in lines:
        for cell in line.words:
            put_cell(out, cell)


def _tracing_data(out, lines, recording):
    recording.tracing.put(out)


# word -> (number, writer)
FEATURES = {
    'tracing_data': (1, _tracing_data), 'build_id': (2, _build_ids), 'hostname': (3, _text), 'osrelease': (4, _text), 'version': (5, _text),
    'arch': (6, _text), 'nrcpus': (7, _numbers32), 'cpudesc': (8, _text), 'cpuid': (9, _text), 'total_mem': (10, _numbers64),
    'cmdline': (11, _cmdline), 'event_desc': (12, _event_desc), 'cpu_topology': (13, _cpu_topology),
    'numa_topology': (14, _rows(32, 'u32', 'u64', 'u64', 'string')), 'branch_stack': (15, _flag),
    'pmu_mappings': (16, _rows(32, 'u32', 'string')), 'group_desc': (17, None), 'auxtrace': (18, _auxtrace), 'stat': (19, _flag),
    'cache': (20, _cache), 'sample_time': (21, _numbers64), 'mem_topology': (22, _mem_topology), 'clockid': (23, _numbers64),
    'dir_format': (24, _numbers64), 'bpf_prog_info': (25, _numbers32), 'bpf_btf': (26, _blobs), 'compressed': (27, _numbers32),
    'cpu_pmu_caps': (28, _rows(32, 'string', 'string')), 'clock_data': (29, _clock_data),
    'hybrid_topology': (30, _rows(32, 'string', 'string')), 'pmu_caps': (31, _pmu_caps),
}


def _group_desc(out, lines, _):
    """LEADER_INDEX:MEMBERS:NAME rows"""
    rows = [word.split(':', 2) for line in lines for word in line.words]
    out.u32(len(rows))
    for leader, members, name in rows:
        out.string(name)
        out.u32(number(leader))
        out.u32(number(members))


FEATURES['group_desc'] = (17, _group_desc)


def feature_number(word):
    if word in FEATURES:
        return FEATURES[word][0]
    if word.isdigit() and int(word) < 256:
        return int(word)
    raise AsmError(f'"{word}" is not a feature')


def encode_feature(word, lines, recording):
    out = Encoder(recording.big)
    writer = FEATURES[word][1] if word in FEATURES else _cells
    if any(':' in w and w.split(':')[0] in ('u8', 'u16', 'u32', 'u64', 'hex', 'string', 'zeros') for line in lines for w in line.words):
        writer = _cells  # any feature can be given by its cells, for damaged ones
    writer(out, lines, recording)
    for line in lines:
        out.raw(hex_bytes(line.text('extra')))
        if line.has('cut'):
            del out.bytes[-line.number('cut'):]
    return bytes(out.bytes)
