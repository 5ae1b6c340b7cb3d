"""What live tests share: running perf, and a line for each case."""
import ctypes
import fcntl
import os
import platform
import re
import struct
import subprocess
import sys
import time

ENVIRONMENT = {**os.environ, 'PERF_CONFIG': '/dev/null', 'PERF_CACHE_DIR': '', 'DEBUGINFOD_URLS': '', 'LC_ALL': 'C'}
ROOT = os.geteuid() == 0


def run(*words, seconds=60, **more):
    return subprocess.run(words, capture_output=True, text=True, errors='replace', timeout=seconds, **{'env': ENVIRONMENT, 'stdin': subprocess.DEVNULL, **more})


def same(what, got, wanted):
    assert got == wanted, f'{what} is {got!r}, not {wanted!r}'


def has(text, *parts):
    for part in parts:
        assert part in text, f'{part!r} is not in {text!r}'


def first_missing(text, patterns):
    """The first pattern that is in no line behind that of the one before; None: all are."""
    lines = iter(text.splitlines())
    return next((pattern for pattern in patterns if not any(re.match(pattern + r'\s*$|' + pattern + r'\s', line) for line in lines)), None)


def alone(path):
    """For what there is one of on the machine: waits until no other test that asks for this file runs. Holds as long as what is returned is open."""
    only = open(path, encoding='utf-8')  # pylint: disable=consider-using-with
    fcntl.flock(only, fcntl.LOCK_EX)
    return only


def wait_for(what, true, seconds=30):
    """Until true() is so; for what other processes do."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f'{what}: not within {seconds} s'
        time.sleep(0.01)


def has_tracepoints():
    """Whether tracefs can be read, wherever it is mounted."""
    with open('/proc/self/mounts', encoding='utf-8') as mounts:
        places = [line.split()[1] for line in mounts if line.split()[2] in ('tracefs', 'debugfs')]
    return any(os.access(os.path.join(place, *below, 'events/sched'), os.R_OK) for place in places for below in ((), ('tracing',)))


def breakpoints_fire():
    """Whether the processor stops at what a breakpoint watches, asked without perf: some virtual machines take breakpoints that never fire. False where
    the kernel has none."""
    call = {'x86_64': 298, 'aarch64': 241}.get(platform.machine())
    if call is None:
        return False
    watched, kernel = ctypes.c_uint32(0), ctypes.CDLL(None, use_errno=True)
    write, exclude_kernel = 2, 1 << 5
    # struct perf_event_attr up to bp_len: PERF_TYPE_BREAKPOINT
    attr = struct.pack('IIQQQQQIIQQ', 5, 72, 0, 0, 0, 0, exclude_kernel, 0, write, ctypes.addressof(watched), 4)
    fd = kernel.syscall(call, attr, 0, -1, -1, 0)
    if fd < 0:
        return False
    for value in range(10):
        watched.value = value
    with os.fdopen(fd, 'rb') as event:
        return struct.unpack('Q', event.read(8))[0] == 10


def run_cases(cases):
    """Each a function with a name: what it returns is why it was skipped, None when it was not. True when one failed."""
    failed = False
    for case in cases:
        try:
            skipped = case()
        except (AssertionError, OSError, subprocess.TimeoutExpired) as why:
            print(f'not ok {case.__name__}: {str(why) or "assertion"}')
            failed = True
        else:
            print(f'skip {case.__name__}: {skipped}' if skipped else f'ok {case.__name__}')
        sys.stdout.flush()
    return failed
