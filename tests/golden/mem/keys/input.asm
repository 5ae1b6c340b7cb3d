# Loads and stores of variables, memory without a file, shared memory of two processes, and addresses that nothing is mapped at.
event cpu/mem-loads/ type=raw config=0x1cd sample_type=identifier|ip|tid|time|addr|period|weight|data_src|cpu|phys_addr|data_page_size ids=6 flags=sample_id_all,mmap_data
event cpu/mem-stores/ type=raw config=0x2cd sample_type=identifier|ip|tid|time|addr|period|weight|data_src|cpu|phys_addr|data_page_size ids=7 flags=sample_id_all,mmap_data
feature arch x86_64
feature nrcpus 4 4
comm comm=w pid=10 misc=exec time=1000
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x2000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel time=1000
mmap2 pid=10 start=0x401000 len=0x1000 pgoff=0x1000 file=/nonexistent/w prot=rx time=1001 flags=2
mmap2 pid=10 start=0x404000 len=0x2000 pgoff=0x3000 file=/nonexistent/w prot=rw misc=user|mmap_data time=1001 flags=2
mmap2 pid=10 start=0x7ffd0000 len=0x21000 file=[stack] prot=rw misc=user|mmap_data time=1001 flags=2
mmap2 pid=10 start=0x7ff00000 len=0x21000 file=//anon prot=rw misc=user|mmap_data time=1001 flags=2
mmap2 pid=10 start=0x70000000 len=0x21000 file=/SYSV00000000 maj=1 min=2 ino=77 prot=rw misc=user|mmap_data time=1003 flags=1
mmap2 pid=10 start=0x71000000 len=0x21000 file=/dev/shm/x maj=1 min=2 ino=78 prot=rw misc=user|mmap_data time=1003 flags=1
comm comm=v pid=11 tid=11 misc=exec time=1004
mmap2 pid=11 tid=11 start=0x70000000 len=0x21000 file=/SYSV00000000 maj=1 min=2 ino=77 prot=rw misc=user|mmap_data time=1005 flags=1
mmap2 pid=11 tid=11 start=0x71800000 len=0x21000 file=/dev/shm/x maj=1 min=2 ino=78 prot=rw misc=user|mmap_data time=1005 flags=1
mmap2 pid=11 tid=11 start=0x7ff00000 len=0x21000 file=//anon prot=rw misc=user|mmap_data time=1005 flags=2
default pid=10 tid=10 misc=kernel cpu=1 ip=0xffffffff81000110 period=7 data_page_size=4096
sample id=6 time=2001 addr=0xffffffff82000040 weight=30 data_src=0x68100142 phys_addr=0x12340120
sample id=6 time=2002 addr=0xffffffff82000040 weight=30 data_src=0x68100142 phys_addr=0x12340120
sample id=6 time=2003 addr=0xffffffff82000048 weight=20 data_src=0x68100142 phys_addr=0x12340128
sample id=6 time=2004 addr=0xffffffff82000094 weight=10 data_src=0x29100142 phys_addr=0x12340114
sample id=7 time=2005 addr=0xffffffff82000048 weight=0 data_src=0x6a0c0044 phys_addr=0x12340128 ip=0xffffffff81000210
sample id=7 time=2006 addr=0xffffffff82000108 weight=0 data_src=0x6810c144 phys_addr=0x12340188 ip=0xffffffff81000210 data_page_size=2097152
default misc=user ip=0x401118 cpu=2
sample id=6 time=2007 addr=0x7ffd0010 weight=3 data_src=0x68100142 phys_addr=0x5340118
sample id=6 time=2008 addr=0x7ff00010 weight=3 data_src=0x68100142 phys_addr=0x6340118
sample id=6 time=2009 addr=0x66660010 weight=3 data_src=0x68100142 phys_addr=0x7340118
sample id=6 time=2010 addr=0xffff888812340010 weight=3 data_src=0x68100142 phys_addr=0x8340118
sample id=6 time=2011 addr=0 weight=3 data_src=0x1e05080021 phys_addr=0 data_page_size=0
sample id=6 time=2012 addr=0x404123 weight=3 data_src=0x28100842 phys_addr=0x9340118
sample id=6 time=2013 addr=0x70000040 weight=4 data_src=0x68100142 phys_addr=0x1340118
sample id=6 time=2014 addr=0x71000040 weight=4 data_src=0x68100142 phys_addr=0x2340118
default pid=11 tid=11
sample id=6 time=2015 addr=0x7ff00010 weight=3 data_src=0x68100142 phys_addr=0x6340118
sample id=6 time=2016 addr=0x70000040 weight=4 data_src=0x68100142 phys_addr=0x1340118
sample id=6 time=2017 addr=0x71800040 weight=4 data_src=0x68100142 phys_addr=0x2340118
