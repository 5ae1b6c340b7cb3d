# pages: freed, freed twice, never freed, allocated again while live, freed one by one, refused; flags with and without names; callers beyond the allocator
event kmem:mm_page_alloc type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 \
  flags=sample_id_all period=1
event kmem:mm_page_free type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=2 \
  flags=sample_id_all period=1
tracepoint kmem:mm_page_alloc id=1 fields="unsigned long pfn; unsigned int order; unsigned long gfp_flags; int migratetype" print='"page=%p pfn=0x%lx order=%d migratetype=%d gfp_flags=%s", REC->pfn, REC->pfn, REC->order, REC->migratetype, (REC->gfp_flags) ? __print_flags(REC->gfp_flags, "|", {0x1UL, "GFP_KERNEL"}, {0x2UL, "__GFP_ZERO"}, {0x4UL, "__GFP_COMP"}, {0x8UL, "__GFP_NO_OBJ_EXT"}, {0x10UL, "GFP_NEW"}) : "none"' 
tracepoint kmem:mm_page_free id=2 fields="unsigned long pfn; unsigned int order" print='"page=%p pfn=0x%lx order=%d", REC->pfn, REC->pfn, REC->order' 
feature nrcpus 4 4
feature event_desc
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x800 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel time=500
sample id=1 pid=10 tid=10 cpu=0 time=1001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=100 gfp_flags=3 migratetype=1"
sample id=2 pid=10 tid=10 cpu=0 time=2001000 ip=0xffffffff81000010 misc=kernel chain=kernel,0xffffffff81000700 \
  fields="pfn=100"
sample id=2 pid=10 tid=10 cpu=0 time=3001000 ip=0xffffffff81000010 misc=kernel chain=kernel,0xffffffff81000700 \
  fields="pfn=100"
sample id=1 pid=10 tid=10 cpu=0 time=4001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000120,0xffffffff81000220,0xffffffff81000510 fields="pfn=100 gfp_flags=3 migratetype=1"
sample id=1 pid=10 tid=10 cpu=0 time=5001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000120,0xffffffff81000220,0xffffffff81000510 fields="pfn=101 gfp_flags=1"
sample id=1 pid=10 tid=10 cpu=0 time=6001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=102 order=3 gfp_flags=7 migratetype=1"
sample id=1 pid=10 tid=10 cpu=0 time=7001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=103 order=9 migratetype=2"
sample id=1 pid=10 tid=10 cpu=0 time=8001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=104 gfp_flags=9 migratetype=3"
sample id=1 pid=10 tid=10 cpu=0 time=9001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=105 gfp_flags=17 migratetype=4"
sample id=1 pid=10 tid=10 cpu=0 time=10001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=106 gfp_flags=0x4000000000000001 migratetype=5"
sample id=1 pid=10 tid=10 cpu=0 time=11001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=107 gfp_flags=0x4000000000000000"
sample id=1 pid=10 tid=10 cpu=0 time=12001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=108 order=11 gfp_flags=1 migratetype=-1"
sample id=1 pid=10 tid=10 cpu=0 time=13001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=200 order=1 gfp_flags=1"
sample id=1 pid=10 tid=10 cpu=0 time=14001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000120,0xffffffff81000220,0xffffffff81000510 fields="pfn=200 gfp_flags=3"
sample id=2 pid=10 tid=10 cpu=0 time=15001000 ip=0xffffffff81000010 misc=kernel chain=kernel,0xffffffff81000700 \
  fields="pfn=200"
sample id=1 pid=10 tid=10 cpu=0 time=16001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=300 order=2 gfp_flags=1"
sample id=2 pid=10 tid=10 cpu=0 time=17001000 ip=0xffffffff81000010 misc=kernel chain=kernel,0xffffffff81000700 \
  fields="pfn=300"
sample id=2 pid=10 tid=10 cpu=0 time=18001000 ip=0xffffffff81000010 misc=kernel chain=kernel,0xffffffff81000700 \
  fields="pfn=301"
sample id=1 pid=10 tid=10 cpu=0 time=19001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="pfn=-1 order=4 gfp_flags=1"
sample id=1 pid=10 tid=10 cpu=0 time=20001000 ip=0xffffffff81000110 misc=kernel chain_nr=0 fields="pfn=400 gfp_flags=1"
sample id=1 pid=10 tid=10 cpu=0 time=21001000 ip=0xffffffff81000110 misc=kernel chain=user,0x400000 fields="pfn=401 \
  gfp_flags=1"
sample id=1 pid=10 tid=10 cpu=0 time=22001000 ip=0xffffffff81000110 misc=kernel \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000420,0xffffffff81000710 \
  fields="gfp_flags=1"
sample id=2 pid=10 tid=10 cpu=0 time=23001000 ip=0xffffffff81000010 misc=kernel chain=kernel,0xffffffff81000700 \
  fields=""
sample id=2 pid=10 tid=10 cpu=0 time=24001000 ip=0xffffffff81000010 misc=kernel chain=kernel,0xffffffff81000700 \
  fields="pfn=0x270f order=5"
