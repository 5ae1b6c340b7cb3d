event rawev type=hardware sample_type=identifier|ip|tid|time|code_page_size ids=6 flags=sample_id_all
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=1073741824
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=1024
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=2048
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=5000
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=1000
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=65536
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=1025
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=16777216
sample id=6 pid=10 tid=12 ip=0x600123 misc=user time=2000000500 code_page_size=1099511627776
