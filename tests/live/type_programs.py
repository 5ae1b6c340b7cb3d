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
LEVELS = (('-O0', 0.95), ('-O1', 0.9), ('-O2', 0.9))
# of machines whose libraries are not at hand
ALONE = '-nostdlib -Wl,--unresolved-symbols=ignore-all'
# compiler, source, options; the share of the accesses that has to be found
BUILDS = [(compiler, 'types_target.cc', '-x c ' + level, least) for compiler in ('gcc', 'clang') for level, least in LEVELS] + [
    (compiler, 'types_target.cc', '-O2', 0.9) for compiler in ('g++', 'clang++')] + [
    (compiler, 'types_target.cc', '-x c -O2 -fPIC -shared', 0.9) for compiler in ('gcc', 'clang')] + [
    (compiler, 'types_cxx.cc', level, least) for compiler, level, least in (
        ('g++', '-O0', 0.9), ('g++', '-O2', 0.8), ('clang++', '-O0', 0.9), ('clang++', '-O2', 0.8))] + [
    ('gcc', 'types_target.cc', '-x c ' + options, 0.9) for options in (
        '-Os', '-O2 -gdwarf-4', '-O2 -gsplit-dwarf', '-O2 -fcf-protection -fstack-protector-all', '-O0 -fomit-frame-pointer')] + [
    ('clang', 'types_target.cc', '-x c -O2 -gdwarf-4', 0.9)] + [
    (compiler, 'types_kinds.cc', options, 0.85) for compiler, options in (
        ('gcc', '-x c -O0'), ('gcc', '-x c -O2 -gdwarf-4'), ('clang', '-x c -O1'), ('clang++', '-O2 -fPIC -shared'))] + [
    (compiler, 'types_places.cc', options, 0.9) for compiler, options in (
        ('gcc', '-x c -O2 -fPIC -shared'), ('clang', '-x c -O2 -fPIC -shared'), ('gcc', '-x c -O0 -fPIC -shared'), ('g++', '-O2 -fPIE -pie'),
        ('gcc', '-x c -O0'), ('gcc', '-x c -O2'), ('clang', '-x c -O2'), ('g++', '-O2'))] + [
    ('gcc', 'types_places.cc', '-x c ' + options, 0.9) for options in (
        '-O2 -fPIC -shared -mtls-dialect=gnu2', '-O0 -fPIC -shared -mtls-dialect=gnu2', '-O2 -fPIC -shared -fno-plt')] + [
    # places of variables without the address where they begin, as of machines whose assembler numbers no views
    ('gcc', source, '-x c -O2 -gno-variable-location-views', 0.9) for source in ('types_target.cc', 'types_kinds.cc', 'types_places.cc')] + [
    (compiler, 'types_reuse.cc', options, 0.8) for compiler, options in (
        ('gcc', '-x c -O0'), ('gcc', '-x c -O2'), ('gcc', '-x c -O2 -gno-variable-location-views'), ('g++', '-O3 -gno-variable-location-views'),
        ('clang', '-x c -O2'), ('clang++', '-O3 -fPIC -shared'))] + [
    ('aarch64-linux-gnu-gcc', source, f'-x c {options} {ALONE}', least) for source, options, least in (
        ('types_target.cc', '-O0 -e main', 0.85), ('types_target.cc', '-O1 -e main', 0.9), ('types_target.cc', '-O2 -e main', 0.95),
        ('types_kinds.cc', '-O2 -e main', 0.9), ('types_places.cc', '-O2 -e main', 0.9), ('types_reuse.cc', '-O2 -e main', 0.8),
        ('types_places.cc', '-O0 -fPIC -shared', 0.9), ('types_places.cc', '-O2 -fPIC -shared', 0.9))] + [
    ('riscv64-linux-gnu-gcc', source, f'-x c {options} {ALONE}', least) for source, options, least in (
        ('types_target.cc', '-O0 -e main', 0.9), ('types_target.cc', '-O1 -e main', 0.9), ('types_target.cc', '-O2 -e main', 0.95),
        ('types_kinds.cc', '-O0 -e main', 0.85), ('types_kinds.cc', '-O2 -e main', 0.9), ('types_places.cc', '-O1 -e main', 0.9),
        ('types_places.cc', '-O2 -e main', 0.9), ('types_places.cc', '-O2 -fPIC -shared', 0.9),
        ('types_reuse.cc', '-O1 -e main', 0.8), ('types_reuse.cc', '-O2 -e main', 0.8))] + [
    ('s390x-linux-gnu-gcc', source, f'-x c {options} {ALONE}', least) for source, options, least in (
        ('types_target.cc', '-O0 -e main', 0.9), ('types_target.cc', '-O2 -fPIC -shared', 0.95), ('types_kinds.cc', '-O1 -e main', 0.9),
        # variables of threads are where constants among the code say
        ('types_places.cc', '-O2 -e main', 0.6), ('types_reuse.cc', '-O2 -e main', 0.7))] + [
    ('powerpc64le-linux-gnu-gcc', source, f'-x c {options} {ALONE}', least) for source, options, least in (
        ('types_target.cc', '-O0 -e main', 0.9), ('types_kinds.cc', '-O2 -e main', 0.9), ('types_kinds.cc', '-O1 -fPIC -shared', 0.8),
        ('types_places.cc', '-O2 -e main', 0.95), ('types_reuse.cc', '-O2 -e main', 0.8))]


def run(*words, seconds=300, home=None):
    return subprocess.run(words, capture_output=True, text=True, errors='replace', timeout=seconds, stdin=subprocess.DEVNULL,
                          env={**ENVIRONMENT, 'HOME': home or os.getcwd()})


def build(compiler, source, options, program='target'):
    """None, or why the program cannot be built: (whether that is a failure, text)."""
    if not shutil.which(compiler):
        return False, f'{compiler} is not installed'
    place = [] if '-fPI' in options else ['-no-pie', '-fno-pie']
    built = run(compiler, *options.split(), '-g', *place, '-w', '-o', program, os.path.join(SOURCES, source))
    return (True, f'does not build: {built.stderr[:500]}') if built.returncode else None


def build_rust(level, program='target', source='types_target.rs'):
    """As build; rustup looks for the compiler below the home directory, which is not that of the tests."""
    if not shutil.which('rustc'):
        return False, 'rustc is not installed'
    built = run('rustc', '-g', '-C', f'opt-level={level}', '-C', 'relocation-model=static', '-o', program, os.path.join(SOURCES, source),
                home=pwd.getpwuid(os.getuid()).pw_dir)
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


def record(asm, program, addresses, arch='x86_64'):
    """perf.data: a sample at each address of the program. Returns what is added to addresses there."""
    start, offset, size, base = code_segment(program)
    text = (f'feature arch {arch}\nevent cycles sample_type=identifier|ip|tid|time|period ids=1\ndefault pid=10 tid=10\n'
            f'comm comm=target misc=exec time=1\nmmap2 start={start + base:#x} len={size:#x} pgoff={offset:#x} prot=rx '
            f'file={os.path.abspath(program)} time=2\n')
    text += ''.join(f'sample ip={address + base:#x} time={i + 3} period=1 misc=user\n' for i, address in enumerate(addresses))
    # in this process: another Python for each would take longer than all else
    if os.path.dirname(asm) not in sys.path:
        sys.path.insert(0, os.path.dirname(asm))
    import perfdata_asm  # pylint: disable=import-outside-toplevel
    perfdata_asm.write_recording('perf.data', *perfdata_asm.assemble(text, '.', None, None))
    return base


def reported(perf, key, data='perf.data', seconds=300):
    """address -> what the report says, and the report's warnings."""
    report = run(perf, 'report', '-i', data, '--stdio', '-s', 'addr,' + key, seconds=seconds)
    return {int(address, 16): text for address, text in re.findall(r'% +(0x[0-9a-f]+) +(.*?) *$', report.stdout, re.M)}, report.stderr
