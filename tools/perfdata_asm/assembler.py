"""Lines to recordings: what each line does, and the file, pipe and directory forms around the data."""
import os
import shlex

from . import zstd
from .events import Event
from .features import FEATURES, encode_feature, feature_number
from .language import AsmError, Args, Encoder, hex_bytes, number, put_cell, split_lines
from .records import KERNEL_TYPES_END, MISC_WORDS, RECORDS, plain
from .tracing import Tracing

SAMPLE, HEADER_ATTR, HEADER_TRACING_DATA, AUXTRACE, HEADER_FEATURE, COMPRESSED, COMPRESSED2 = 9, 64, 66, 71, 80, 81, 83
HEADER_SIZE, PIPE_HEADER_SIZE = 104, 16
PIECE_MAX = 0xff00
INCLUDE_DEPTH = 8


class Recording:
    """What the text describes; records are encoded as they come, the rest when all is known."""

    def __init__(self, order=None, form=None):
        self.order = order or 'little'
        self.form = form or 'file'
        self.fixed = {'order': order is not None, 'form': form is not None}
        self.attr_size = 136
        self.events = []
        self.by_name = {}
        self.feature_lines = {}  # word -> lines, in order of first mention
        self.tracing = Tracing()
        self.data = bytearray()
        self.files = {}          # directory form: name -> bytes of further data files
        self.stream = self.data  # where records go
        self.auxtrace_records = []  # (offset in data, size)
        self.header = Args([])
        self.cut_at_end = 0
        self.tail = b''
        self.defaults = {}

    @property
    def big(self):
        return self.order == 'big'

    @property
    def auxtrace_index(self):
        start = self.data_start()
        return [(start + offset, size) for offset, size in self.auxtrace_records]

    def data_start(self):
        ids = sum(len(event.ids) for event in self.events) * 8
        return HEADER_SIZE + ids + len(self.events) * (self.attr_size + 16)


class Assembler:
    def __init__(self, recording, base_dir):
        self.recording = recording
        self.base_dir = base_dir
        self.compressing = None  # (type, plain stream) between "compress" and "end"
        self.included = 0        # files that are being included

    def text(self, text, where=''):
        for line_number, words in split_lines(text):
            try:
                self.line(words)
            except AsmError as problem:
                raise AsmError(f'{where}line {line_number}: {problem}') from None
            except (IndexError, ValueError) as problem:
                raise AsmError(f'{where}line {line_number}: cannot be understood ({problem})') from None

    def do_include(self, args):
        """include PATH: the lines of a file, as if they stood here. PATH begins at the text's own directory."""
        path = args.words[0]
        if self.included == INCLUDE_DEPTH:
            raise AsmError(f'include {path}: more than {INCLUDE_DEPTH} within each other')
        try:
            with open(os.path.join(self.base_dir, path), encoding='utf-8', errors='surrogateescape') as file:
                text = file.read()
        except OSError as problem:
            raise AsmError(f'include {path}: {problem.strerror}') from None
        self.included += 1
        self.text(text, f'{path}: ')
        self.included -= 1

    def line(self, words):
        word, rest = words[0], words[1:]
        recording = self.recording
        if word in RECORDS:
            self.named_record(word, Args(words, recording.defaults))
        elif hasattr(self, 'do_' + word):
            args = Args(rest, recording.defaults if word == 'sample' else None)
            getattr(self, 'do_' + word)(args)
            if word not in ('default', 'header', 'feature', 'event'):
                args.check_all_read()
        else:
            raise AsmError(f'unknown word "{word}"')

    # -- the recording as a whole

    def do_order(self, args):
        if not self.recording.fixed['order']:
            self.recording.order = args.words[0]
        if self.recording.order not in ('little', 'big'):
            raise AsmError('order is little or big')

    def do_form(self, args):
        if not self.recording.fixed['form']:
            self.recording.form = args.words[0]
        if self.recording.form not in ('file', 'pipe', 'dir'):
            raise AsmError('form is file, pipe or dir')

    def do_attr_size(self, args):
        self.recording.attr_size = number(args.words[0])

    def do_header(self, args):
        self.recording.header.values.update(args.values)

    def do_default(self, args):
        self.recording.defaults.update(args.values)

    def do_event(self, args):
        event = Event(args)
        args.check_all_read()
        self.recording.events.append(event)
        self.recording.by_name.setdefault(event.name, event)

    def do_feature(self, args):
        word = args.words.pop(0)
        feature_number(word)
        self.recording.feature_lines.setdefault(word, []).append(args)

    def do_tracepoint(self, args):
        self.recording.tracing.add(args)

    def do_data_file(self, args):
        """Further records go into this file of the directory; "data" is the main one."""
        name = args.words[0]
        recording = self.recording
        recording.stream = recording.data if name == 'data' else recording.files.setdefault(name, bytearray())

    def do_truncate(self, args):
        self.recording.cut_at_end = number(args.words[0])

    def do_tail(self, args):
        self.recording.tail += self.cells(args.words)

    # -- records

    def cells(self, words):
        out = Encoder(self.recording.big)
        for cell in words:
            put_cell(out, cell)
        return bytes(out.bytes)

    def put(self, data):
        (self.compressing[1] if self.compressing else self.recording.stream).extend(data)

    def put_record(self, record_type, misc, body, args):
        out = Encoder(self.recording.big)
        body = bytes(body) + hex_bytes(args.text('extra'))
        size = 8 + len(body)
        if size > 0xffff and not args.has('size'):
            raise AsmError(f'the record has {size} bytes: too many')
        out.u32(args.number('type', record_type))
        out.u16(args.number('misc', misc, MISC_WORDS))
        out.u16(args.number('size', size))
        out.raw(body)
        cut = args.number('cut')
        self.put(out.bytes[:len(out.bytes) - cut])

    def event_of(self, args):
        name = args.text('event', None)
        if name is None:
            if args.has('id'):
                wanted = args.number('id')
                for event in self.recording.events:
                    if wanted in event.ids:
                        return event
            return self.recording.events[0] if self.recording.events else Event(Args([]))
        if name not in self.recording.by_name:
            raise AsmError(f'no event "{name}"')
        return self.recording.by_name[name]

    def named_record(self, word, args):
        record_type, writer, misc = RECORDS[word]
        args.words.pop(0)
        event = self.event_of(args)
        body = Encoder(self.recording.big)
        writer(body, args)
        if record_type < KERNEL_TYPES_END and args.text('trailer', 'yes') != 'no':
            event.put_sample_id(body, args)
        payload = hex_bytes(args.text('data')) if record_type == AUXTRACE else b''
        if record_type == AUXTRACE and self.recording.stream is self.recording.data:
            self.recording.auxtrace_records.append((len(self.recording.data), 8 + len(body.bytes)))
        self.put_record(record_type, misc, body.bytes, args)
        self.put(payload)
        for key in ('id', 'event', 'time', 'cpu', 'stream_id', 'tid', 'pid'):
            args.text(key)
        args.check_all_read()

    def do_sample(self, args):
        body = Encoder(self.recording.big)
        event = self.event_of(args)
        if args.has('fields'):
            args.values['raw'] = self.payload(event, args).hex()
        event.put_sample(body, args)
        self.put_record(SAMPLE, 2, body.bytes, args)
        args.check_all_read()

    def payload(self, event, args):
        """fields="NAME=VALUE ...": the payload of the event's tracepoint."""
        made = self.recording.tracing.find(event.config)
        if not made:
            raise AsmError(f'no tracepoint has the id {event.config} of the event {event.name}')
        words = shlex.split(args.text('fields'))
        if not all('=' in word for word in words):
            raise AsmError('fields are NAME=VALUE')
        return made.encode(self.recording.big, dict(word.split('=', 1) for word in words), args.number('tid', args.number('pid')))

    def do_record(self, args):
        """record TYPE CELL...: any record by its bytes."""
        body = Encoder(self.recording.big)
        record_type = number(args.words[0])
        plain(body, args)
        if args.text('trailer', 'no') == 'yes':
            self.event_of(args).put_sample_id(body, args)
        self.put_record(record_type, 0, body.bytes, args)
        for key in ('id', 'event', 'time', 'cpu', 'stream_id', 'tid', 'pid'):
            args.text(key)

    def do_bytes(self, args):
        """bytes CELL...: anything at all, without a record around it."""
        self.put(self.cells(args.words))

    def do_compress(self, args):
        if self.compressing:
            raise AsmError('already compressing')
        self.compressing = (COMPRESSED, bytearray(), args.number('piece', PIECE_MAX), args.number('damage', -1))

    def do_compress2(self, args):
        self.do_compress(args)
        self.compressing = (COMPRESSED2,) + self.compressing[1:]

    def do_end(self, args):
        """Ends compress: the records since then become one zstd frame, a block of at most `piece` bytes a record."""
        record_type, stream, piece, damage = self.compressing
        self.compressing = None
        for i, part in enumerate(zstd.blocks(bytes(stream), piece)):
            if 0 <= damage < len(part) and i == 0:
                part = part[:damage] + bytes([part[damage] ^ 0xff]) + part[damage + 1:]
            body = Encoder(self.recording.big)
            if record_type == COMPRESSED2:
                body.u64(len(part))
                body.raw(part)
                body.align(8)
            else:
                body.raw(part)
            self.put_record(record_type, 0, body.bytes, Args([]))

    def do_file(self, args):
        """file PATH: the bytes of a file next to the text, as they are."""
        with open(os.path.join(self.base_dir, args.words[0]), 'rb') as data:
            self.put(data.read())

    def finish(self):
        if self.compressing:
            raise AsmError('"compress" without "end"')


def _encode_features(recording):
    """[(number, payload, first line)] in order of the numbers."""
    features = [(feature_number(word), encode_feature(word, lines, recording), lines[0])
                for word, lines in recording.feature_lines.items()]
    if recording.tracing.systems and 'tracing_data' not in recording.feature_lines:
        features.append((1, recording.tracing.encode(recording.big), Args([])))
    return sorted(features, key=lambda feature: feature[0])


def _magic(recording):
    magic = recording.header.text('magic', 'v2')
    if magic not in ('v1', 'v2'):
        return hex_bytes(magic)
    name = b'PERFFILE' if magic == 'v1' else b'PERFILE2'
    if magic == 'v2' and recording.big:
        # The magic is a number: the little-endian reading of "PERFILE2", stored big-endian.
        return name[::-1]
    return name


def _file(recording):
    big, header = recording.big, recording.header
    ids, attrs = Encoder(big), Encoder(big)
    for event in recording.events:
        attrs.raw(event.encode(big, recording.attr_size))
        attrs.u64(HEADER_SIZE + len(ids.bytes))
        attrs.u64(len(event.ids) * 8)
        for event_id in event.ids:
            ids.u64(event_id)
    attrs_offset = HEADER_SIZE + len(ids.bytes)
    data_offset = attrs_offset + len(attrs.bytes)
    features = _encode_features(recording)
    bits = 0
    for feature, _, _ in features:
        bits |= 1 << feature
    bits |= header.number('feature_bits')
    out = Encoder(big)
    out.raw(_magic(recording))
    out.u64(header.number('size', HEADER_SIZE))
    out.u64(header.number('attr_size', recording.attr_size + 16))
    out.u64(header.number('attrs.offset', attrs_offset))
    out.u64(header.number('attrs.size', len(attrs.bytes)))
    out.u64(header.number('data.offset', data_offset))
    out.u64(header.number('data.size', len(recording.data)))
    out.u64(header.number('event_types.offset'))
    out.u64(header.number('event_types.size'))
    for word in range(4):
        out.u64(bits >> 64 * word)
    out.raw(ids.bytes + attrs.bytes + recording.data)
    offset = len(out.bytes) + 16 * len(features)
    for _, payload, line in features:
        out.u64(line.number('section_offset', offset))
        out.u64(line.number('section_size', len(payload)))
        offset += len(payload)
    for _, payload, _ in features:
        out.raw(payload)
    return bytes(out.bytes)


def _pipe(recording):
    big = recording.big
    start = Recording(recording.order, 'pipe')
    assembler = Assembler(start, '.')
    out = Encoder(big)
    out.raw(_magic(recording))
    out.u64(recording.header.number('size', PIPE_HEADER_SIZE))
    nothing = Args([])
    for event in recording.events:
        body = Encoder(big)
        body.raw(event.encode(big, recording.attr_size))
        for event_id in event.ids:
            body.u64(event_id)
        assembler.put_record(HEADER_ATTR, 0, body.bytes, nothing)
    for event in recording.events:
        for key in ('unit', 'scale', 'name', 'cpus'):
            value = getattr(event, key)
            if value and (key != 'name' or 'event_desc' in recording.feature_lines):
                assembler.line(['event_update', f'id={event.default_id()}', f'{key}={value}'])
    for feature, payload, _ in _encode_features(recording):
        if feature == FEATURES['tracing_data'][0]:
            body = Encoder(big)
            payload += bytes(-len(payload) % 8)
            body.u32(len(payload))
            assembler.put_record(HEADER_TRACING_DATA, 0, body.bytes, nothing)
            assembler.put(payload)
        elif feature == FEATURES['build_id'][0]:
            for line in recording.feature_lines['build_id']:
                body = Encoder(big)
                RECORDS['header_build_id'][1](body, line)
                misc = line.number('misc', 1, MISC_WORDS) | 1 << 15
                assembler.put_record(67, misc, body.bytes, nothing)
        else:
            body = Encoder(big)
            body.u64(feature)
            body.raw(payload)
            assembler.put_record(HEADER_FEATURE, 0, body.bytes, nothing)
    return bytes(out.bytes + start.data + recording.data)


def assemble(text, base_dir='.', order=None, form=None):
    """text -> (form, {name: bytes}); file and pipe have one name, "". order and form override what the text says."""
    recording = Recording(order, form)
    assembler = Assembler(recording, base_dir)
    assembler.text(text)
    assembler.finish()
    if recording.form == 'dir':
        recording.feature_lines.setdefault('dir_format', [Args(['1'])])
        recording.files.setdefault('data.0', b'')
    whole = _pipe(recording) if recording.form == 'pipe' else _file(recording)
    whole = whole[:len(whole) - recording.cut_at_end] + recording.tail
    files = {'data' if recording.form == 'dir' else '': whole}
    files.update({name: bytes(data) for name, data in recording.files.items()})
    return recording.form, files


def write_recording(path, form, files):
    """Puts what assemble returned at path: a file, or a directory of files."""
    if form == 'dir':
        os.makedirs(path, mode=0o700, exist_ok=True)
    for name, data in files.items():
        with open(os.path.join(path, name) if form == 'dir' else path, 'wb') as out:
            out.write(data)
