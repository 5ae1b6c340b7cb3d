# Accesses with call chains: who called the code of rows.
event cpu/mem-loads/ type=raw config=0x1cd sample_type=identifier|ip|callchain|tid|time|addr|period|weight|data_src|cpu|phys_addr ids=6 flags=sample_id_all,mmap_data
event cpu/mem-stores/ type=raw config=0x82d0 sample_type=identifier|ip|callchain|tid|time|addr|period|weight|data_src|cpu|phys_addr ids=7 flags=sample_id_all,mmap_data
feature arch x86_64
feature nrcpus 4 4
feature cpu_topology cores="0-3" threads="0;1;2;3" ids=0:0,1:0,0:1,1:1 dies="0-3" die_ids=0,0,0,0
feature numa_topology 0:1000:500:0-1 1:1000:500:2-3
feature mem_topology block=0x8000000 0:4:3,0 1:4:12,0
feature cmdline perf c2c record ./w
feature event_desc
comm comm=w pid=10 misc=exec time=1000
mmap2 pid=10 start=0x400000 len=0x1000 pgoff=0 file=/nonexistent/w prot=r time=1001 flags=2
mmap2 pid=10 start=0x401000 len=0x1000 pgoff=0x1000 file=/nonexistent/w prot=rx time=1001 flags=2
mmap2 pid=10 start=0x403000 len=0x2000 pgoff=0x2000 file=/nonexistent/w prot=rw misc=user|mmap_data time=1001 flags=2
comm comm=v pid=11 tid=11 misc=exec time=1000
mmap2 pid=11 tid=11 start=0x401000 len=0x1000 pgoff=0x1000 file=/nonexistent/w prot=rx time=1001 flags=2
mmap2 pid=11 tid=11 start=0x403000 len=0x2000 pgoff=0x2000 file=/nonexistent/w prot=rw misc=user|mmap_data time=1001 flags=2
sample id=6 pid=10 tid=10 cpu=1 ip=0x401110 misc=user time=2010 addr=0x404208 weight=16 period=1 data_src=0x68800842 phys_addr=0x1404208 chain=user,0x401110,0x401200,0x401500
sample id=7 pid=11 tid=11 cpu=3 ip=0x40110a misc=user time=2020 addr=0x404208 weight=0 period=1 data_src=0x6a080024 phys_addr=0x1404208 chain=user,0x40110a,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=3 ip=0x401110 misc=user time=2030 addr=0x404108 weight=42 period=1 data_src=0x68800842 phys_addr=0x1404108 chain=user,0x401110,0x401200,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x40111e misc=user time=2040 addr=0x404200 weight=314 period=1 data_src=0x68100142 phys_addr=0x1404200 chain=user,0x40111e,0x401280,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x401118 misc=user time=2050 addr=0x404020 weight=28 period=1 data_src=0x68100142 phys_addr=0x1404020 chain=user,0x401118,0x401200,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x40111e misc=user time=2060 addr=0x404008 weight=269 period=1 data_src=0x68800842 phys_addr=0x1404008 chain=user,0x40111e,0x401280,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x40111e misc=user time=2070 addr=0x404220 weight=320 period=1 data_src=0x68808042 phys_addr=0x1404220 chain=user,0x40111e,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x40111e misc=user time=2080 addr=0x404140 weight=73 period=1 data_src=0x68100142 phys_addr=0x1404140 chain=user,0x40111e,0x401280,0x401500
sample id=7 pid=10 tid=10 cpu=0 ip=0x401110 misc=user time=2090 addr=0x404020 weight=0 period=1 data_src=0x68080144 phys_addr=0x1404020 chain=user,0x401110,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=0 ip=0x401110 misc=user time=2100 addr=0x404160 weight=324 period=1 data_src=0x68808042 phys_addr=0x1404160 chain=user,0x401110,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=0 ip=0x401110 misc=user time=2110 addr=0x404010 weight=130 period=1 data_src=0x68208042 phys_addr=0x1404010 chain=user,0x401110,0x401200,0x401500
sample id=7 pid=10 tid=10 cpu=0 ip=0x40110a misc=user time=2120 addr=0x404140 weight=0 period=1 data_src=0x68080144 phys_addr=0x1404140 chain=user,0x40110a,0x401200,0x401500
sample id=6 pid=11 tid=11 cpu=2 ip=0x401118 misc=user time=2130 addr=0x404100 weight=203 period=1 data_src=0x68100442 phys_addr=0x1404100 chain=user,0x401118,0x401280,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x401110 misc=user time=2140 addr=0x404220 weight=269 period=1 data_src=0x68800842 phys_addr=0x1404220 chain=user,0x401110,0x401200,0x401500
sample id=6 pid=11 tid=11 cpu=2 ip=0x401110 misc=user time=2150 addr=0x404110 weight=183 period=1 data_src=0x68100142 phys_addr=0x1404110 chain=user,0x401110,0x401280,0x401500
sample id=7 pid=10 tid=10 cpu=0 ip=0x40110a misc=user time=2160 addr=0x404010 weight=0 period=1 data_src=0x68080144 phys_addr=0x1404010 chain=user,0x40110a,0x401280,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x401110 misc=user time=2170 addr=0x404150 weight=20 period=1 data_src=0x68100142 phys_addr=0x1404150 chain=user,0x401110,0x401300,0x401500
sample id=6 pid=11 tid=11 cpu=2 ip=0x401118 misc=user time=2180 addr=0x404010 weight=170 period=1 data_src=0x68100442 phys_addr=0x1404010 chain=user,0x401118,0x401200,0x401500
sample id=7 pid=11 tid=11 cpu=2 ip=0x401110 misc=user time=2190 addr=0x404160 weight=0 period=1 data_src=0x6a080144 phys_addr=0x1404160 chain=user,0x401110,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=2 ip=0x401118 misc=user time=2200 addr=0x404148 weight=317 period=1 data_src=0x68400842 phys_addr=0x1404148 chain=user,0x401118,0x401280,0x401500
sample id=6 pid=11 tid=11 cpu=2 ip=0x40111e misc=user time=2210 addr=0x404120 weight=389 period=1 data_src=0x68810042 phys_addr=0x1404120 chain=user,0x40111e,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x401110 misc=user time=2220 addr=0x404220 weight=107 period=1 data_src=0x68402042 phys_addr=0x1404220 chain=user,0x401110,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=2 ip=0x401110 misc=user time=2230 addr=0x404150 weight=76 period=1 data_src=0x68800842 phys_addr=0x1404150 chain=user,0x401110,0x401200,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x40111e misc=user time=2240 addr=0x404210 weight=300 period=1 data_src=0x68800842 phys_addr=0x1404210 chain=user,0x40111e,0x401300,0x401500
sample id=7 pid=10 tid=10 cpu=3 ip=0x40110a misc=user time=2250 addr=0x404008 weight=0 period=1 data_src=0x6a080024 phys_addr=0x1404008 chain=user,0x40110a,0x401200,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x401110 misc=user time=2260 addr=0x404120 weight=184 period=1 data_src=0x68800842 phys_addr=0x1404120 chain=user,0x401110,0x401280,0x401500
sample id=7 pid=10 tid=10 cpu=1 ip=0x401110 misc=user time=2270 addr=0x404110 weight=0 period=1 data_src=0x68080144 phys_addr=0x1404110 chain=user,0x401110,0x401200,0x401500
sample id=7 pid=10 tid=10 cpu=1 ip=0x40110a misc=user time=2280 addr=0x404000 weight=0 period=1 data_src=0x68080144 phys_addr=0x1404000 chain=user,0x40110a,0x401200,0x401500
sample id=7 pid=10 tid=10 cpu=1 ip=0x401110 misc=user time=2290 addr=0x404120 weight=0 period=1 data_src=0x68080144 phys_addr=0x1404120 chain=user,0x401110,0x401200,0x401500
sample id=7 pid=11 tid=11 cpu=2 ip=0x401110 misc=user time=2300 addr=0x404110 weight=0 period=1 data_src=0x6a080144 phys_addr=0x1404110 chain=user,0x401110,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x40111e misc=user time=2310 addr=0x404110 weight=331 period=1 data_src=0x68808042 phys_addr=0x1404110 chain=user,0x40111e,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=3 ip=0x401118 misc=user time=2320 addr=0x404148 weight=252 period=1 data_src=0x6a800842 phys_addr=0x1404148 chain=user,0x401118,0x401200,0x401500
sample id=7 pid=10 tid=10 cpu=2 ip=0x40110a misc=user time=2330 addr=0x404108 weight=0 period=1 data_src=0x68080144 phys_addr=0x1404108 chain=user,0x40110a,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=0 ip=0x40111e misc=user time=2340 addr=0x404120 weight=341 period=1 data_src=0x68100442 phys_addr=0x1404120 chain=user,0x40111e,0x401300,0x401500
sample id=7 pid=11 tid=11 cpu=3 ip=0x401110 misc=user time=2350 addr=0x404150 weight=0 period=1 data_src=0x68080184 phys_addr=0x1404150 chain=user,0x401110,0x401200,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x401110 misc=user time=2360 addr=0x404200 weight=101 period=1 data_src=0x68100242 phys_addr=0x1404200 chain=user,0x401110,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=0 ip=0x401110 misc=user time=2370 addr=0x404160 weight=32 period=1 data_src=0x6a402042 phys_addr=0x1404160 chain=user,0x401110,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=3 ip=0x40111e misc=user time=2380 addr=0x404160 weight=19 period=1 data_src=0x6a100442 phys_addr=0x1404160 chain=user,0x40111e,0x401200,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x401118 misc=user time=2390 addr=0x404110 weight=228 period=1 data_src=0x6a100142 phys_addr=0x1404110 chain=user,0x401118,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x401118 misc=user time=2400 addr=0x404110 weight=247 period=1 data_src=0x68808042 phys_addr=0x1404110 chain=user,0x401118,0x401200,0x401500
sample id=6 pid=10 tid=10 cpu=0 ip=0x401110 misc=user time=2410 addr=0x404220 weight=376 period=1 data_src=0x68101042 phys_addr=0x1404220 chain=user,0x401110,0x401280,0x401500
sample id=7 pid=10 tid=10 cpu=0 ip=0x401110 misc=user time=2420 addr=0x404008 weight=0 period=1 data_src=0x68080024 phys_addr=0x1404008 chain=user,0x401110,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=0 ip=0x401118 misc=user time=2430 addr=0x404008 weight=68 period=1 data_src=0x68100442 phys_addr=0x1404008 chain=user,0x401118,0x401300,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x401118 misc=user time=2440 addr=0x404210 weight=293 period=1 data_src=0x68100142 phys_addr=0x1404210 chain=user,0x401118,0x401200,0x401500
sample id=6 pid=10 tid=10 cpu=0 ip=0x401118 misc=user time=2450 addr=0x404200 weight=133 period=1 data_src=0x68808042 phys_addr=0x1404200 chain=user,0x401118,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x40111e misc=user time=2460 addr=0x404120 weight=198 period=1 data_src=0x6a201042 phys_addr=0x1404120 chain=user,0x40111e,0x401200,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x40111e misc=user time=2470 addr=0x404220 weight=392 period=1 data_src=0x68100242 phys_addr=0x1404220 chain=user,0x40111e,0x401300,0x401500
sample id=7 pid=10 tid=10 cpu=1 ip=0x401110 misc=user time=2480 addr=0x404020 weight=0 period=1 data_src=0x68080024 phys_addr=0x1404020 chain=user,0x401110,0x401200,0x401500
sample id=6 pid=10 tid=10 cpu=0 ip=0x401110 misc=user time=2490 addr=0x404020 weight=378 period=1 data_src=0x6a800842 phys_addr=0x1404020 chain=user,0x401110,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x401118 misc=user time=2500 addr=0x404110 weight=363 period=1 data_src=0x68100142 phys_addr=0x1404110 chain=user,0x401118,0x401280,0x401500
sample id=6 pid=11 tid=11 cpu=2 ip=0x40111e misc=user time=2510 addr=0x404210 weight=205 period=1 data_src=0x68100442 phys_addr=0x1404210 chain=user,0x40111e,0x401200,0x401500
sample id=7 pid=10 tid=10 cpu=1 ip=0x40110a misc=user time=2520 addr=0x404110 weight=0 period=1 data_src=0x68080024 phys_addr=0x1404110 chain=user,0x40110a,0x401280,0x401500
sample id=6 pid=10 tid=10 cpu=3 ip=0x401110 misc=user time=2530 addr=0x404000 weight=33 period=1 data_src=0x6a101042 phys_addr=0x1404000 chain=user,0x401110,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=3 ip=0x401118 misc=user time=2540 addr=0x404100 weight=142 period=1 data_src=0x68808042 phys_addr=0x1404100 chain=user,0x401118,0x401300,0x401500
sample id=6 pid=10 tid=10 cpu=1 ip=0x40111e misc=user time=2550 addr=0x404100 weight=103 period=1 data_src=0x68100142 phys_addr=0x1404100 chain=user,0x40111e,0x401200,0x401500
sample id=7 pid=10 tid=10 cpu=3 ip=0x40110a misc=user time=2560 addr=0x404100 weight=0 period=1 data_src=0x68080184 phys_addr=0x1404100 chain=user,0x40110a,0x401200,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x401118 misc=user time=2570 addr=0x404100 weight=117 period=1 data_src=0x6a100842 phys_addr=0x1404100 chain=user,0x401118,0x401300,0x401500
sample id=7 pid=11 tid=11 cpu=3 ip=0x40110a misc=user time=2580 addr=0x404110 weight=0 period=1 data_src=0x68080184 phys_addr=0x1404110 chain=user,0x40110a,0x401300,0x401500
sample id=7 pid=10 tid=10 cpu=0 ip=0x40110a misc=user time=2590 addr=0x404010 weight=0 period=1 data_src=0x6a080184 phys_addr=0x1404010 chain=user,0x40110a,0x401280,0x401500
sample id=6 pid=11 tid=11 cpu=3 ip=0x401110 misc=user time=2600 addr=0x404140 weight=262 period=1 data_src=0x68810042 phys_addr=0x1404140 chain=user,0x401110,0x401200,0x401500
