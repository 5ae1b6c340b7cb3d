# Each part of the columns that break accesses down, a task of its own; level hits without a number, and an event of one part alone.
event cpu/mem-loads/ type=raw config=0x1cd sample_type=identifier|ip|tid|time|addr|period|weight|data_src ids=6 flags=sample_id_all,mmap_data
event cpu/mem-stores/ type=raw config=0x2cd sample_type=identifier|ip|tid|time|addr|period|weight|data_src ids=7 flags=sample_id_all,mmap_data
comm comm=t00 pid=10 misc=exec time=1000
comm comm=t01 pid=11 misc=exec time=1000
comm comm=t02 pid=12 misc=exec time=1000
comm comm=t03 pid=13 misc=exec time=1000
comm comm=t04 pid=14 misc=exec time=1000
comm comm=t05 pid=15 misc=exec time=1000
comm comm=t06 pid=16 misc=exec time=1000
comm comm=t07 pid=17 misc=exec time=1000
comm comm=t08 pid=18 misc=exec time=1000
comm comm=t09 pid=19 misc=exec time=1000
comm comm=t10 pid=20 misc=exec time=1000
comm comm=t11 pid=21 misc=exec time=1000
comm comm=t12 pid=22 misc=exec time=1000
comm comm=t13 pid=23 misc=exec time=1000
comm comm=t14 pid=24 misc=exec time=1000
comm comm=t15 pid=25 misc=exec time=1000
comm comm=t16 pid=26 misc=exec time=1000
comm comm=t17 pid=27 misc=exec time=1000
comm comm=t18 pid=28 misc=exec time=1000
comm comm=t19 pid=29 misc=exec time=1000
comm comm=t20 pid=30 misc=exec time=1000
comm comm=t21 pid=31 misc=exec time=1000
comm comm=t22 pid=32 misc=exec time=1000
comm comm=t23 pid=33 misc=exec time=1000
comm comm=t24 pid=34 misc=exec time=1000
comm comm=t25 pid=35 misc=exec time=1000
comm comm=t26 pid=36 misc=exec time=1000
comm comm=t27 pid=37 misc=exec time=1000
comm comm=t28 pid=38 misc=exec time=1000
comm comm=t29 pid=39 misc=exec time=1000
comm comm=t30 pid=40 misc=exec time=1000
comm comm=t31 pid=41 misc=exec time=1000
comm comm=t32 pid=42 misc=exec time=1000
comm comm=t33 pid=43 misc=exec time=1000
comm comm=t34 pid=44 misc=exec time=1000
comm comm=t35 pid=45 misc=exec time=1000
comm comm=t36 pid=46 misc=exec time=1000
sample id=6 pid=10 tid=10 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=100 data_src=0x1e04080021
sample id=6 pid=11 tid=11 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=99 data_src=0x1e04080022
sample id=6 pid=12 tid=12 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=98 data_src=0x1e04080024
sample id=6 pid=13 tid=13 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=97 data_src=0x1e04080026
sample id=6 pid=14 tid=14 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=96 data_src=0x1e04080028
sample id=6 pid=15 tid=15 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=95 data_src=0x1e04080029
sample id=6 pid=16 tid=16 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=94 data_src=0x1e04080030
sample id=6 pid=17 tid=17 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=93 data_src=0x1e04080038
sample id=6 pid=18 tid=18 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=92 data_src=0x1e04080032
sample id=6 pid=19 tid=19 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=91 data_src=0x1e04080023
sample id=6 pid=20 tid=20 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=90 data_src=0x204080042
sample id=6 pid=21 tid=21 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=89 data_src=0x404080042
sample id=6 pid=22 tid=22 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=88 data_src=0x604080042
sample id=6 pid=23 tid=23 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=87 data_src=0x804080042
sample id=6 pid=24 tid=24 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=86 data_src=0xa04080042
sample id=6 pid=25 tid=25 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=85 data_src=0xc04080042
sample id=6 pid=26 tid=26 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=84 data_src=0x1004080042
sample id=6 pid=27 tid=27 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=83 data_src=0x1204080042
sample id=6 pid=28 tid=28 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=82 data_src=0x1404080042
sample id=6 pid=29 tid=29 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=81 data_src=0x1604080042
sample id=6 pid=30 tid=30 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=80 data_src=0x1804080042
sample id=6 pid=31 tid=31 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=79 data_src=0x1a04080042
sample id=6 pid=32 tid=32 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=78 data_src=0x1c04080042
sample id=6 pid=33 tid=33 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=77 data_src=0x1e04080042
sample id=6 pid=34 tid=34 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=76 data_src=0x1a04080082
sample id=6 pid=35 tid=35 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=75 data_src=0x4080142
sample id=6 pid=36 tid=36 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=74 data_src=0x1e28080022
sample id=6 pid=37 tid=37 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=73 data_src=0x1e48080022
sample id=6 pid=38 tid=38 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=72 data_src=0x1e68080022
sample id=6 pid=39 tid=39 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=71 data_src=0x1e30080022
sample id=6 pid=40 tid=40 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=70 data_src=0x1e18080022
sample id=6 pid=41 tid=41 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=69 data_src=0x1e88080022
sample id=6 pid=42 tid=42 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=68 data_src=0x1e04100022
sample id=6 pid=43 tid=43 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=67 data_src=0x1e04200022
sample id=6 pid=44 tid=44 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=66 data_src=0x1e04400022
sample id=6 pid=45 tid=45 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=65 data_src=0x1e04800022
sample id=6 pid=46 tid=46 ip=0x400123 misc=user addr=0x1040 period=1 time=2000 weight=64 data_src=0x1e04a00022
sample id=7 pid=10 tid=10 ip=0x400123 misc=user addr=0x1040 period=1 time=2001 weight=3 data_src=0x4001400c4
