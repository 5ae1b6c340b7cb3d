event cycles ids=1
feature build_id pid=-1 misc=kernel build_id=00112233445566778899aabbccddeeff00112233 file=[kernel.kallsyms]
feature build_id pid=-1 misc=user build_id=ff112233445566778899aabbccddeeff00112233 file=/nonexistent/prog
feature build_id pid=-1 misc=user build_id=0123456789abcdef0123456789abcdef file=/nonexistent/md5
feature build_id pid=-1 misc=user build_id=ee112233445566778899aabbccddeeff00112233 ext=no file=/nonexistent/old
finished_round
