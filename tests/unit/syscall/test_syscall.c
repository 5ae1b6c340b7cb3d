#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include "syscall/syscall.h"
#include "tests/unit/test.h"

TEST(calls_are_in_order_and_found)
{
	for (size_t i = 0; i < syscall_count(); i++) {
		const struct syscall *syscall = syscall_at(i);
		CHECK(syscall->nr_args <= SYSCALL_MAX_ARGS);
		CHECK(i == 0 || strcmp(syscall_at(i - 1)->name, syscall->name) < 0);
		CHECK(syscall_find(syscall->name) == syscall);
		for (unsigned arg = 0; arg < syscall->nr_args; arg++)
			CHECK(syscall->args[arg].name && *syscall->args[arg].name);
	}
	CHECK(!syscall_find("nonsense"));
}

TEST(numbers)
{
	CHECK_STR(syscall_by_number("x86_64", 257)->name, "openat");
	CHECK_STR(syscall_by_number("i386", 295)->name, "openat");
	CHECK_STR(syscall_by_number("aarch64", 56)->name, "openat");
	CHECK_STR(syscall_by_number("x86_64", 0)->name, "read");
	CHECK(!syscall_by_number("x86_64", 400));
	CHECK(!syscall_by_number("x86_64", UINT64_MAX));
	CHECK(!syscall_by_number("vax", 1));
	CHECK_STR(syscall_by_number("s390x", 288)->name, "openat");
	CHECK_STR(syscall_by_number("ppc64le", 286)->name, "openat");
	CHECK_STR(syscall_by_number("armv7l", 322)->name, "openat");
	CHECK_INT(syscall_number("x86_64", "futex"), 202);
	CHECK_INT(syscall_number("riscv64", "futex"), 98);
	CHECK_INT(syscall_number("aarch64", "open"), -1);
	static const char *const machines[] = { "x86_64", "i386", "aarch64", "riscv64", "s390x", "ppc64le", "armv7l" };
	for (size_t m = 0; m < ARRAY_SIZE(machines); m++) {
		size_t count = 0;
		for (unsigned nr = 0; nr < 600; nr++) {
			const struct syscall *syscall = syscall_by_number(machines[m], nr);
			if (!syscall) continue;
			count++;
			CHECK_INT(syscall_number(machines[m], syscall->name), (int)nr);
		}
		CHECK(count > 300);
	}
}

static const char *args_of(const char *name, const uint64_t values[SYSCALL_MAX_ARGS], bool with_prefix)
{
	static struct outbuf out;
	struct syscall_context context = { .with_prefix = with_prefix };
	if (!out.capacity) out_init(&out, -1);
	out.size = 0;
	syscall_format_args(syscall_find(name), values, &context, &out);
	out_char(&out, '\0');
	return out.data;
}
#define ARGS(...) ((const uint64_t[SYSCALL_MAX_ARGS]){ __VA_ARGS__ })

TEST(arguments)
{
	CHECK_STR(args_of("openat", ARGS((uint64_t)-100, 0x7f01, O_RDONLY | O_CLOEXEC, 0), false),
		  "dfd: CWD, filename: 0x7f01, flags: RDONLY|CLOEXEC");
	CHECK_STR(args_of("openat", ARGS(3, 0x7f01, O_WRONLY | O_CREAT | O_TRUNC, 0644), true),
		  "dfd: 3, filename: 0x7f01, flags: O_CREAT|O_TRUNC|O_WRONLY, mode: S_IRUGO|S_IWUSR");
	CHECK_STR(args_of("open", ARGS(0x1000, O_RDWR | O_SYNC | O_TMPFILE), false),
		  "filename: 0x1000, flags: RDWR|TMPFILE|SYNC");
	CHECK_STR(args_of("mmap", ARGS(0, 8192, 3, 0x22, (uint64_t)-1, 0), false),
		  "len: 8192, prot: READ|WRITE, flags: PRIVATE|ANONYMOUS");
	CHECK_STR(args_of("futex", ARGS(0x1000, 129, 1), false), "uaddr: 0x1000, op: WAKE|PRIVATE_FLAG, val: 1");
	CHECK_STR(args_of("futex", ARGS(0x1000, 0x189, 1), false),
		  "uaddr: 0x1000, op: WAIT_BITSET|PRIVATE_FLAG|CLOCK_REALTIME, val: 1");
	CHECK_STR(args_of("socket", ARGS(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 6), false),
		  "family: INET6, type: STREAM|CLOEXEC|NONBLOCK, protocol: TCP");
	CHECK_STR(args_of("clone", ARGS(CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | SIGCHLD), false),
		  "clone_flags: CHILD_CLEARTID|CHILD_SETTID|SIGCHLD");
	CHECK_STR(args_of("kill", ARGS(42, SIGKILL), true), "pid: 42, sig: SIGKILL");
	CHECK_STR(args_of("rt_sigprocmask", ARGS(0, 0x10, 0, 8), false), "nset: 0x10, sigsetsize: 8");
	CHECK_STR(args_of("fcntl", ARGS(3, F_SETFL, O_RDWR | O_NONBLOCK), false),
		  "fd: 3, cmd: SETFL, arg: RDWR|NONBLOCK");
	CHECK_STR(args_of("fcntl", ARGS(0, F_GETFD, 0), false), "cmd: GETFD");
	CHECK_STR(args_of("ioctl", ARGS(1, 0x5413, 0x7f00), false), "fd: 1, cmd: TIOCGWINSZ, arg: 0x7f00");
	CHECK_STR(args_of("ioctl", ARGS(1, 0xc0500017, 0), false), "fd: 1, cmd: (READ|WRITE, 0, 0x17, 0x50)");
	CHECK_STR(args_of("shmget", ARGS(0, 4096, 01600), false), "size: 4096, shmflg: CREAT|0600");
	CHECK_STR(args_of("sched_setscheduler", ARGS(0, 0x40000001, 0x10), false),
		  "policy: FIFO|RESET_ON_FORK, param: 0x10");
	CHECK_STR(args_of("recvfrom", ARGS(3, 0x10, 5, 0x40000042), false),
		  "fd: 3, ubuf: 0x10, size: 5, flags: PEEK|DONTWAIT|CMSG_CLOEXEC");
	CHECK_STR(args_of("madvise", ARGS(0x1000, 4096, 99), false), "start: 0x1000, len_in: 4096, behavior: 99");
	CHECK_STR(args_of("getuid", ARGS(0), false), "");
	CHECK_STR(args_of("access", ARGS(1, 6), true), "filename: 0x1, mode: R_OK|W_OK");
	CHECK_STR(args_of("access", ARGS(1, 7), false), "filename: 0x1, mode: RWX");
	CHECK_STR(args_of("fcntl", ARGS(3, F_GETFL, 77), false), "fd: 3, cmd: GETFL");
	CHECK_STR(args_of("mprotect", ARGS(0x1000, 4096, 0), false), "start: 0x1000, len: 4096, prot: NONE");
	CHECK_STR(args_of("futex", ARGS(0x1000, 3, 1, 2, 3, 4), false),
		  "uaddr: 0x1000, op: REQUEUE, val: 1, utime: 2, uaddr2: 0x3");
	CHECK_STR(args_of("kill", ARGS(1, 34), false), "pid: 1, sig: RT_2");
	CHECK_STR(args_of("setsockopt", ARGS(3, 6, 1), false), "fd: 3, level: TCP, optname: NODELAY");
	CHECK_STR(args_of("clone", ARGS(0x3d0f00, 1, 2, 3, 4), false),
		  "clone_flags: VM|FS|FILES|SIGHAND|THREAD|SYSVSEM|SETTLS|PARENT_SETTID|CHILD_CLEARTID, newsp: 0x1, "
		  "parent_tidptr: 0x2, child_tidptr: 0x3, tls: 0x4");
}

TEST(other_machines)
{
	struct outbuf out;
	struct syscall_context context = { .machine = syscall_machine_of("aarch64") };
	out_init(&out, -1);
	syscall_format_args(syscall_find("openat"), ARGS(3, 0x7f01, 0x4000 | O_CLOEXEC), &context, &out);
	out_char(&out, ' ');
	syscall_format_args(syscall_find("clone"), ARGS(0x180000, 1, 2, 3, 4), &context, &out);
	context.machine = syscall_machine_of("s390x");
	out_char(&out, ' ');
	syscall_format_args(syscall_find("clone"), ARGS(0, 0x1200011, 0, 4), &context, &out);
	out_char(&out, '\0');
	CHECK_STR(out.data, "dfd: 3, filename: 0x7f01, flags: RDONLY|CLOEXEC|DIRECTORY clone_flags: "
			    "SETTLS|PARENT_SETTID, newsp: 0x1, parent_tidptr: 0x2, tls: 0x3 "
			    "clone_flags: CHILD_CLEARTID|CHILD_SETTID|SIGCHLD, child_tidptr: 0x4");
	CHECK_INT(syscall_machine_of("x86_64"), SYSCALL_MACHINE_GENERIC);
	out_done(&out);
}

static const char *path_of(void *ctx, unsigned arg) { return arg == 1 ? "/etc/\"x\"" : NULL; }
static const char *fd_path(void *ctx, int32_t fd) { return fd == 3 ? "/tmp" : NULL; }

TEST(what_the_caller_knows)
{
	struct outbuf out;
	out_init(&out, -1);
	struct syscall_context context = { .text = path_of, .fd_path = fd_path, .with_zeros = true };
	syscall_format_args(syscall_find("openat"), ARGS(3, 0x7f01, 0, 0), &context, &out);
	out_char(&out, '\0');
	CHECK_STR(out.data, "dfd: 3</tmp>, filename: \"/etc/\\\"x\\\"\", flags: RDONLY");
	out_done(&out);
}

static const char *result_of(const char *name, int64_t result)
{
	static struct outbuf out;
	if (!out.capacity) out_init(&out, -1);
	out.size = 0;
	syscall_format_result(syscall_find(name), NULL, result, NULL, &out);
	out_char(&out, '\0');
	return out.data;
}

TEST(results)
{
	CHECK_STR(result_of("read", 832), "832");
	CHECK_STR(result_of("mmap", 0x7f00), "0x7f00");
	CHECK_STR(result_of("open", -ENOENT), "-1 ENOENT (No such file or directory)");
	CHECK_STR(result_of("read", -512), "-1 ERESTARTSYS (To be restarted)");
	CHECK_STR(result_of("umask", 022), "022");
	CHECK_STR(result_of("lseek", -100000), "-100000");
}

TEST(results_by_operation)
{
	struct outbuf out;
	out_init(&out, -1);
	syscall_format_result(syscall_find("fcntl"), ARGS(3, F_GETFL), O_RDWR | O_NONBLOCK, NULL, &out);
	out_char(&out, ' ');
	syscall_format_result(syscall_find("fcntl"), ARGS(3, F_GETFD), 1, NULL, &out);
	out_char(&out, ' ');
	syscall_format_result(syscall_find("fcntl"), ARGS(3, F_DUPFD), 7, NULL, &out);
	out_char(&out, '\0');
	CHECK_STR(out.data, "RDWR|NONBLOCK CLOEXEC 7");
	CHECK_STR(result_of("poll", 0), "0 (Timeout)");
	CHECK_STR(result_of("poll", 2), "2");
	out_done(&out);
}

TEST(names_to_numbers)
{
	uint64_t number;
	CHECK(flag_set_number(FLAG_SET_open_flags, "CREAT", &number) && number == O_CREAT);
	CHECK(flag_set_number(FLAG_SET_open_flags, "O_CREAT", &number) && number == O_CREAT);
	CHECK(flag_set_number(FLAG_SET_signal, "SIGTERM", &number) && number == SIGTERM);
	CHECK(!flag_set_number(FLAG_SET_signal, "SIGNONE", &number));
}

/* Rows for the calls of this machine's headers. */
TEST(this_machine)
{
#ifdef __x86_64__
	CHECK_INT(syscall_number("x86_64", "futex_waitv"), SYS_futex_waitv);
	CHECK_INT(syscall_number("x86_64", "statx"), SYS_statx);
#endif
}

TEST_MAIN
