# A virtual machine that runs code of its hypervisor, as tests of KVM do: samples in both of the guest's modes are at addresses that the hypervisor's process has mapped.
event cycles type=hardware config=0 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,mmap2,comm,task period=1 ids=1
comm comm=hypervisor pid=7 tid=7 time=1 id=1
mmap2 pid=7 tid=7 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog time=1 id=1
sample id=1 ip=0x401008 pid=7 tid=7 time=5000 cpu=0 misc=user
sample id=1 ip=0x40100e pid=7 tid=7 time=6000 cpu=0 misc=guest_user
sample id=1 ip=0x401008 pid=7 tid=7 time=7000 cpu=0 misc=guest_kernel
sample id=1 ip=0x40100f pid=7 tid=8 time=8000 cpu=0 misc=guest_kernel
sample id=1 ip=0xffffffff81000000 pid=7 tid=7 time=9000 cpu=0 misc=guest_kernel
