"""Programs whose accesses of data are compared: how they are built, recordings of samples at their instructions, what a perf says of those."""
import os
import pwd
import re
import shutil
import struct
import subprocess
import sys

SOURCES = os.path.dirname(os.path.abspath(__file__))
ENVIRONMENT = {**os.environ, 'PERF_CONFIG': '/dev/null', 'DEBUGINFOD_URLS': '', 'LC_ALL': 'C', 'TERM': 'dumb'}
# compiler, source, options; the share of the accesses that has to be found. Each compiler, source, level and option in as few rows as that takes: tests/live/types
BUILDS = [('gcc', source, '-x c ' + options, least) for source, options, least in (
    ('types_target.cc', '-O0', 0.95), ('types_target.cc', '-O2 -gsplit-dwarf', 0.9),
    ('types_kinds.cc', '-O0 -fomit-frame-pointer', 0.85), ('types_kinds.cc', '-O1 -fPIC -shared', 0.85), ('types_kinds.cc', '-O2 -gdwarf-4', 0.85),
    ('types_places.cc', '-O2 -fPIC -shared', 0.9), ('types_places.cc', '-O0 -fPIC -shared -mtls-dialect=gnu2', 0.9), ('types_places.cc', '-O2 -fPIC -shared -fno-plt', 0.9),
    ('types_reuse.cc', '-Os -fcf-protection -fstack-protector-all', 0.8),
    # places of variables without the address where they begin, as of machines whose assembler numbers no views
    ('types_target.cc', '-O2 -gno-variable-location-views', 0.9), ('types_reuse.cc', '-O2 -gno-variable-location-views', 0.8))] + [
    (compiler, source, options, least) for compiler, source, options, least in (
        ('g++', 'types_places.cc', '-O2 -fPIE -pie', 0.9), ('g++', 'types_cxx.cc', '-O2', 0.8), ('clang++', 'types_cxx.cc', '-O0', 0.9),
        ('clang', 'types_target.cc', '-x c -O0', 0.95), ('clang', 'types_target.cc', '-x c -O2 -gdwarf-4', 0.9), ('clang', 'types_kinds.cc', '-x c -O1', 0.85),
        ('clang', 'types_places.cc', '-x c -O2 -fPIC -shared', 0.9), ('clang++', 'types_reuse.cc', '-O3 -fPIC -shared', 0.8))] + [
    ('aarch64-linux-gnu-gcc', source, '-x c ' + options, least) for source, options, least in (
        ('types_target.cc', '-O0', 0.85), ('types_target.cc', '-O2', 0.95), ('types_kinds.cc', '-O2', 0.9), ('types_places.cc', '-O2 -fPIC -shared', 0.9))] + [
    ('riscv64-linux-gnu-gcc', source, '-x c ' + options, least) for source, options, least in (
        ('types_target.cc', '-O0', 0.9), ('types_kinds.cc', '-O2', 0.9), ('types_places.cc', '-O2 -fPIC -shared', 0.9), ('types_reuse.cc', '-O1', 0.8))] + [
    ('s390x-linux-gnu-gcc', source, '-x c ' + options, least) for source, options, least in (
        ('types_target.cc', '-O2 -fPIC -shared', 0.95), ('types_places.cc', '-O2', 0.9))] + [
    ('powerpc64le-linux-gnu-gcc', source, '-x c ' + options, least) for source, options, least in (
        ('types_kinds.cc', '-O1 -fPIC -shared', 0.8), ('types_places.cc', '-O2', 0.95))]
# the others: TYPES=all, and tests/oracle/types
MORE_BUILDS = [(compiler, 'types_target.cc', '-x c ' + level, least) for compiler, level, least in (
    ('gcc', '-O1', 0.9), ('gcc', '-O2', 0.9), ('gcc', '-Os', 0.9), ('gcc', '-O2 -gdwarf-4', 0.9), ('gcc', '-O2 -fPIC -shared', 0.9), ('gcc', '-O0 -fomit-frame-pointer', 0.9),
    ('gcc', '-O2 -fcf-protection -fstack-protector-all', 0.9), ('clang', '-O1', 0.9), ('clang', '-O2', 0.9), ('clang', '-O2 -fPIC -shared', 0.9),
    ('aarch64-linux-gnu-gcc', '-O1', 0.9), ('riscv64-linux-gnu-gcc', '-O1', 0.9), ('riscv64-linux-gnu-gcc', '-O2', 0.95), ('s390x-linux-gnu-gcc', '-O0', 0.9),
    ('powerpc64le-linux-gnu-gcc', '-O0', 0.9))] + [
    (compiler, 'types_target.cc', '-O2', 0.9) for compiler in ('g++', 'clang++')] + [
    (compiler, 'types_cxx.cc', level, least) for compiler, level, least in (('g++', '-O0', 0.9), ('clang++', '-O2', 0.8))] + [
    (compiler, 'types_kinds.cc', options, least) for compiler, options, least in (
        ('gcc', '-x c -O0', 0.85), ('gcc', '-x c -O2 -gno-variable-location-views', 0.9), ('clang++', '-O2 -fPIC -shared', 0.85),
        ('riscv64-linux-gnu-gcc', '-x c -O0', 0.85), ('s390x-linux-gnu-gcc', '-x c -O1', 0.9), ('powerpc64le-linux-gnu-gcc', '-x c -O2', 0.9))] + [
    (compiler, 'types_places.cc', options, 0.9) for compiler, options in (
        ('gcc', '-x c -O0 -fPIC -shared'), ('gcc', '-x c -O0'), ('gcc', '-x c -O2'), ('clang', '-x c -O2'), ('g++', '-O2'), ('gcc', '-x c -O2 -gno-variable-location-views'),
        ('gcc', '-x c -O2 -fPIC -shared -mtls-dialect=gnu2'), ('aarch64-linux-gnu-gcc', '-x c -O2'), ('aarch64-linux-gnu-gcc', '-x c -O0 -fPIC -shared'),
        ('riscv64-linux-gnu-gcc', '-x c -O1'), ('riscv64-linux-gnu-gcc', '-x c -O2'))] + [
    (compiler, 'types_reuse.cc', options, least) for compiler, options, least in (
        ('gcc', '-x c -O0', 0.8), ('gcc', '-x c -O2', 0.8), ('g++', '-O3 -gno-variable-location-views', 0.8), ('clang', '-x c -O2', 0.8), ('aarch64-linux-gnu-gcc', '-x c -O2', 0.8),
        ('riscv64-linux-gnu-gcc', '-x c -O2', 0.8), ('s390x-linux-gnu-gcc', '-x c -O2', 0.7), ('powerpc64le-linux-gnu-gcc', '-x c -O2', 0.8))]


def run(*words, seconds=300, home=None):
    return subprocess.run(words, capture_output=True, text=True, errors='replace', timeout=seconds, stdin=subprocess.DEVNULL,
                          env={**ENVIRONMENT, 'HOME': home or os.getcwd()})


def link(machine, program, options=''):
    """Without the compiler, and without libraries: a third of the time. What is missing is at 0."""
    linker = machine + '-ld' if machine else 'ld'
    return run(linker, *[word for word in options.split() if word in ('-shared', '-pie')], '-e', 'main', '--unresolved-symbols=ignore-all', '-o', program, program + '.o')


def build(compiler, source, options, program='target'):
    """None, or why the program cannot be built: (whether that is a failure, text)."""
    if not shutil.which(compiler):
        return False, f'{compiler} is not installed'
    place = [] if '-fPI' in options else ['-no-pie', '-fno-pie']
    built = run(compiler, *options.split(), '-g', *place, '-w', '-c', '-o', program + '.o', os.path.join(SOURCES, source))
    if not built.returncode: built = link(compiler.rpartition('-')[0], program, options)
    return (True, f'does not build: {built.stderr[:500]}') if built.returncode else None


def build_rust(level, program='target', source='types_target.rs'):
    """As build; rustup looks for the compiler below the home directory, which is not that of the tests."""
    if not shutil.which('rustc'):
        return False, 'rustc is not installed'
    built = run('rustc', '-g', '-C', f'opt-level={level}', '-C', 'relocation-model=static', '-C', 'codegen-units=1', '--emit', 'obj', '-o', program + '.o', os.path.join(SOURCES, source),
                home=pwd.getpwuid(os.getuid()).pw_dir)
    if not built.returncode: built = link('', program)
    return (False, built.stderr[-300:]) if built.returncode else None


def arch_of(compiler):
    return compiler.split('-')[0] if '-' in compiler else os.uname().machine


def headers(data, order, at, form):
    """Of an ELF file of 64 bits: the headers that it has from one of its numbers on, each as form says."""
    start, = struct.unpack_from(order + 'Q', data, at)
    size, count = struct.unpack_from(order + 'HH', data, 54 if at == 32 else 58)
    return [struct.unpack_from(order + form, data, start + i * size) for i in range(count)]


def read_elf(program):
    with open(program, 'rb') as file:
        data = file.read()
    return data, '<>'[data[5] - 1]


def marks(program):
    """(address, what a report should say, line of the source) of each access (types_mark.h)."""
    data, order = read_elf(program)
    sections = headers(data, order, 40, 'IIQQQQ')
    names = sections[struct.unpack_from(order + 'H', data, 62)[0]][4]
    (start, at, size), = (section[3:] for section in sections if data.startswith(b'marks\0', names + section[0]))
    end, found = at + size, []
    distance = start - at
    while at + 8 <= end:
        address = distance + at + struct.unpack_from(order + 'q', data, at)[0]
        word, path, _ = data[at + 8:end].split(b'\0', 2)
        at = ((at + 8 + len(word) + len(path) + 2 + distance + 7) & ~7) - distance
        offset, line = struct.unpack_from(order + 'QQ', data, at)
        at += 16
        found.append((address, '%s +%s (%s)' % (word.decode(), '%#x' % offset if offset else '0', path.decode()), line))
    return found


def code_segment(program):
    """Start, file offset and size of the code; what is added to addresses of a program that may be anywhere."""
    data, order = read_elf(program)
    # loaded, and may be run
    off, vaddr, size = next((at[2], at[3], at[6]) for at in headers(data, order, 32, 'IIQQQQQQ') if at[0] == 1 and at[1] & 1)
    base = 0x555555554000 if struct.unpack_from(order + 'H', data, 16)[0] == 3 else 0
    return vaddr & ~0xfff, off & ~0xfff, (size + 0x1fff) & ~0xfff, base


def record(asm, programs, arch='x86_64', path='perf.data'):
    """A recording with a sample at each address of the programs, which are (name, addresses). Returns what is added to the addresses of each."""
    text = f'feature arch {arch}\nevent cycles sample_type=identifier|ip|tid|time|period ids=1\n'
    bases, time = [], 1
    for pid, (program, addresses) in enumerate(programs, 10):
        start, offset, size, base = code_segment(program)
        bases.append(base)
        text += (f'default pid={pid} tid={pid}\ncomm comm=target misc=exec time={time}\nmmap2 start={start + base:#x} len={size:#x} pgoff={offset:#x} prot=rx '
                 f'file={os.path.abspath(program)} time={time + 1}\n')
        text += ''.join(f'sample ip={address + base:#x} time={i} period=1 misc=user\n' for i, address in enumerate(addresses, time + 2))
        time += len(addresses) + 2
    # in this process: another Python for each would take longer than all else
    if os.path.dirname(asm) not in sys.path:
        sys.path.insert(0, os.path.dirname(asm))
    import perfdata_asm  # pylint: disable=import-outside-toplevel
    perfdata_asm.write_recording(path, *perfdata_asm.assemble(text, '.', None, None))
    return bases


def reported(perf, key, data='perf.data', seconds=300):
    """(name of the program, address) -> what the report says, and the report's warnings."""
    report = run(perf, 'report', '-i', data, '--stdio', '-s', 'dso,addr,' + key, seconds=seconds)
    return {(name, int(address, 16)): text for name, address, text in re.findall(r'% +(\S+) +(0x[0-9a-f]+) +(.*?) *$', report.stdout, re.M)}, report.stderr
