"""Runs tests of a mutated build: which changes each one reaches, and which of them one notices.

Unit programs and golden cases run at the same time. Live tests ask the machine, so that they run one by one, each for at
most LIVE_LIMIT_S, and all of them until their time is over.
"""
import concurrent.futures
import json
import os
import resource
import signal
import struct
import subprocess
import tempfile
import time

LIMIT_S = 300
LIVE_LIMIT_S = 180


def limit_cpu():
    """A change can make a program loop, in a session of its own where killing the group does not reach it."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S))


class Runs:
    def __init__(self, tree, count):
        self.tree, self.count = tree, count
        with open(tree.control, 'wb') as control:
            control.write(bytes(4 + count + 1))

    def choose(self, number):
        """Asks for a change (0: none) and forgets what was reached."""
        with open(self.tree.control, 'r+b') as control:
            control.write(struct.pack('=I', number) + bytes(self.count + 1))

    def reached(self):
        with open(self.tree.control, 'rb') as control:
            return {number for number, byte in enumerate(control.read()[4:]) if byte}

    def programs(self, is_wanted):
        """(name, command, environment, directory) of the tests that meson lists."""
        text = subprocess.run(['meson', 'introspect', '--tests', self.tree.build], check=True, capture_output=True, text=True).stdout
        for test in json.loads(text):
            suites = [suite.split(':')[-1] for suite in test.get('suite', [])]
            if is_wanted(suites, test['cmd'][0]):
                yield '/'.join(suites + [test['name']]), test['cmd'], test.get('env') or {}, test.get('workdir') or self.tree.build

    def tests(self):
        """Unit programs and golden cases."""
        yield from self.programs(lambda suites, program: '/tests/unit/' in program)
        golden = os.path.join(self.tree.source, 'tests/golden')
        perf = os.path.join(self.tree.build, 'src/perf')
        for path, _, names in sorted(os.walk(golden)):
            if 'cmd' in names:
                case = os.path.relpath(path, golden)
                yield f'golden/{case}', [os.path.join(golden, 'run'), '--perf', perf, '-j', '1', case], {}, self.tree.build

    def passes(self, test, limit_s=LIMIT_S):
        _, command, environment, directory = test
        with tempfile.TemporaryDirectory(prefix='mutate-home-', ignore_cleanup_errors=True) as home, tempfile.TemporaryFile() as output:
            process = subprocess.Popen(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True, preexec_fn=limit_cpu,
                                       env={**os.environ, 'HOME': home, 'PERF_CACHE_DIR': '', 'PERF_CONFIG': '/dev/null', **environment})
            try:
                status = process.wait(limit_s)
            except subprocess.TimeoutExpired:
                status = None
            try:
                os.killpg(process.pid, signal.SIGKILL)  # what it left behind
            except ProcessLookupError:
                pass
            process.wait()
            output.seek(0)
            text = output.read()
        return status in (0, 77) and b'\nnot ok' not in b'\n' + text and b'runtime error:' not in text and b'Sanitizer' not in text

    def survey(self):
        """{number: [tests that reach it]}; tests that fail without a change are left out, and said."""
        reaching, broken = {}, []
        for test in self.tests():
            self.choose(0)
            if not self.passes(test):
                broken.append(test[0])
                continue
            for number in self.reached():
                reaching.setdefault(number, []).append(test)
        return reaching, broken

    def live_survey(self, numbers, until):
        """{number: [live tests that reach it, the quickest first]} of these changes; as many tests as there is time for."""
        reaching, seconds = {}, {}
        for test in self.programs(lambda suites, program: 'live' in suites):
            self.choose(0)
            begin = time.monotonic()
            if begin >= until:
                break
            if not self.passes(test, min(LIVE_LIMIT_S, until - begin)):
                continue  # it cannot run here, or not under sanitizers
            seconds[test[0]] = time.monotonic() - begin
            for number in self.reached() & numbers:
                reaching.setdefault(number, []).append(test)
        return {number: sorted(tests, key=lambda test: seconds[test[0]]) for number, tests in reaching.items()}

    def live_notices(self, number, tests, until):
        """(name of the live test that notices it or None, how many were asked)."""
        for asked, test in enumerate(tests):
            self.choose(number)
            left_s = until - time.monotonic()
            if left_s <= 0:
                return None, asked
            if not self.passes(test, min(LIVE_LIMIT_S, left_s)) and time.monotonic() < until:
                return test[0], asked + 1
        return None, len(tests)

    def is_noticed(self, number, tests, jobs):
        """By one of the tests, the unit programs first. Returns its name, or None."""
        self.choose(number)
        for begin in range(0, len(tests), jobs):
            batch = tests[begin:begin + jobs]
            with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
                for test, good in zip(batch, pool.map(self.passes, batch)):
                    if not good:
                        return test[0]
        return None
