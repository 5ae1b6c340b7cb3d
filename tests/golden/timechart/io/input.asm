# calls that read, write, sync, send, receive and poll; merged, failed, unfinished, mismatched
event syscalls:sys_enter_read type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_read id=1 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_read type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_read id=2 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_pread64 type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_pread64 id=3 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_pread64 type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_pread64 id=4 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_readv type=tracepoint config=5 sample_type=ip|tid|time|cpu|raw|period|identifier ids=5 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_readv id=5 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_readv type=tracepoint config=6 sample_type=ip|tid|time|cpu|raw|period|identifier ids=6 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_readv id=6 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_preadv type=tracepoint config=7 sample_type=ip|tid|time|cpu|raw|period|identifier ids=7 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_preadv id=7 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_preadv type=tracepoint config=8 sample_type=ip|tid|time|cpu|raw|period|identifier ids=8 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_preadv id=8 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_write type=tracepoint config=9 sample_type=ip|tid|time|cpu|raw|period|identifier ids=9 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_write id=9 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_write type=tracepoint config=10 sample_type=ip|tid|time|cpu|raw|period|identifier ids=10 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_write id=10 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_pwrite64 type=tracepoint config=11 sample_type=ip|tid|time|cpu|raw|period|identifier ids=11 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_pwrite64 id=11 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_pwrite64 type=tracepoint config=12 sample_type=ip|tid|time|cpu|raw|period|identifier ids=12 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_pwrite64 id=12 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_writev type=tracepoint config=13 sample_type=ip|tid|time|cpu|raw|period|identifier ids=13 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_writev id=13 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_writev type=tracepoint config=14 sample_type=ip|tid|time|cpu|raw|period|identifier ids=14 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_writev id=14 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_pwritev type=tracepoint config=15 sample_type=ip|tid|time|cpu|raw|period|identifier ids=15 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_pwritev id=15 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_pwritev type=tracepoint config=16 sample_type=ip|tid|time|cpu|raw|period|identifier ids=16 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_pwritev id=16 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_sync type=tracepoint config=17 sample_type=ip|tid|time|cpu|raw|period|identifier ids=17 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_sync id=17 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_sync type=tracepoint config=18 sample_type=ip|tid|time|cpu|raw|period|identifier ids=18 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_sync id=18 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_sync_file_range type=tracepoint config=19 sample_type=ip|tid|time|cpu|raw|period|identifier \
  ids=19 flags=sample_id_all period=1
tracepoint syscalls:sys_enter_sync_file_range id=19 fields="int __syscall_nr; unsigned long fd; unsigned long b; \
  unsigned long c" print='"x"'
event syscalls:sys_exit_sync_file_range type=tracepoint config=20 sample_type=ip|tid|time|cpu|raw|period|identifier \
  ids=20 flags=sample_id_all period=1
tracepoint syscalls:sys_exit_sync_file_range id=20 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_fsync type=tracepoint config=21 sample_type=ip|tid|time|cpu|raw|period|identifier ids=21 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_fsync id=21 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_fsync type=tracepoint config=22 sample_type=ip|tid|time|cpu|raw|period|identifier ids=22 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_fsync id=22 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_msync type=tracepoint config=23 sample_type=ip|tid|time|cpu|raw|period|identifier ids=23 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_msync id=23 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_msync type=tracepoint config=24 sample_type=ip|tid|time|cpu|raw|period|identifier ids=24 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_msync id=24 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_recvfrom type=tracepoint config=25 sample_type=ip|tid|time|cpu|raw|period|identifier ids=25 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_recvfrom id=25 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_recvfrom type=tracepoint config=26 sample_type=ip|tid|time|cpu|raw|period|identifier ids=26 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_recvfrom id=26 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_recvmmsg type=tracepoint config=27 sample_type=ip|tid|time|cpu|raw|period|identifier ids=27 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_recvmmsg id=27 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_recvmmsg type=tracepoint config=28 sample_type=ip|tid|time|cpu|raw|period|identifier ids=28 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_recvmmsg id=28 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_recvmsg type=tracepoint config=29 sample_type=ip|tid|time|cpu|raw|period|identifier ids=29 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_recvmsg id=29 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_recvmsg type=tracepoint config=30 sample_type=ip|tid|time|cpu|raw|period|identifier ids=30 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_recvmsg id=30 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_sendto type=tracepoint config=31 sample_type=ip|tid|time|cpu|raw|period|identifier ids=31 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_sendto id=31 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_sendto type=tracepoint config=32 sample_type=ip|tid|time|cpu|raw|period|identifier ids=32 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_sendto id=32 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_sendmsg type=tracepoint config=33 sample_type=ip|tid|time|cpu|raw|period|identifier ids=33 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_sendmsg id=33 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_sendmsg type=tracepoint config=34 sample_type=ip|tid|time|cpu|raw|period|identifier ids=34 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_sendmsg id=34 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_sendmmsg type=tracepoint config=35 sample_type=ip|tid|time|cpu|raw|period|identifier ids=35 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_sendmmsg id=35 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_sendmmsg type=tracepoint config=36 sample_type=ip|tid|time|cpu|raw|period|identifier ids=36 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_sendmmsg id=36 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_epoll_pwait type=tracepoint config=37 sample_type=ip|tid|time|cpu|raw|period|identifier \
  ids=37 flags=sample_id_all period=1
tracepoint syscalls:sys_enter_epoll_pwait id=37 fields="int __syscall_nr; unsigned long fd; unsigned long b; \
  unsigned long c" print='"x"'
event syscalls:sys_exit_epoll_pwait type=tracepoint config=38 sample_type=ip|tid|time|cpu|raw|period|identifier \
  ids=38 flags=sample_id_all period=1
tracepoint syscalls:sys_exit_epoll_pwait id=38 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_epoll_wait type=tracepoint config=39 sample_type=ip|tid|time|cpu|raw|period|identifier \
  ids=39 flags=sample_id_all period=1
tracepoint syscalls:sys_enter_epoll_wait id=39 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_epoll_wait type=tracepoint config=40 sample_type=ip|tid|time|cpu|raw|period|identifier \
  ids=40 flags=sample_id_all period=1
tracepoint syscalls:sys_exit_epoll_wait id=40 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_poll type=tracepoint config=41 sample_type=ip|tid|time|cpu|raw|period|identifier ids=41 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_poll id=41 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_poll type=tracepoint config=42 sample_type=ip|tid|time|cpu|raw|period|identifier ids=42 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_poll id=42 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_ppoll type=tracepoint config=43 sample_type=ip|tid|time|cpu|raw|period|identifier ids=43 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_ppoll id=43 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned long \
  c" print='"x"'
event syscalls:sys_exit_ppoll type=tracepoint config=44 sample_type=ip|tid|time|cpu|raw|period|identifier ids=44 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_ppoll id=44 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_pselect6 type=tracepoint config=45 sample_type=ip|tid|time|cpu|raw|period|identifier ids=45 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_pselect6 id=45 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_pselect6 type=tracepoint config=46 sample_type=ip|tid|time|cpu|raw|period|identifier ids=46 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_pselect6 id=46 fields="int __syscall_nr; long ret" print='"x"'
event syscalls:sys_enter_select type=tracepoint config=47 sample_type=ip|tid|time|cpu|raw|period|identifier ids=47 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_select id=47 fields="int __syscall_nr; unsigned long fd; unsigned long b; unsigned \
  long c" print='"x"'
event syscalls:sys_exit_select type=tracepoint config=48 sample_type=ip|tid|time|cpu|raw|period|identifier ids=48 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_exit_select id=48 fields="int __syscall_nr; long ret" print='"x"'
feature nrcpus 2 2
feature event_desc
default ip=0xffffffff81000010
comm pid=100 tid=100 comm="alpha" time=1000000
comm pid=200 tid=200 comm="beta" time=1000000
sample id=2 pid=300 tid=300 cpu=0 time=1000000000 misc=kernel fields="ret=7"
sample id=1 pid=100 tid=100 cpu=0 time=1000000000 misc=kernel fields="fd=3"
sample id=2 pid=100 tid=100 cpu=0 time=1010000000 misc=kernel fields="ret=4096"
sample id=9 pid=100 tid=100 cpu=0 time=1050000000 misc=kernel fields="__syscall_nr=4 fd=4"
sample id=10 pid=100 tid=100 cpu=0 time=1080000000 misc=kernel fields="__syscall_nr=4 ret=100000"
sample id=17 pid=100 tid=100 cpu=0 time=1100000000 misc=kernel fields="__syscall_nr=8 fd=3"
sample id=18 pid=100 tid=100 cpu=0 time=1150000000 misc=kernel fields="__syscall_nr=8"
sample id=25 pid=200 tid=200 cpu=0 time=1200000000 misc=kernel fields="__syscall_nr=12 fd=5"
sample id=26 pid=200 tid=200 cpu=0 time=1250000000 misc=kernel fields="__syscall_nr=12 ret=1000000"
sample id=31 pid=200 tid=200 cpu=0 time=1300000000 misc=kernel fields="__syscall_nr=15 fd=5"
sample id=32 pid=200 tid=200 cpu=0 time=1350000000 misc=kernel fields="__syscall_nr=15 ret=2000000"
sample id=41 pid=200 tid=200 cpu=0 time=1400000000 misc=kernel fields="__syscall_nr=20 fd=6"
sample id=42 pid=200 tid=200 cpu=0 time=1450000000 misc=kernel fields="__syscall_nr=20 ret=1"
sample id=1 pid=200 tid=200 cpu=0 time=1500000000 misc=kernel fields="fd=7"
sample id=2 pid=200 tid=200 cpu=0 time=1550000000 misc=kernel fields="ret=-5"
sample id=1 pid=200 tid=200 cpu=0 time=1600000000 misc=kernel fields="fd=7"
sample id=2 pid=200 tid=200 cpu=0 time=1650000000 misc=kernel fields="ret=-11"
sample id=1 pid=200 tid=200 cpu=0 time=1700000000 misc=kernel fields="fd=7"
sample id=2 pid=200 tid=200 cpu=0 time=1700100000 misc=kernel fields="ret=10"
sample id=1 pid=200 tid=200 cpu=0 time=1701000000 misc=kernel fields="fd=7"
sample id=2 pid=200 tid=200 cpu=0 time=1701100000 misc=kernel fields="ret=10"
sample id=1 pid=200 tid=200 cpu=0 time=1702000000 misc=kernel fields="fd=8"
sample id=2 pid=200 tid=200 cpu=0 time=1702100000 misc=kernel fields="ret=10"
sample id=1 pid=200 tid=200 cpu=0 time=1850000000 misc=kernel fields="fd=8"
sample id=9 pid=200 tid=200 cpu=0 time=1860000000 misc=kernel fields="__syscall_nr=4 fd=9"
sample id=10 pid=200 tid=200 cpu=0 time=1870000000 misc=kernel fields="__syscall_nr=4 ret=10"
sample id=2 pid=200 tid=200 cpu=0 time=1880000000 misc=kernel fields="ret=1"
sample id=1 pid=200 tid=200 cpu=0 time=1885000000 misc=kernel fields="fd=3"
sample id=10 pid=200 tid=200 cpu=0 time=1890000000 misc=kernel fields="__syscall_nr=4 ret=5"
sample id=9 pid=100 tid=100 cpu=0 time=1960000000 misc=kernel fields="__syscall_nr=4 fd=3"
sample id=10 pid=100 tid=100 cpu=0 time=1970000000 misc=kernel fields="__syscall_nr=4"
sample id=1 pid=100 tid=100 cpu=0 time=1990000000 misc=kernel fields="fd=3"
sample id=41 pid=200 tid=200 cpu=0 time=2000000000 misc=kernel fields="__syscall_nr=20 fd=-1"
