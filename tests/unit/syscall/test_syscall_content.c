#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include "base/json.h"
#include "base/value_json.h"
#include "syscall/syscall_memory.h"
#include "tests/unit/test.h"

struct memory {
	struct {
		const void *bytes;
		size_t size;
	} of[SYSCALL_MAX_READS];
	int64_t result;
	bool written_only, with_paths, is_32;
};

static bool bytes_of(void *ctx, unsigned read, struct syscall_bytes *ret)
{
	const struct memory *memory = ctx;
	if (!memory->of[read].bytes) return false;
	*ret = (struct syscall_bytes){ memory->of[read].bytes, memory->of[read].size };
	return true;
}

static const char *fd_path(void *ctx, int32_t fd) { return fd == 3 ? "/a" : NULL; }

static const char *args_of(const char *name, const uint64_t *values, const struct memory *memory)
{
	static struct outbuf out;
	const struct syscall_context context = { .ctx = (void *)memory,
						 .memory = bytes_of,
						 .result = memory->result,
						 .written_only = memory->written_only,
						 .is_32 = memory->is_32,
						 .fd_path = memory->with_paths ? fd_path : NULL };
	if (!out.capacity) out_init(&out, -1);
	out.size = 0;
	syscall_format_args(syscall_find(name), values, &context, &out);
	out_char(&out, '\0');
	return out.data;
}

/* The same as values. */
static const char *values_of(const char *name, const uint64_t *values, const struct memory *memory)
{
	static struct outbuf out;
	struct outbuf text;
	struct value_sink sink = { .type = &value_json, .out = &out };
	const struct syscall_context context = { .ctx = (void *)memory,
						 .memory = bytes_of,
						 .result = memory->result,
						 .written_only = memory->written_only,
						 .is_32 = memory->is_32,
						 .values = &sink,
						 .fd_path = memory->with_paths ? fd_path : NULL };
	if (!out.capacity) out_init(&out, -1);
	out.size = 0;
	out_init(&text, -1);
	syscall_format_args(syscall_find(name), values, &context, &text);
	out_done(&text);
	out_char(&out, '\0');
	return out.data;
}
#define ARGS(...) ((const uint64_t[SYSCALL_MAX_ARGS]){ __VA_ARGS__ })
#define BYTES(...)          \
	{                   \
		__VA_ARGS__ \
	}

TEST(texts)
{
	struct memory memory = { { { "/etc/a\"\n\001"
				     "7",
				     11 } } };
	CHECK_STR(args_of("openat", ARGS((uint64_t)-100, 1, 0x80000), &memory),
		  "dfd: CWD, filename: \"/etc/a\\\"\\n\\0017\", flags: RDONLY|CLOEXEC");
	memory.of[0].size = 3;
	CHECK_STR(args_of("chdir", ARGS(1), &memory), "filename: \"/et\"...");
	const uint64_t list[8] = { 100, 200, 0 };
	memory = (struct memory){ { { "/bin/ls", 8 }, { list, 64 }, { "ls", 3 }, { "-l", 3 } } };
	CHECK_STR(args_of("execve", ARGS(1, 2, 3), &memory),
		  "filename: \"/bin/ls\", argv: [\"ls\", \"-l\"], envp: 0x3");
	memory = (struct memory){ { { "hello", 5 } } };
	CHECK_STR(args_of("write", ARGS(1, 2, 5), &memory), "fd: 1, buf: \"hello\", count: 5");
	CHECK_STR(args_of("write", ARGS(1, 2, 3), &memory), "fd: 1, buf: \"hel\", count: 3");
	char big[64] = { 0 };
	memory = (struct memory){ { { big, 64 } } };
	CHECK(strstr(args_of("write", ARGS(1, 2, 65), &memory), "\"..., count: 65"));
	memory = (struct memory){ { { "worker", 7 } } };
	CHECK_STR(args_of("prctl", ARGS(15, 0x7f00), &memory), "option: SET_NAME, arg2: \"worker\"");
}

TEST(structures)
{
	const int64_t times[4] = { 1, 500000000, 0, 7 };
	struct memory memory = { { { times, 16 } } };
	CHECK_STR(args_of("clock_nanosleep", ARGS(1, 1, 0x10, 0x20), &memory),
		  "which_clock: MONOTONIC, flags: ABSTIME, rqtp: { .tv_sec: 1, .tv_nsec: 500000000 }, rmtp: 0x20");
	memory.of[0].size = 32;
	CHECK_STR(args_of("timerfd_settime", ARGS(3, 0, 0x10), &memory),
		  "ufd: 3, utmr: { .it_interval: { .tv_sec: 1, .tv_nsec: 500000000 }, .it_value: { .tv_sec: 0, "
		  ".tv_nsec: 7 } }");
	const uint64_t limits[2] = { 1024, UINT64_MAX };
	memory = (struct memory){ { { limits, 16 } } };
	CHECK_STR(args_of("prlimit64", ARGS(0, 7, 0x10), &memory),
		  "resource: NOFILE, new_rlim: { .rlim_cur: 1024, .rlim_max: INFINITY }");
	const uint64_t how[3] = { O_RDWR | O_CLOEXEC, 0644, 8 };
	memory = (struct memory){ { { "x", 2 }, { how, 24 } } };
	CHECK_STR(args_of("openat2", ARGS(4, 1, 2, 24), &memory),
		  "dfd: 4, filename: \"x\", how: { .flags: RDWR|CLOEXEC, .mode: IRUGO|IWUSR, .resolve: BENEATH }, "
		  "usize: 24");
	const uint64_t action[4] = { 1, 0x14000000, 0x7f, 1u << 16 };
	memory = (struct memory){ { { action, 32 } } };
	CHECK_STR(args_of("rt_sigaction", ARGS(15, 1, 0, 8), &memory),
		  "sig: TERM, act: { .sa_handler: SIG_IGN, .sa_mask: [CHLD], .sa_flags: RESTORER|RESTART, "
		  ".sa_restorer: 0x7f }, sigsetsize: 8");
	const uint64_t all = ~(1ull << 8 | 1ull << 33);
	memory = (struct memory){ { { &all, 8 } } };
	CHECK_STR(args_of("rt_sigprocmask", ARGS(2, 1, 0, 8), &memory),
		  "how: SETMASK, nset: ~[KILL RT_2], sigsetsize: 8");
	struct memory cut = { { { times, 12 } } };
	CHECK_STR(args_of("nanosleep", ARGS(1), &cut), "rqtp: { .tv_sec: 1 }");
}

TEST(addresses)
{
	struct sockaddr_in in = { AF_INET, htons(80), { htonl(0x7f000001) }, { 0 } };
	struct memory memory = { { { &in, sizeof(in) } } };
	CHECK_STR(args_of("connect", ARGS(3, 1, 16), &memory),
		  "fd: 3, uservaddr: { .family: INET, port: 80, addr: 127.0.0.1 }, addrlen: 16");
	struct sockaddr_un un = { AF_UNIX, "/run/x" };
	memory = (struct memory){ { { &un, sizeof(un) } } };
	CHECK_STR(args_of("bind", ARGS(3, 1, 110), &memory),
		  "fd: 3, umyaddr: { .family: LOCAL, path: /run/x }, addrlen: 110");
	memory = (struct memory){ { { "\1\0\0ab", 5 } } };
	CHECK_STR(args_of("bind", ARGS(3, 1, 5), &memory),
		  "fd: 3, umyaddr: { .family: LOCAL, path: @\"ab\" }, addrlen: 5");
	memory = (struct memory){ { { "\1", 1 } } };
	CHECK_STR(args_of("bind", ARGS(3, 0x11, 1), &memory), "fd: 3, umyaddr: 0x11, addrlen: 1");
}

TEST(arrays)
{
	struct pollfd fds[2] = { { 3, POLLIN, 0 }, { 4, POLLOUT | POLLERR, 0 } };
	struct memory memory = { { { fds, sizeof(fds) } } };
	CHECK_STR(args_of("poll", ARGS(1, 2, 1000), &memory),
		  "ufds: [{ .fd: 3, .events: IN }, { .fd: 4, .events: OUT|ERR }], nfds: 2, timeout_msecs: 1000");
	struct {
		uint64_t base, size;
	} iov[2] = { { 0x10, 2 }, { 0x20, 100 } };
	memory = (struct memory){ { { iov, sizeof(iov) }, { "ab", 2 } } };
	CHECK_STR(args_of("writev", ARGS(1, 1, 2), &memory),
		  "fd: 1, vec: [{ .iov_base: \"ab\", .iov_len: 2 }, { .iov_base: 0x20, .iov_len: 100 }], vlen: 2");
	const uint64_t message[7] = { 0, 0, 0x30, 1, 0, 0, 0 };
	memory = (struct memory){ { { message, 56 }, { NULL, 0 }, { iov, 16 }, { "ab", 2 } } };
	CHECK_STR(args_of("sendmsg", ARGS(3, 1, 0x4000), &memory),
		  "fd: 3, msg: { .msg_iov: [{ .iov_base: \"ab\", .iov_len: 2 }], .msg_iovlen: 1 }, flags: NOSIGNAL");
	const uint64_t cpus = 5;
	memory = (struct memory){ { { &cpus, 8 } } };
	CHECK_STR(args_of("sched_setaffinity", ARGS(0, 8, 1), &memory), "len: 8, user_mask_ptr: [0 2]");
	struct epoll_event event = { .events = EPOLLIN | EPOLLET, .data.u64 = 5 };
	memory = (struct memory){ { { &event, 12 } } };
#ifdef __x86_64__
	CHECK_STR(args_of("epoll_ctl", ARGS(3, 1, 4, 1), &memory),
		  "epfd: 3, op: ADD, fd: 4, event: { .events: IN|ET, .data: 0x5 }");
#endif
}

TEST(what_calls_write)
{
	struct memory memory = { { { "hello you", 9 } }, .result = 5 };
	CHECK_STR(args_of("read", ARGS(3, 1, 64), &memory), "fd: 3, buf: \"hello\", count: 64");
	memory = (struct memory){ { { "", 0 } } };
	CHECK_STR(args_of("read", ARGS(3, 1, 64), &memory), "fd: 3, buf: \"\", count: 64");
	memory = (struct memory){ .result = -9 };
	CHECK_STR(args_of("read", ARGS(3, 0x10, 64), &memory), "fd: 3, buf: 0x10, count: 64");
	memory = (struct memory){ { { "/home", 6 } }, .result = 6 };
	CHECK_STR(args_of("getcwd", ARGS(1, 4096), &memory), "buf: \"/home\", size: 4096");
	memory = (struct memory){ { { "x", 2 }, { "there", 4 } }, .result = 4, .written_only = true };
	CHECK_STR(args_of("readlink", ARGS(1, 2, 4), &memory), "buf: \"ther\"");
	const uint32_t status[4] = { 0x300, 9, 0x857f, 0xffff };
	const char *const texts[] = { "{ WIFEXITED, WEXITSTATUS: 3 }", "{ WIFSIGNALED, WTERMSIG: SIGKILL }",
				      "{ WIFSTOPPED, WSTOPSIG: SIGTRAP|0x80 }", "{ WIFCONTINUED }" };
	for (unsigned i = 0; i < ARRAY_SIZE(status); i++) {
		char wanted[200];
		memory = (struct memory){ { { &status[i], 4 } }, .result = 77, .written_only = true };
		snprintf(wanted, sizeof(wanted), "stat_addr: %s", texts[i]);
		CHECK_STR(args_of("wait4", ARGS(77, 1, 0, 0), &memory), wanted);
	}
	memory.result = 0; /* nobody was there: what is in memory is not the call's */
	memory.written_only = false;
	CHECK_STR(args_of("wait4", ARGS(77, 0x10, 1, 0), &memory), "upid: 77, stat_addr: 0x10, options: NOHANG");
	struct {
		uint64_t base, size;
	} iov[2] = { { 0x10, 2 }, { 0x20, 100 } };
	memory = (struct memory){ { { iov, sizeof(iov) }, { "ab", 2 }, { "cdefgh", 6 } }, .result = 5 };
	CHECK_STR(args_of("readv", ARGS(1, 1, 2), &memory),
		  "fd: 1, vec: [{ .iov_base: \"ab\", .iov_len: 2 }, { .iov_base: \"cde\", .iov_len: 100 }], vlen: 2");
}

TEST(before_and_after)
{
	const struct pollfd before[2] = { { 3, POLLIN, 0 }, { 4, POLLOUT, 0 } },
			    after[2] = { { 3, POLLIN, POLLIN | POLLHUP }, { 4, POLLOUT, 0 } };
	struct memory memory = { { { before, sizeof(before) }, { after, sizeof(after) } }, .result = 1 };
	CHECK_STR(args_of("poll", ARGS(1, 2), &memory),
		  "ufds: [{ .fd: 3, .events: IN, .revents: IN|HUP }, { .fd: 4, .events: OUT }], nfds: 2");
	const uint64_t asked = 0x18, ready = 0x10, none = 0;
	memory = (struct memory){ { { &asked, 8 },
				    { &none, 8 },
				    { NULL, 0 },
				    { NULL, 0 },
				    { NULL, 0 },
				    { NULL, 0 },
				    { &ready, 8 },
				    { &none, 8 } },
				  .result = 1 };
	CHECK_STR(args_of("pselect6", ARGS(5, 1, 2), &memory), "n: 5, inp: [3 4] => [4], outp: []");
	const int32_t room = 128, size = 16;
	memory = (struct memory){ { { &room, 4 }, { NULL, 0 }, { &size, 4 } } };
	CHECK_STR(args_of("getsockname", ARGS(3, 0x10, 1), &memory),
		  "fd: 3, usockaddr: 0x10, usockaddr_len: [128] => [16]");
	memory.of[0].bytes = &size;
	CHECK_STR(args_of("getsockname", ARGS(3, 0x10, 1), &memory), "fd: 3, usockaddr: 0x10, usockaddr_len: [16]");
}

TEST(descriptors)
{
	const int32_t pair[2] = { 3, 4 };
	const uint64_t inode = 4711;
	struct memory memory = { { { pair, 8 }, { &inode, 8 }, { &inode, 8 } }, .with_paths = true };
	CHECK_STR(args_of("pipe2", ARGS(1), &memory), "fildes: [3<pipe:[4711]>, 4<pipe:[4711]>]");
	memory.with_paths = false;
	CHECK_STR(args_of("socketpair", ARGS(1, 1, 0, 1), &memory), "family: LOCAL, type: STREAM, usockvec: [3, 4]");
	memory.with_paths = true;
	memory.of[2].bytes = NULL;
	CHECK_STR(args_of("socketpair", ARGS(1, 1, 0, 1), &memory),
		  "family: LOCAL, type: STREAM, usockvec: [3<socket:[4711]>, 4]");
}

TEST(signals)
{
	int32_t info[12] = { 17, 0, 1, 0, 77, 5, 3 };
	struct memory memory = { { [0] = { info, 48 } } };
	CHECK_STR(args_of("waitid", ARGS(1, 77, 1), &memory),
		  "which: PID, upid: 77, infop: { .si_signo: CHLD, .si_code: CLD_EXITED, .si_pid: 77, .si_uid: 5, "
		  ".si_status: 3 }");
	info[2] = 2;
	info[6] = 15;
	CHECK(strstr(args_of("waitid", ARGS(1, 77, 1), &memory),
		     ".si_code: CLD_KILLED, .si_pid: 77, .si_uid: 5, .si_status: TERM }"));
	memset(info, 0, sizeof(info));
	CHECK(strstr(args_of("waitid", ARGS(1, 77, 1), &memory), "infop: { }"));
	info[0] = 11;
	info[2] = 1;
	info[4] = 0x1000;
	CHECK(strstr(args_of("rt_sigqueueinfo", ARGS(1, 11, 1), &memory), ".si_addr: 0x1000 }"));
}

TEST(programs_of_32_bits)
{
	const int32_t time[2] = { 1, 7 };
	const int64_t time64[2] = { 1, 7 };
	struct memory memory = { { { time, 8 } }, .is_32 = true };
	CHECK_STR(args_of("nanosleep", ARGS(1), &memory), "rqtp: { .tv_sec: 1, .tv_nsec: 7 }");
	memory.of[0].bytes = time64, memory.of[0].size = 16;
	CHECK_STR(args_of("clock_nanosleep_time64", ARGS(1, 0, 1), &memory),
		  "which_clock: MONOTONIC, rqtp: { .tv_sec: 1, .tv_nsec: 7 }");
	const uint32_t limits[2] = { 8, UINT32_MAX }, words[6] = { 2, 1, 0x12345678 };
	memory = (struct memory){ { { limits, 8 } }, .is_32 = true };
	CHECK_STR(args_of("ugetrlimit", ARGS(7, 1), &memory),
		  "resource: NOFILE, rlim: { .rlim_cur: 8, .rlim_max: INFINITY }");
	memory = (struct memory){ { { words, 24 } }, .is_32 = true };
	CHECK_STR(args_of("socketcall", ARGS(3, 1), &memory), "call: CONNECT, args: [2, 1, 0x12345678]");
	memory = (struct memory){ { { "/etc", 5 } }, .is_32 = true };
	CHECK_STR(args_of("open", ARGS(1, 0), &memory), "filename: \"/etc\"");
	/* what is not known stays an address */
	CHECK_STR(args_of("writev", ARGS(1, 0x10, 2), &memory), "fd: 1, vec: 0x10, vlen: 2");
}

TEST(what_operations_take)
{
	struct memory memory = { { { NULL, 0 }, { "user", 5 }, { "name", 5 } } };
	CHECK_STR(args_of("keyctl", ARGS(10, 0xfffffffd, 1, 2, 0xfffffffe), &memory),
		  "option: SEARCH, arg2: SESSION_KEYRING, arg3: \"user\", arg4: \"name\", arg5: PROCESS_KEYRING");
	CHECK_STR(args_of("keyctl", ARGS(4, 77, 1, 2, 99), &memory), "option: CHOWN, arg2: 77, arg3: 1, arg4: 2");
	CHECK_STR(args_of("prctl", ARGS(53, 0, 4), &memory), "option: SET_SPECULATION_CTRL, arg3: DISABLE");
	CHECK_STR(args_of("prctl", ARGS(4, 1), &memory), "option: SET_DUMPABLE, arg2: SUID_DUMP_USER");
	CHECK_STR(args_of("quotactl", ARGS(0x80000701, 0, 5, 0x10), &memory),
		  "cmd: GETQUOTA|GRPQUOTA, id: 5, addr: 0x10");
	const uint32_t link[4] = { 3, 4, 43, 0 };
	memory = (struct memory){ { { link, 16 } } };
	CHECK_STR(args_of("bpf", ARGS(0x1c, 1, 16), &memory), "cmd: LINK_CREATE, uattr: { .prog_fd: 3, .target_fd: 4, "
							      ".attach_type: LSM_CGROUP, .flags: 0x0 }, size: 16");
}

TEST(directories)
{
	uint8_t entries[64] = { 0 };
	entries[0] = 7, entries[16] = 24, entries[18] = 4, entries[19] = '.';
	entries[24] = 8, entries[40] = 32, entries[42] = 8;
	memcpy(entries + 43, "name", 5);
	struct memory memory = { { { entries, 56 } }, .result = 56 };
	CHECK_STR(args_of("getdents64", ARGS(3, 1, 100), &memory),
		  "fd: 3, dirent: [{ .d_ino: 7, .d_type: DIR, .d_name: \".\" }, { .d_ino: 8, .d_type: REG, .d_name: "
		  "\"name\" }], count: 100");
	memory.of[0].size = 30;
	CHECK(strstr(args_of("getdents64", ARGS(3, 1, 100), &memory), "\".\" }, ...], count"));
	entries[16] = 0; /* no size: the end */
	CHECK(strstr(args_of("getdents64", ARGS(3, 1, 100), &memory), "dirent: [...], count"));
}

TEST(values_are_typed)
{
	struct memory memory = { { { "/etc/a\"\n", 9 } } };
	CHECK_STR(values_of("openat", ARGS((uint64_t)-100, 1, 0x80000), &memory),
		  "\"dfd\": \"CWD\", \"filename\": \"/etc/a\\\"\\n\", \"flags\": \"RDONLY|CLOEXEC\"");
	memory.of[0].size = 3;
	CHECK_STR(values_of("chdir", ARGS(1), &memory), "\"filename\": \"/et...\"");
	memory = (struct memory){ .with_paths = true };
	CHECK_STR(values_of("read", ARGS(3, 0, 0), &memory),
		  "\"fd\": 3, \"fd_path\": \"/a\", \"buf\": null, \"count\": 0");
	CHECK_STR(values_of("lseek", ARGS(4, (uint64_t)-5, 2), &memory),
		  "\"fd\": 4, \"offset\": -5, \"whence\": \"END\"");
	CHECK_STR(values_of("exit_group", ARGS(0), &memory), "\"error_code\": 0");
}

TEST(values_of_structures)
{
	const uint64_t list[8] = { 100, 200, 0 };
	struct memory memory = { { { "/bin/ls", 8 }, { list, 64 }, { "ls", 3 }, { "-l", 3 } } };
	CHECK_STR(values_of("execve", ARGS(1, 2, 0), &memory),
		  "\"filename\": \"/bin/ls\", \"argv\": [\"ls\", \"-l\"], \"envp\": null");
	const int64_t times[4] = { 1, 500000000, 0, 7 };
	memory = (struct memory){ { { times, 16 } } };
	CHECK_STR(values_of("nanosleep", ARGS(1, 0), &memory),
		  "\"rqtp\": {\"tv_sec\": 1, \"tv_nsec\": 500000000}, \"rmtp\": null");
	struct sockaddr_in inet = { .sin_family = AF_INET,
				    .sin_port = htons(80),
				    .sin_addr.s_addr = htonl(0x7f000001) };
	memory = (struct memory){ { { &inet, sizeof(inet) } } };
	CHECK_STR(values_of("connect", ARGS(4, 1, sizeof(inet)), &memory),
		  "\"fd\": 4, \"uservaddr\": {\"family\": \"INET\", \"port\": 80, \"addr\": \"127.0.0.1\"}, "
		  "\"addrlen\": 16");
	const uint64_t signals = 1 << 1;
	memory = (struct memory){ { { &signals, 8 } } };
	CHECK_STR(values_of("rt_sigprocmask", ARGS(0, 1, 0, 8), &memory),
		  "\"how\": \"BLOCK\", \"nset\": [\"INT\"], \"oset\": null, \"sigsetsize\": 8");
	struct pollfd polled[2] = { { .fd = 3, .events = POLLIN, .revents = POLLIN }, { .fd = 4, .events = POLLOUT } };
	memory = (struct memory){ { { polled, sizeof(polled) } } };
	CHECK_STR(values_of("poll", ARGS(1, 2, 0), &memory),
		  "\"ufds\": [{\"fd\": 3, \"events\": \"IN\", \"revents\": \"IN\"}, {\"fd\": 4, \"events\": \"OUT\"}], "
		  "\"nfds\": 2, \"timeout_msecs\": 0");
}

/* What the call found, and what it left; the former alone when the latter is nothing that can be written. */
TEST(values_of_what_changed)
{
	const int32_t room = 128, size = 16;
	struct memory memory = { { { &room, 4 }, { NULL, 0 }, { &size, 4 } } };
	CHECK_STR(values_of("getsockname", ARGS(3, 0x10, 1), &memory),
		  "\"fd\": 3, \"usockaddr\": \"0x10\", \"usockaddr_len\": {\"before\": [128], \"after\": [16]}");
	memory = (struct memory){ { { &room, 4 }, { &size, 3 } } };
	CHECK_STR(args_of("ioctl", ARGS(3, 1, 0x10), &memory), "fd: 3, cmd: FIBMAP, arg: [128]");
	CHECK_STR(values_of("ioctl", ARGS(3, 1, 0x10), &memory), "\"fd\": 3, \"cmd\": \"FIBMAP\", \"arg\": [128]");
}

/* Whatever the bytes: one whole JSON object. */
static void check_json(const struct outbuf *members)
{
	struct outbuf object;
	out_init(&object, -1);
	out_char(&object, '{');
	out_mem(&object, members->data, members->size);
	out_char(&object, '}');
	struct json json = json_of(object.data, object.size);
	enum json_piece first = json_next(&json);
	CHECK_INT(first, JSON_OBJECT);
	json_skip(&json, first);
	CHECK_INT(json_next(&json), JSON_END);
	if (json_failed(&json)) fprintf(stderr, "%.*s\n", (int)object.size, object.data);
	json_done(&json);
	out_done(&object);
}

/* Bytes of all kinds for all calls: nothing but text comes out, and what is in them decides no address. */
TEST(any_bytes)
{
	uint64_t seed = 12345;
	uint8_t bytes[512];
	struct outbuf out, given;
	out_init(&out, -1);
	out_init(&given, -1);
	for (size_t i = 0; i < syscall_count(); i++) {
		for (unsigned round = 0; round < 20; round++) {
			struct memory memory = { 0 };
			uint64_t values[SYSCALL_MAX_ARGS];
			for (size_t k = 0; k < sizeof(bytes); k++)
				bytes[k] = (uint8_t)((seed = seed * 6364136223846793005u + 1442695040888963407u) >> 56);
			if (round < 5) memset(bytes, round == 4 ? 0xff : (int)round, sizeof(bytes));
			for (unsigned k = 0; k < SYSCALL_MAX_ARGS; k++)
				values[k] = round & 1 ? bytes[k] : bytes[k] * 0x0102030405060708u;
			for (unsigned k = 0; k < SYSCALL_MAX_READS; k++)
				memory.of[k].bytes = bytes, memory.of[k].size = bytes[k] * (round % 3);
			const struct syscall_context context = {
				.ctx = &memory, .memory = bytes_of, .with_zeros = true, .swap = round & 2
			};
			out.size = 0;
			syscall_format_args(syscall_at(i), values, &context, &out);
			for (size_t k = 0; k < out.size; k++) CHECK((uint8_t)out.data[k] >= ' ' || round);
			struct value_sink sink = { .type = &value_json, .out = &given };
			struct syscall_context with_values = context;
			with_values.values = &sink;
			with_values.result = bytes[0];
			given.size = 0;
			syscall_format_args(syscall_at(i), values, &with_values, &out);
			check_json(&given);
		}
	}
	out_done(&out);
	out_done(&given);
}

TEST_MAIN
