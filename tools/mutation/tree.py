"""A copy of the sources with all changes in it, each behind a question at run time, so that one build serves all of them."""
import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess

from mutation import sites as finding

OPTIONS = ['-Db_sanitize=address,undefined', '-Db_lundef=false', '-Doptimization=1']


def compile_commands(build):
    """(file, arguments) of every C file of src/, as meson would compile it."""
    with open(os.path.join(build, 'compile_commands.json')) as file:
        seen = set()
        for entry in json.load(file):
            path = os.path.normpath(os.path.join(entry['directory'], entry['file']))
            words = shlex.split(entry['command'])
            arguments = [word for word in words if word.startswith(('-I', '-D', '-std'))]
            arguments = [f'-I{os.path.join(entry["directory"], a[2:])}' if a.startswith('-I') else a for a in arguments]
            arguments += ['-include', words[words.index('-include') + 1]]
            if path.endswith('.c') and '/src/' in path and path not in seen:
                seen.add(path)
                yield path, arguments


class Tree:
    def __init__(self, root, work):
        self.root, self.source, self.build = root, os.path.join(work, 'source'), os.path.join(work, 'build')
        self.control = os.path.join(work, 'control')

    def copy(self):
        shutil.rmtree(self.source, ignore_errors=True)
        names = subprocess.run(['git', 'ls-files', '-z'], cwd=self.root, check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split('\0')):
            target = os.path.join(self.source, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(os.path.join(self.root, name), target, follow_symlinks=False)
        shutil.copy2(os.path.join(os.path.dirname(__file__), 'mutant.h'), os.path.join(self.source, 'mutant.h'))

    def configure(self, count):
        """With room for `count` changes."""
        shutil.rmtree(self.build, ignore_errors=True)
        flags = f'-w -include {self.source}/mutant.h -DMUTANT_COUNT={count} -DMUTANT_CONTROL=\'"{self.control}"\''
        environment = dict(os.environ, CC=os.environ.get('MUTATE_CC', 'clang'))
        subprocess.run(['meson', 'setup', self.build, self.source, *OPTIONS, f'-Dc_args={flags}'], check=True, env=environment,
                       stdout=subprocess.DEVNULL)

    def find_sites(self, wanted):
        """All sites of the files whose path below src/ contains one of `wanted` (none: all)."""
        found = []
        for path, arguments in compile_commands(self.build):
            below = os.path.relpath(path, os.path.join(self.source, 'src'))
            if not below.startswith('..') and (not wanted or any(part in below for part in wanted)):
                found += finding.find_sites(path, arguments, self.source)
        return found

    def apply(self, sites):
        """Writes the changes, numbered from 1, into the files; returns those that the compiler takes."""
        by_path = {}
        for number, site in enumerate(sites, 1):
            by_path.setdefault(site.path, []).append((number, site))
        commands = dict(compile_commands(self.build))
        with concurrent.futures.ThreadPoolExecutor() as pool:
            taken = pool.map(lambda item: self.apply_to(item[0], item[1], commands[item[0]]), by_path.items())
            return dict(pair for pairs in taken for pair in pairs)

    def apply_to(self, path, numbered, arguments):
        with open(path, 'rb') as file:
            original = file.read()
        if not compiles(path, original, numbered, arguments):
            numbered = [pair for pair in numbered if compiles(path, original, [pair], arguments)]
            compiles(path, original, numbered, arguments)
        return numbered

    def make(self):
        subprocess.run(['ninja', '-C', self.build], check=True, stdout=subprocess.DEVNULL)


def compiles(path, original, numbered, arguments):
    """Leaves the changed file behind."""
    text = original
    for number, site in sorted(numbered, key=lambda pair: -pair[1].begin):
        text = text[:site.begin] + site.text(number).encode() + text[site.end:]
    with open(path, 'wb') as file:
        file.write(text)
    return subprocess.run(['clang', '-fsyntax-only', '-w', *arguments, path], stderr=subprocess.DEVNULL).returncode == 0
