/* What is said where maps and programs are refused; and maps themselves, where they are not. */
#include "bpf/bpf_map.h"

#include <errno.h>
#include <linux/bpf.h>
#include <unistd.h>
#include "tests/unit/test.h"

static bool has_hint(int code)
{
	struct err err = ERR_INIT;
	err_set(&err, code, "BPF map");
	CHECK_INT(bpf_refused(code, &err), code);
	bool has = err.hint;
	err_done(&err);
	return has;
}

/* Who is root already is not told to become it. */
TEST(what_it_takes)
{
	CHECK_INT(has_hint(-EPERM), geteuid() != 0);
	CHECK_INT(has_hint(-EACCES), geteuid() != 0);
	CHECK(!has_hint(-EINVAL) && !has_hint(-ENOMEM));
}

TEST(refused)
{
	const struct bpf_map_shape shape = { .type = 0xffff, .key_bytes = 4, .value_bytes = 8, .nr_entries = 2 };
	struct err err = ERR_INIT;
	int fd = -1;
	CHECK(bpf_map_make("perf_test", &shape, &fd, &err) < 0);
	CHECK(fd == -1 && err.message && strncmp(err.message, "BPF perf_test: ", 15) == 0);
	err_done(&err);
}

TEST(entries)
{
	const struct bpf_map_shape
		shape = { .type = BPF_MAP_TYPE_HASH, .key_bytes = 4, .value_bytes = 8, .nr_entries = 2 },
		other = { .type = BPF_MAP_TYPE_HASH, .key_bytes = 4, .value_bytes = 4, .nr_entries = 2 };
	uint32_t key = 7, next, id;
	uint64_t value = 70, got = 0;
	int fd = -1;
	if (bpf_map_make("perf_test", &shape, &fd, NULL) < 0) SKIP("BPF maps are refused here");
	CHECK_INT(bpf_map_find(fd, &key, &got), -ENOENT);
	CHECK_INT(bpf_map_replace(fd, &key, &value), -ENOENT); /* there is nothing to replace */
	CHECK_INT(bpf_map_store(fd, &key, &value), 0);
	CHECK(bpf_map_find(fd, &key, &got) == 0 && got == 70);
	value = 71;
	CHECK_INT(bpf_map_replace(fd, &key, &value), 0);
	CHECK(bpf_map_find(fd, &key, &got) == 0 && got == 71);
	CHECK(bpf_map_next(fd, NULL, &next) == 0 && next == 7);
	CHECK_INT(bpf_map_next(fd, &next, &next), -ENOENT);
	CHECK(bpf_map_is(fd, &shape) && !bpf_map_is(fd, &other));
	CHECK_INT(bpf_map_id(fd, &id), 0);
	int same_fd = bpf_map_open_id(id);
	CHECK(same_fd >= 0 && bpf_map_find(same_fd, &key, &got) == 0 && got == 71);
	CHECK_INT(bpf_map_remove(same_fd, &key), 0);
	CHECK_INT(bpf_map_find(fd, &key, &got), -ENOENT);
	if (same_fd >= 0) close(same_fd);
	close(fd);
}

TEST_MAIN
