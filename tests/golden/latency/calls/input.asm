# Calls of prog (prog.s, of golden/script/intel-pt), at these times after 1 ms:
#   thread 4242   0 _start begins, calls fn; 2 us it returns, `again` begins by a jump; 3 us that jumps to fn;
#                 4 us fn returns to the middle of _start, which calls it again; 6.5 us it returns; 7 us a jump to gn,
#                 which makes a system call
#   thread 4243   10 us _start begins, calls fn, in which packets are lost; 12 us fn goes on and returns
feature nrcpus 2 2
event intel_pt//u type=8 config=0x3e33 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,disabled period=1 ids=101
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=4242 tid=4242 cpu=0 time=900000
auxtrace_info auxtrace_type=1 priv=8,0,1,0,1,0x400,0x800,0,0,0,0x200,0x3c000,2,1,2,24,0,0
comm comm=prog misc=exec id=102
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog id=102
itrace_start id=101
auxtrace offset=0 reference=1 idx=0 tid=4242 cpu=-1 data=028202820282028202820282028202821940420f00000000020314000223d1001040000000000019104a0f00000000cd07104000000000000c19f84d0f00000000cd0e1040000000000019e0510f00000000cd021040000000000019a45b0f00000000cd07104000000000000419985d0f00000000cd10104000000000000100
fork pid=4243 tid=4243 ppid=4242 ptid=4242 id=102
auxtrace offset=0 reference=1 idx=1 tid=4243 cpu=-1 data=028202820282028202820282028202821950690f00000000020314000223d1001040000000000002f31920710f00000000dd0f10400000000000cd071040000000000004cd1010400000000000010000
finished_round
