/* Descriptors followed through calls. */
#include <fcntl.h>
#include "analysis/trace/trace_fds.h"
#include "tests/unit/test.h"

static int nr_asked;
static bool ask(void *ctx, uint32_t pid, int32_t fd, char ret[TRACE_FD_TEXT])
{
	nr_asked++;
	if (fd == AT_FDCWD) return snprintf(ret, TRACE_FD_TEXT, "/home/%u", pid) > 0;
	if (fd > 100) return false;
	snprintf(ret, TRACE_FD_TEXT, "asked:[%u:%d]", pid, fd);
	return true;
}

static void call(struct trace_fds *fds, uint32_t pid, uint32_t tid, const char *name, uint64_t arg0, uint64_t arg1,
		 const char *path, int64_t result)
{
	struct syscall_event event = {
		.pid = pid, .tid = tid, .kind = SYSCALL_ENTER, .syscall = syscall_find(name), .args = { arg0, arg1 }
	};
	CHECK(event.syscall != NULL);
	trace_fds_begin(fds, &event, path);
	event.kind = SYSCALL_EXIT;
	event.result = result;
	trace_fds_end(fds, &event);
}

TEST(opened_copied_closed)
{
	struct trace_fds *fds = trace_fds_new(&(struct trace_fds_options){ .ask = ask, .sees_all = true });
	nr_asked = 0;
	call(fds, 1, 1, "openat", 0, 0, "/etc/passwd", 3);
	CHECK_STR(trace_fds_path(fds, 1, 3), "/etc/passwd");
	call(fds, 1, 2, "dup2", 3, 9, NULL, 9);
	call(fds, 1, 1, "fcntl", 3, 1030, NULL, 20);
	call(fds, 1, 1, "close", 3, 0, NULL, 0);
	CHECK_STR(trace_fds_path(fds, 1, 9), "/etc/passwd");
	CHECK_STR(trace_fds_path(fds, 1, 20), "/etc/passwd");
	CHECK(!trace_fds_path(fds, 1, 3)); /* nobody is asked what is there now */
	CHECK_INT(nr_asked, 0);
	call(fds, 1, 1, "openat", 0, 0, "/nothing", -2);
	CHECK(!trace_fds_path(fds, 1, 3));
	call(fds, 1, 1, "socket", 0, 0, NULL, 3);
	CHECK_STR(trace_fds_path(fds, 1, 3), "asked:[1:3]");
	CHECK_INT(nr_asked, 1);
	CHECK_STR(trace_fds_path(fds, 1, 3), "asked:[1:3]");
	CHECK_INT(nr_asked, 1);
	trace_fds_free(fds);
}

TEST(others_are_asked_for)
{
	struct trace_fds *fds = trace_fds_new(&(struct trace_fds_options){ .ask = ask, .sees_all = true });
	nr_asked = 0;
	trace_fds_know(fds, 5);
	CHECK_INT(nr_asked, 4); /* three, and the directory */
	CHECK_STR(trace_fds_path(fds, 5, 1), "asked:[5:1]");
	CHECK(!trace_fds_path(fds, 5, 200) && !trace_fds_path(fds, 5, -1));
	call(fds, 5, 5, "close", 1, 0, NULL, 0);
	call(fds, 5, 5, "pipe2", 0, 0, NULL, 0); /* whose numbers nobody sees: what was closed may be one of them */
	CHECK_STR(trace_fds_path(fds, 5, 1), "asked:[5:1]");
	call(fds, 5, 5, "socket", 0, 0, NULL, 2);
	nr_asked = 0;
	CHECK_STR(trace_fds_path(fds, 5, 2), "asked:[5:2]");
	CHECK_INT(nr_asked, 1);
	trace_fds_free(fds);
}

TEST(processes)
{
	struct trace_fds *fds = trace_fds_new(&(struct trace_fds_options){ .ask = ask, .sees_all = true });
	call(fds, 1, 1, "openat", 0, 0, "/a", 3);
	trace_fds_fork(fds, 1, 2);
	call(fds, 1, 1, "close", 3, 0, NULL, 0);
	CHECK_STR(trace_fds_path(fds, 2, 3), "/a");
	call(fds, 2, 2, "close_range", 0, 4294967295u, NULL, 0);
	nr_asked = 0;
	CHECK_STR(trace_fds_path(fds, 2, 3), "asked:[2:3]");
	CHECK_INT(trace_fds_count(fds), 2);
	struct syscall_event event = { .pid = 2, .tid = 7, .kind = SYSCALL_ENTER, .syscall = syscall_find("openat") };
	trace_fds_begin(fds, &event, "/never/ends");
	trace_fds_gone(fds, 2, 7);
	CHECK_INT(trace_fds_count(fds), 2);
	trace_fds_gone(fds, 2, 2);
	CHECK_INT(trace_fds_count(fds), 1);
	trace_fds_free(fds);
}

TEST(relative_paths)
{
	const uint64_t here = (uint64_t)AT_FDCWD;
	struct trace_fds *fds = trace_fds_new(&(struct trace_fds_options){ .ask = ask, .sees_all = true });
	call(fds, 1, 1, "openat", here, 0, "./a/b", 3);
	CHECK_STR(trace_fds_path(fds, 1, 3), "/home/1/a/b");
	call(fds, 1, 1, "openat", 3, 0, "c", 4);
	CHECK_STR(trace_fds_path(fds, 1, 4), "/home/1/a/b/c");
	call(fds, 1, 1, "chdir", 0, 0, "sub", 0);
	call(fds, 1, 1, "open", 0, 0, "d", 5);
	CHECK_STR(trace_fds_path(fds, 1, 5), "/home/1/sub/d");
	call(fds, 1, 1, "chdir", 0, 0, "nowhere", -2);
	trace_fds_fork(fds, 1, 2);
	call(fds, 1, 1, "fchdir", 4, 0, NULL, 0);
	call(fds, 1, 1, "openat", here, 0, ".", 6);
	CHECK_STR(trace_fds_path(fds, 1, 6), "/home/1/a/b/c");
	call(fds, 1, 1, "chdir", 0, 0, "/", 0);
	call(fds, 1, 1, "creat", 0, 0, "e", 7);
	CHECK_STR(trace_fds_path(fds, 1, 7), "/e");
	call(fds, 2, 2, "openat", here, 0, "f", 7);
	CHECK_STR(trace_fds_path(fds, 2, 7), "/home/1/sub/f");
	call(fds, 1, 1, "chdir", 0, 0, NULL, 0); /* whose path was not read */
	call(fds, 1, 1, "openat", here, 0, "g", 8);
	CHECK_STR(trace_fds_path(fds, 1, 8), "/home/1/g");
	trace_fds_free(fds);
}

TEST(names_of_what_calls_make)
{
	struct trace_fds *fds = trace_fds_new(&(struct trace_fds_options){ .ask = ask, .sees_all = true });
	nr_asked = 0;
	call(fds, 1, 1, "epoll_create1", 0, 0, NULL, 3);
	CHECK_STR(trace_fds_path(fds, 1, 3), "anon_inode:[eventpoll]");
	call(fds, 1, 1, "memfd_create", 1, 0, "x", 4);
	CHECK_STR(trace_fds_path(fds, 1, 4), "/memfd:x (deleted)");
	call(fds, 1, 1, "open", 0, 0x410002, "/tmp", 4); /* O_TMPFILE: no name, and nobody is asked */
	CHECK(!trace_fds_path(fds, 1, 4));
	/* what a program in the kernel saw: the sizes of two descriptors and two inodes, then the bytes */
	uint16_t sizes[SYSCALL_MAX_READS] = { 8, 8, 8 };
	const struct {
		int32_t fds[2];
		uint64_t inodes[2];
	} bytes = { { 5, 6 }, { 77, 78 } };
	for (size_t i = 3; i < SYSCALL_MAX_READS; i++) sizes[i] = SYSCALL_NOT_READ;
	struct syscall_event event = { .pid = 1,
				       .tid = 1,
				       .syscall = syscall_find("socketpair"),
				       .memory = { (const uint8_t *)sizes, (const uint8_t *)&bytes, sizeof(bytes) } };
	trace_fds_begin(fds, &event, NULL);
	trace_fds_end(fds, &event);
	CHECK_STR(trace_fds_path(fds, 1, 5), "socket:[77]");
	CHECK_STR(trace_fds_path(fds, 1, 6), "socket:[78]");
	event.memory.size_bytes = 12; /* cut */
	event.syscall = syscall_find("pipe2");
	trace_fds_begin(fds, &event, NULL);
	trace_fds_end(fds, &event);
	CHECK_STR(trace_fds_path(fds, 1, 5), "socket:[77]");
	CHECK_INT(nr_asked, 0);
	trace_fds_free(fds);
}

TEST(not_all_calls_are_seen)
{
	struct trace_fds *fds = trace_fds_new(&(struct trace_fds_options){ .ask = ask });
	nr_asked = 0;
	call(fds, 1, 1, "openat", 0, 0, "/a", 3);
	CHECK_STR(trace_fds_path(fds, 1, 3), "asked:[1:3]");
	CHECK_STR(trace_fds_path(fds, 1, 3), "asked:[1:3]");
	CHECK_INT(nr_asked, 2);
	trace_fds_free(fds);
}

TEST_MAIN
