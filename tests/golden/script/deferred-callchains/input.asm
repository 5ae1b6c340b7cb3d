feature nrcpus 8 8
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2,defer_callchain,defer_output freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0xffffffff81000210 misc=kernel time=2000000000 chain=kernel,0xffffffff81000210,0xffffffff81000410,user_deferred,77
sample ip=0xffffffff81000410 misc=kernel time=2001000000 chain=kernel,0xffffffff81000410,user_deferred,77
callchain_deferred cookie=77 chain=user,0x400123,0x400200,0x7f0000000300 time=2002000000
sample ip=0x400123 time=2003000000 chain=user_deferred,78
sample ip=0xffffffff81000410 misc=kernel time=2004000000 chain=kernel,0xffffffff81000410,user_deferred,99
callchain_deferred cookie=78 chain=user,0x400200 time=2005000000
sample ip=0x400123 time=2006000000 chain=user,0x400123,0x400200,0x7f0000000300
# another thread's cookies are its own; the first of two records counts; a chain without its kernel part
sample tid=11 ip=0x400123 time=2007000000 chain=user_deferred,77
callchain_deferred tid=11 cookie=77 chain=user,0x400123,0x400300 time=2008000000
callchain_deferred tid=11 cookie=77 chain=user,0x400777 time=2009000000
# a record that says more than it has, and one of nothing
callchain_deferred cookie=100 chain=user,0x400300 chain_nr=1000 time=2010000000
callchain_deferred cookie=101 chain= time=2011000000
sample ip=0xffffffff81000410 misc=kernel time=2012000000 chain=kernel,0xffffffff81000410,user_deferred,100
sample ip=0xffffffff81000410 misc=kernel time=2013000000 chain=kernel,0xffffffff81000410,user_deferred,101
# the record may come first in the file
callchain_deferred cookie=102 chain=user,0x400400 time=2015000000
sample ip=0xffffffff81000410 misc=kernel time=2014000000 chain=kernel,0xffffffff81000410,user_deferred,102
