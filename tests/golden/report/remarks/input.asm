feature nrcpus 8 8
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=node misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0 file=//anon prot=rwx time=1002000
sample ip=0x7f0000000456 time=2000000 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000001 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000002 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000003 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000004 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000005 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000006 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000007 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000008 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000009 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000010 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000011 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000012 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000013 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000014 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000015 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000016 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000017 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000018 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000019 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000020 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000021 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000022 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000023 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000024 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000025 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000026 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000027 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000028 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000029 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000030 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000031 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000032 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000033 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000034 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000035 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000036 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000037 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000038 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000039 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000040 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000041 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000042 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000043 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000044 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000045 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000046 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000047 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000048 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000049 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000050 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000051 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000052 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000053 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000054 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000055 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000056 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000057 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000058 period=1 chain=user,0x7f0000000456
sample ip=0x7f0000000456 time=2000059 period=1 chain=user,0x7f0000000456
sample ip=0x400123 time=2000100 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000101 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000102 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000103 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000104 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000105 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000106 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000107 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000108 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000109 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000110 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000111 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000112 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000113 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000114 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000115 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000116 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000117 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000118 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000119 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000120 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000121 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000122 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000123 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000124 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000125 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000126 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000127 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000128 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000129 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000130 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000131 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000132 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000133 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000134 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000135 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000136 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000137 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000138 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000139 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000140 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000141 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000142 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000143 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000144 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000145 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000146 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000147 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000148 period=1 chain=user,0x400123,0x400200
sample ip=0x400123 time=2000149 period=1 chain=user,0x400123,0x400200
sample ip=0xffffffff81000210 misc=kernel time=2000200 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000201 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000202 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000203 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000204 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000205 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000206 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000207 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000208 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000209 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000210 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000211 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000212 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000213 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000214 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000215 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000216 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000217 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000218 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000219 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000220 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000221 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000222 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000223 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000224 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000225 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000226 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000227 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000228 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000229 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000230 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000231 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000232 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000233 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000234 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000235 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000236 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000237 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000238 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000239 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000240 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000241 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000242 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000243 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000244 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000245 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000246 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000247 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000248 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000249 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000250 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000251 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000252 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000253 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000254 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000255 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000256 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000257 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000258 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000259 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000260 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000261 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000262 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000263 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000264 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000265 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000266 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000267 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000268 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000269 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000270 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000271 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000272 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000273 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000274 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000275 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000276 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000277 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000278 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000279 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000280 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000281 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000282 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000283 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000284 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000285 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000286 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000287 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000288 period=1 chain=kernel,0xffffffff81000210
sample ip=0xffffffff81000210 misc=kernel time=2000289 period=1 chain=kernel,0xffffffff81000210
lost_samples lost=40 id=1 time=2001000
