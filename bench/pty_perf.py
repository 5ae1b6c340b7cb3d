"""A perf command on a terminal of 80 x 24, for benchmarks of what is seen: started, typed at, read, and measured from /proc."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

ESCAPE = re.compile(rb'\x1b(?:\[[0-9;?]*[@-~]|[()][A-Z0-9]|[=>78])')
SHARE = re.compile(rb'\d\.\d\d%')


class OnTerminal:
    def __init__(self, program, words, rows=24, columns=80):
        self.started, self.seen = time.monotonic(), b''
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM='xterm-256color', LC_ALL='C.UTF-8', DEBUGINFOD_URLS='')
            os.environ.pop('PERF_PAGER', None)
            os.execv(program, [program, *words])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)

    def type(self, keys):
        os.write(self.terminal, keys)

    def read(self, seconds):
        """What comes within that time; b'': nothing, None: the command has ended."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return b''
        try:
            return os.read(self.terminal, 1 << 16)
        except OSError:
            return None

    def wait_rows(self, rows, patience):
        """Until so many rows with a percentage are below the title: the seconds since the start, or None."""
        while time.monotonic() - self.started < patience:
            part = self.read(1)
            if part is None:
                return None
            self.seen += part
            if b'Press any key' in part:  # a warning of upstream's, which waits
                self.type(b' ')
            shown = ESCAPE.sub(b'', self.seen)
            if part and len(SHARE.findall(shown[shown.rfind(b'Samples: '):])) >= rows:
                return time.monotonic() - self.started
        return None

    def cpu_seconds(self):
        """User and system time so far."""
        with open(f'/proc/{self.pid}/stat', encoding='latin-1') as stat:
            fields = stat.read().rpartition(')')[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf('SC_CLK_TCK')

    def peak_mib(self):
        with open(f'/proc/{self.pid}/status', encoding='utf-8') as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith('VmHWM')), 0)
