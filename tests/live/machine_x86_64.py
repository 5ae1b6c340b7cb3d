"""An emulated x86-64 machine that runs a script as root: qemu-system-x86_64, and in $PERF_MACHINE_X86_64 vmlinuz and base.cpio, an initramfs whose /init runs
/job/job.sh and then writes /out as a tar to /dev/vda."""
import io
import os
import re
import shutil
import subprocess
import tarfile


def missing():
    """Why there is no machine; None: there is."""
    machine = os.environ.get('PERF_MACHINE_X86_64')
    if not machine or not os.path.exists(os.path.join(machine, 'base.cpio')):
        return '$PERF_MACHINE_X86_64 is not set'
    return None if shutil.which('qemu-system-x86_64') else 'no qemu-system-x86_64'


def cpio(files):
    """An archive of the "newc" form, of executable files and the directories they are in."""
    out = io.BytesIO()
    folders = sorted({os.path.dirname(name) for name in files} | {'job'}, key=len)
    for number, (name, data) in enumerate([*((folder, None) for folder in folders), *files.items(), ('TRAILER!!!', b'')]):
        path, mode = name.encode() + b'\0', 0o40755 if data is None else 0o100755
        fields = [number + 1, 0 if name == 'TRAILER!!!' else mode, 0, 0, 1, 0, len(data or b''), 0, 0, 0, 0, len(path), 0]
        out.write(b'070701' + b''.join(b'%08X' % field for field in fields) + path)
        out.write(b'\0' * (-out.tell() % 4) + (data or b''))
        out.write(b'\0' * (-out.tell() % 4))
    return out.getvalue()


def program(path):
    """A program as job/NAME with its libraries: to be run as /job/ld.so --library-path /job/libraries /job/NAME."""
    files = {'job/' + os.path.basename(path): open(path, 'rb').read()}
    for line in subprocess.run(['ldd', path], capture_output=True, text=True, check=True).stdout.splitlines():
        match = re.match(r'\s*(?:(\S+) => )?(/\S+) \(', line)
        if match:
            files['job/libraries/' + match.group(1) if match.group(1) else 'job/ld.so'] = open(match.group(2), 'rb').read()
    return files


def library(name):
    """What program() gives beside a program, of a library that it loads when it needs it; empty where there is none here."""
    listed = subprocess.run(['/sbin/ldconfig', '-p'], capture_output=True, text=True, check=True).stdout
    match = re.search(rf'^\s*{re.escape(name)} \(.*x86-64.*\) => (\S+)$', listed, re.MULTILINE)
    files = program(match.group(1)) if match else {}
    return {path.replace(f'job/{name}', f'job/libraries/{name}'): data for path, data in files.items() if path != 'job/ld.so'}


def run(files, directory, seconds=900, cpu='max'):
    """What job/job.sh among the files left in /out: {name: text}. Tries again when the emulated kernel does not come up. RuntimeError: nothing came back."""
    machine, disk, initrd = os.path.abspath(os.environ['PERF_MACHINE_X86_64']), os.path.join(directory, 'disk'), os.path.join(directory, 'initrd')
    with open(initrd, 'wb') as out:
        out.write(open(os.path.join(machine, 'base.cpio'), 'rb').read() + cpio(files))
    command = ['qemu-system-x86_64', '-M', 'q35', '-cpu', cpu, '-accel', 'tcg', '-m', '2048', '-drive', f'file={disk},format=raw,if=virtio', '-nic', 'none',
               '-display', 'none', '-monitor', 'none', '-serial', 'stdio', '-no-reboot', '-kernel', os.path.join(machine, 'vmlinuz'), '-initrd', initrd,
               '-append', 'console=ttyS0 panic=-1 quiet no_timer_check']
    for _ in range(3):
        with open(disk, 'wb') as out:
            out.truncate(64 << 20)
        console = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds).stdout.decode(errors='replace')
        try:
            with tarfile.open(disk) as archive:
                found = {os.path.basename(member.name): archive.extractfile(member).read().decode(errors='replace') for member in archive if member.isfile()}
        except tarfile.ReadError:
            found = {}
        if found:
            return found
    raise RuntimeError('nothing came back: ' + console[-2000:])
