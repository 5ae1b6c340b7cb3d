feature arch x86_64
event cycles sample_type=identifier|ip|tid|time|period|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
mmap2 start=0x700000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/gone time=1001000
# a loop, left to the sample
sample id=1 ip=0x400093 time=2000000 period=1 branches=0x40008d-0x40008b:predicted+cycles/9,0x40008d-0x40008b:mispred+cycles/5,0x40007d-0x40008b
# returned from it, of which nothing is known before
sample id=1 ip=0x400087 time=2001000 period=1 branches=0x400093-0x400082:predicted+in_tx+cycles/3
# a sample at the branch, an aborted one, a block that ends inside of an instruction, one that goes backwards, one without its file
sample id=1 ip=0x40008d time=2002000 period=1 branches=0x40008d-0x40008b:predicted
sample id=1 ip=0x40008b time=2003000 period=1 branches=0x40008d-0x40008b:abort
sample id=1 ip=0x40008b time=2004000 period=1 branches=0x40008e-0x40008b:predicted,0x40007d-0x40008b
sample id=1 ip=0x40008b time=2005000 period=1 branches=0x400078-0x40008b:predicted,0x40007d-0x40008b
sample id=1 ip=0x40008b time=2006000 period=1 branches=0x700010-0x40008b:predicted,0x40007d-0x700000
# a sample that its last target does not reach, a distant one, one in the kernel, one without branches
sample id=1 ip=0x400078 time=2007000 period=1 branches=0x40007d-0x40008b
sample id=1 ip=0x700078 time=2008000 period=1 branches=0x40007d-0x40008b
sample id=1 ip=0xffffffff81000010 misc=kernel time=2009000 period=1 branches=0x40008d-0xffffffff81000000
sample id=1 ip=0x400089 time=2010000 period=1
finished_round
