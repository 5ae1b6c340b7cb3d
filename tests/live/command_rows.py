"""What there is to run that prints: a row for every command of the table, with its subcommands and every kind of file it prints into, and recordings for it.
Tests that must hold for all commands go through these rows; output_ends checks that each command has one."""
import os
import shutil
import subprocess
import sys

INPUTS = ('report/callgraph-modes', 'sched/basics', 'kmem/slab', 'lock/contention', 'lock/lockdep', 'latency/basics', 'trace/basics', 'timechart/basics',
          'stat/aggregation', 'buildid-list/feature', 'mem/keys', 'c2c/lines')
INPUTS += ('annotate/basics', 'kvm/vmx', 'kwork/basics')
# command line; where it prints: stdout, stderr, log (--log-fd of the descriptor that stdout is), or file (the word OUT); what it needs
ROWS = [
    ('--version', 'stdout'), ('--list-cmds', 'stdout'), ('--list-opts', 'stdout'), ('--exec-path', 'stdout'), ('help', 'stdout'), ('', 'stdout'),
    ('report --list-opts', 'stdout'),
    ('annotate --stdio --symfs . -i basics-annotate', 'stdout'), ('annotate --stdio2 --symfs . -i basics-annotate', 'stdout'),
    ('version', 'stdout'), ('version --build-options', 'stdout'), ('check feature zstd', 'stdout'), ('config -l', 'stdout'), ('cache', 'stdout'),
    ('daemon --base daemon-base', 'stdout', 'daemon'), ('daemon --json --base daemon-base', 'stdout', 'daemon'),
    ('report --stdio -i report', 'stdout'), ('report --json -i report', 'stdout'), ('report --header-only -i report', 'stdout'), ('report --stats -i report', 'stdout'),
    ('report --tasks -i report', 'stdout'), ('report --mmaps -i report', 'stdout'), ('report -D -i report', 'stdout'), ('report -T --stdio -i report', 'stdout'),
    ('script -i report', 'stdout'), ('script -D -i report', 'stdout'), ('script --header-only -i report', 'stdout'), ('script -F comm,ip -i report', 'stdout'),
    ('script --json -i report', 'stdout'), ('script -i aggregation', 'stdout'),
    ('doctor --only=limits', 'stdout'), ('doctor --json --only=limits', 'stdout'), ('doctor wait -i basics-sched', 'stdout'), ('doctor wait --json -i basics-sched', 'stdout'),
    ('diff report report', 'stdout'), ('diff -D report report', 'stdout'), ('diff --json report report', 'stdout'), ('diff --markdown report report', 'stdout'), ('diff report -- report', 'stdout'),
    ('evlist -i report', 'stdout'), ('evlist -v -i basics-sched', 'stdout'), ('buildid-list -i feature', 'stdout'), ('buildid-list -i PERF', 'stdout'),
    ('buildid-cache -l', 'stdout', 'cached'), ('archive recorded-here', 'stdout', 'archives'),
    ('kallsyms schedule', 'stdout', 'machine'),
    ('bench', 'stdout'), ('bench syscall basic -l 10', 'stdout'),
    ('kmem stat -i slab', 'stdout'), ('kmem stat --json -i slab', 'stdout'),
    ('kvm -i vmx stat report', 'stdout'),
    ('ftrace latency -T vfs_read -i graph.txt', 'stdout'), ('ftrace profile -i graph.txt', 'stdout'),
    ('kwork report -i basics-kwork', 'stdout'), ('kwork latency -i basics-kwork', 'stdout'), ('kwork timehist -i basics-kwork', 'stdout'), ('kwork top -i basics-kwork', 'stdout'),
    ('latency report -i basics-latency', 'stdout'), ('latency report --json -i basics-latency', 'stdout'), ('latency report -o OUT -i basics-latency', 'file'),
    ('latency report -o - -i basics-latency', 'stdout'),
    ('iostat list', 'stdout', 'ports'),
    ('inject -b -i report', 'stdout'), ('inject -b -i report -o OUT', 'file'),
    ('list sw', 'stdout'), ('list --raw-dump sw', 'stdout'), ('list -j sw', 'stdout'), ('list -o OUT sw', 'file'),
    ('lock report -i lockdep', 'stderr'), ('lock report --json -i lockdep', 'stdout'), ('lock report --output OUT -i lockdep', 'file'),
    ('lock info -i lockdep', 'stderr'), ('lock info --output OUT -i lockdep', 'file'), ('lock contention -i contention', 'stderr'),
    ('lock contention --output OUT -i contention', 'file'), ('lock script', 'stdout'),
    ('c2c report --stdio -i lines', 'stdout'), ('c2c report --json -i lines', 'stdout'), ('mem report --stdio -i keys', 'stdout'), ('mem report -D -i keys', 'stdout'),
    ('probe -x PERF -F', 'stdout'), ('probe -x PERF -L main', 'stdout', 'lines'), ('probe -x PERF -V main', 'stdout', 'lines'), ('probe -x PERF -D main', 'stdout', 'lines'),
    ('sched latency -i basics-sched', 'stdout'), ('sched map -i basics-sched', 'stdout'), ('sched replay -r 1 -i basics-sched', 'stdout'), ('sched timehist -i basics-sched', 'stdout'),
    ('sched timehist --json -i basics-sched', 'stdout'), ('sched latency -D -i basics-sched', 'stdout'), ('sched script', 'stdout'),
    ('sched stats report -i stats', 'stdout'),
    ('stat -e task-clock -- true', 'stderr', 'events'), ('stat -e task-clock -o OUT -- true', 'file', 'events'), ('stat -e task-clock -x, -I 20 -o OUT -- sleep 0.05', 'file', 'events'),
    ('stat -e task-clock -j -o OUT -- true', 'file', 'events'), ('stat -e task-clock --log-fd LOG -- true', 'log', 'events'), ('stat report -i aggregation', 'stderr'),
    ('test list', 'stdout'), ('timechart -i basics-timechart -o OUT', 'file'), ('timechart -i basics-timechart -o -', 'stdout'), ('timechart --json -i basics-timechart', 'stdout'),
    ('top --json -e cpu-clock -d 1 --iterations 1', 'stdout', 'machine'), ('top --stdio -e cpu-clock -d 1 --iterations 2', 'stdout', 'machine'),
    ('trace -i basics-trace', 'stderr'), ('trace -s -i basics-trace', 'stderr'), ('trace -i basics-trace -o OUT', 'file'), ('trace -i basics-trace --json', 'stdout'),
]


def make_recordings(asm, cases, folder):
    """The recordings that rows name, in the folder; names that two cases have get the name of their command behind them."""
    names = [os.path.basename(case) for case in INPUTS]
    for case in INPUTS:
        command, name = case.split('/')
        to = 'report' if command == 'report' else name if names.count(name) == 1 else f'{name}-{command}'
        subprocess.run([sys.executable, asm, f'{cases}/{case}/input.asm', '-o', f'{folder}/{to}'], check=True)
    os.makedirs(f'{folder}/nonexistent', exist_ok=True)  # the program of annotate/basics, for --symfs
    shutil.copy(f'{cases}/ftrace/tables/graph.txt', folder)
    shutil.copy(f'{cases}/sched/stats/input.data', f'{folder}/stats')
    for name in ('prog', 'prog.c'): shutil.copy(f'{cases}/annotate/basics/{name}', f'{folder}/nonexistent/{name}')
