# A program with a library below the kernel: process 10, "prog", on CPU 1.
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0x1000 file=/nonexistent/libx.so time=1002000
