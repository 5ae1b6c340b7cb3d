#include "syscall/syscall_memory.h"
#include "tests/unit/test.h"

TEST(rows_are_sound)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	size_t nr_with_memory = 0;
	for (size_t i = 0; i < syscall_count(); i++) {
		const struct syscall *syscall = syscall_at(i);
		size_t count = syscall_reads(syscall, true, NULL, reads),
		       at_entry = syscall_reads(syscall, false, NULL, (struct syscall_read[SYSCALL_MAX_READS]){ 0 });
		nr_with_memory += count > 0;
		CHECK(count <= SYSCALL_MAX_READS && at_entry <= count);
		for (size_t k = 0; k < count; k++) {
			const struct syscall_read *read = &reads[k];
			bool of_result = read->arg == SYSCALL_MAX_ARGS && read->size == READ_SIZE_inode &&
					 syscall->returns == SYSCALL_KIND_socket_fd;
			CHECK((read->arg < syscall->nr_args || of_result) && read->most_bytes && read->unit_bytes);
			CHECK(read->at_exit || !read->if_interrupted);
			CHECK(read->at_exit == (k >= at_entry));
			if (read->parent != SYSCALL_READ_OF_ARG) {
				CHECK(read->parent < k && reads[read->parent].arg == read->arg);
				CHECK(read->pointer_off + (read->size == READ_SIZE_inode ? 4u : 8u) <=
				      reads[read->parent].most_bytes);
			} else if (read->size == READ_SIZE_arg || read->size == READ_SIZE_arg_bits ||
				   read->size == READ_SIZE_behind) {
				CHECK(read->size_source < syscall->nr_args);
			}
			if (read->size == READ_SIZE_parent32 || read->size == READ_SIZE_parent64)
				CHECK(read->parent != SYSCALL_READ_OF_ARG);
			if (read->size == READ_SIZE_result) CHECK(read->at_exit);
		}
	}
	CHECK(nr_with_memory > 200);
}

TEST(of_calls)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	CHECK_INT(syscall_reads(syscall_find("openat"), true, NULL, reads), 1);
	CHECK(reads[0].arg == 1 && reads[0].size == READ_SIZE_text && !reads[0].at_exit &&
	      reads[0].kind == SYSCALL_KIND_path);
	CHECK_INT(syscall_reads(syscall_find("sendto"), true, NULL, reads), 2);
	CHECK(reads[0].arg == 1 && reads[0].size == READ_SIZE_arg && reads[0].size_source == 2);
	CHECK(reads[1].arg == 4 && reads[1].size_source == 5 && reads[1].kind == SYSCALL_KIND_sockaddr);
	CHECK_INT(syscall_reads(syscall_find("read"), false, NULL, reads), 0);
	CHECK_INT(syscall_reads(syscall_find("read"), true, NULL, reads), 1);
	CHECK(reads[0].at_exit && reads[0].size == READ_SIZE_result);
	CHECK_INT(syscall_reads(syscall_find("sendmsg"), true, NULL, reads), 5);
	CHECK(reads[2].parent == 0 && reads[2].pointer_off == 16 && reads[2].kind == SYSCALL_KIND_iovec);
	CHECK(reads[3].parent == 2 && reads[3].size == READ_SIZE_parent64 && reads[3].size_source == 8);
	CHECK_INT(syscall_reads(syscall_find("sched_setaffinity"), true, NULL, reads), 1);
	CHECK(reads[0].arg == 2 && reads[0].size_source == 1);
	CHECK_INT(syscall_reads(syscall_find("close"), true, NULL, reads), 0);
	CHECK_INT(syscall_reads(syscall_find("poll"), true, NULL, reads), 2);
	CHECK(!reads[0].at_exit && reads[1].at_exit && reads[0].arg == reads[1].arg);
	CHECK_INT(syscall_reads(syscall_find("nanosleep"), true, NULL, reads), 2);
	CHECK(!reads[0].if_interrupted && reads[1].if_interrupted);
	CHECK_INT(syscall_reads(syscall_find("pipe2"), true, NULL, reads), 3);
	CHECK(reads[2].parent == 0 && reads[2].pointer_off == 4 && reads[2].size == READ_SIZE_inode &&
	      reads[2].kind == SYSCALL_KIND_pipe_inode);
	CHECK_INT(syscall_reads(syscall_find("socket"), true, NULL, reads), 1);
	CHECK(reads[0].arg == SYSCALL_MAX_ARGS && reads[0].kind == SYSCALL_KIND_socket_inode);
}

TEST(programs_of_32_bits)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	CHECK_INT(syscall_reads(syscall_find("writev"), SYSCALL_READS_OF_32, NULL, reads), 0);
	CHECK_INT(syscall_reads(syscall_find("openat"), SYSCALL_READS_OF_32, NULL, reads), 1);
	CHECK_INT(syscall_reads(syscall_find("clock_gettime"), SYSCALL_READS_WRITTEN | SYSCALL_READS_OF_32, NULL,
				reads),
		  1);
	CHECK(reads[0].most_bytes == 8 && reads[0].kind == SYSCALL_KIND_timespec_32);
	CHECK_INT(syscall_reads(syscall_find("clock_gettime64"), SYSCALL_READS_WRITTEN | SYSCALL_READS_OF_32, NULL,
				reads),
		  1);
	CHECK_INT(reads[0].most_bytes, 16);
	CHECK_STR(syscall_by_number("x86_64", 5)->name, "fstat");
	CHECK_STR(syscall_by_number("x86_64", 5 | SYSCALL_NUMBER_32)->name, "open");
	CHECK(!syscall_by_number("aarch64", 5 | SYSCALL_NUMBER_32) && !syscall_by_number("x86_64", 0x3fffffff));
}

TEST(other_machines)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	unsigned what = SYSCALL_READS_WRITTEN | syscall_reads_of(syscall_machine_of("aarch64"), false);
	CHECK_INT(syscall_reads_of(syscall_machine_of("x86_64"), false), 0);
	CHECK_INT(syscall_reads(syscall_find("fstat"), what, NULL, reads), 1);
	CHECK(reads[0].kind == SYSCALL_KIND_stat_generic && reads[0].most_bytes == 128);
	CHECK_INT(syscall_reads(syscall_find("epoll_pwait"), what, NULL, reads), 2);
	CHECK(reads[1].kind == SYSCALL_KIND_epoll_events_aligned && reads[1].unit_bytes == 16);
	CHECK_INT(syscall_reads(syscall_find("openat"), what, NULL, reads), 1);
}

TEST(ioctls)
{
	CHECK_INT(syscall_ioctl_size(0x5413, false), 8);
	CHECK_INT(syscall_ioctl_size(0x5413, true), 0);
	CHECK_INT(syscall_ioctl_size(0x40082406, true), 8); /* PERF_EVENT_IOC_SET_FILTER writes */
	CHECK_INT(syscall_ioctl_size(0x40082406, false), 0);
	CHECK_INT(syscall_ioctl_size(0xc0506617, false), 0x50);
}

TEST_MAIN
