/* Which calls a list means. */
#include <string.h>
#include "syscall/syscall_set.h"
#include "tests/unit/test.h"

static bool has(const struct syscall_set *set, const char *name) { return syscall_set_has(set, syscall_find(name)); }

static int note(void *ctx, const char *word)
{
	strcat(ctx, word);
	return 0;
}

TEST(names_and_globs)
{
	struct syscall_set set = { 0 };
	CHECK(has(&set, "read"));
	CHECK_INT(syscall_set_parse(&set, "openat,clock_*", NULL, NULL, NULL), 0);
	CHECK(has(&set, "openat") && has(&set, "clock_nanosleep"));
	CHECK(!has(&set, "read") && !has(&set, "open"));
	CHECK(!syscall_set_has(&set, NULL));
	CHECK_INT(syscall_set_parse(&set, "read", NULL, NULL, NULL), 0); /* a second -e adds */
	CHECK(has(&set, "read") && has(&set, "openat"));
	syscall_set_done(&set);
}

/* By the name of the tracepoint and by that of the manual page. */
TEST(two_names)
{
	struct syscall_set set = { 0 };
	CHECK_INT(syscall_set_parse(&set, "newstat,fstatat,umount2", NULL, NULL, NULL), 0);
	CHECK(has(&set, "stat") && has(&set, "newfstatat") && has(&set, "umount2"));
	CHECK(!has(&set, "fstat"));
	syscall_set_done(&set);
}

TEST(negated)
{
	struct syscall_set set = { 0 };
	CHECK_INT(syscall_set_parse(&set, "!mmap,close", NULL, NULL, NULL), 0);
	CHECK(!has(&set, "mmap") && !has(&set, "close") && has(&set, "read"));
	CHECK(syscall_set_has(&set, NULL));
	syscall_set_done(&set);
}

TEST(groups)
{
	struct syscall_set set = { 0 };
	CHECK_INT(syscall_set_parse(&set, "file,%network", NULL, NULL, NULL), 0);
	CHECK(has(&set, "openat") && has(&set, "unlink") && has(&set, "execve") && has(&set, "sendmsg"));
	CHECK(!has(&set, "mmap") && !has(&set, "futex"));
	syscall_set_done(&set);
}

TEST(other_words)
{
	char words[64] = "";
	_err_done_ struct err err = ERR_INIT;
	struct syscall_set set = { 0 };
	CHECK_INT(syscall_set_parse(&set, "sched:sched_switch", note, words, &err), 0);
	CHECK_STR(words, "sched:sched_switch");
	CHECK(has(&set, "read")); /* nothing was said about calls */
	CHECK(syscall_set_parse(&set, "nonsense", NULL, NULL, &err) < 0);
	CHECK_STR(err.message, "'nonsense' is no system call");
	syscall_set_done(&set);
}

TEST_MAIN
