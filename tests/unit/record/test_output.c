/* Names of files: what was there becomes .old, complete ones are stamped, the oldest of them go. */
#include "record/file/output.h"

#include <sys/stat.h>
#include <unistd.h>
#include "tests/unit/test.h"

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static char dir[32];

/* Removed at the end by the shell, whatever is in it. */
static void leave_directory(void)
{
	_free_ char *command = xasprintf("rm -rf %s", dir);
	CHECK(chdir("/") == 0 && system(command) == 0);
}

static void into_new_directory(void)
{
	snprintf(dir, sizeof(dir), "/tmp/output-XXXXXX");
	CHECK(mkdtemp(dir) && chdir(dir) == 0);
}

static void write_one(const struct output_options *options)
{
	struct output output;
	output_init(&output, options);
	CHECK_INT(output_open(&output, NULL), 0);
	CHECK(write(output.fd, "x", 1) == 1);
	output_done(&output);
}

TEST(old_ones)
{
	into_new_directory();
	const struct output_options file = { .path = "r" }, directory = { .path = "r", .directory = true };
	write_one(&file);
	CHECK(exists("r") && !exists("r.old"));
	write_one(&directory);
	CHECK(exists("r/data") && exists("r.old"));
	CHECK(mkdir("r/kcore_dir", 0700) == 0);
	write_one(&file);
	CHECK(exists("r.old/kcore_dir"));
	write_one(&file);
	struct stat st;
	CHECK(stat("r.old", &st) == 0 && S_ISREG(st.st_mode));
	/* a directory of something else stays */
	CHECK(unlink("r.old") == 0 && mkdir("r.old", 0700) == 0 && mkdir("r.old/mine", 0700) == 0);
	struct output output;
	output_init(&output, &file);
	CHECK(output_open(&output, NULL) < 0);
	CHECK(exists("r.old/mine") && exists("r"));
	output_done(&output);
	leave_directory();
}

TEST(stamped_ones)
{
	into_new_directory();
	const struct output_options options = { .path = "r", .stamped = true, .max_files = 3 };
	struct output output;
	char *names[8];
	output_init(&output, &options);
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) { /* several in a hundredth of a second */
		const char *name;
		CHECK_INT(output_open(&output, NULL), 0);
		CHECK_INT(output_stamp(&output, &name, NULL), 0);
		names[i] = xstrdup(name);
		CHECK_INT(strlen(name), 2 + 16);
		if (i) CHECK(strcmp(names[i - 1], name) < 0);
	}
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		CHECK_INT(exists(names[i]), i >= 5);
		free(names[i]);
	}
	output_done(&output);
	leave_directory();
}

/* No more than ten bytes together, but the newest stays. */
TEST(budget)
{
	into_new_directory();
	static const size_t sizes[] = { 3, 4, 3, 5, 2, 20, 1 };
	static const unsigned left[] = { 1, 2, 3, 2, 3, 1, 1 };
	const struct output_options options = { .path = "r", .stamped = true, .max_total_bytes = 10 };
	struct output output;
	output_init(&output, &options);
	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
		const char *name;
		CHECK_INT(output_open(&output, NULL), 0);
		CHECK_INT(write(output.fd, "01234567890123456789", sizes[i]), sizes[i]);
		CHECK_INT(output_stamp(&output, &name, NULL), 0);
		CHECK(exists(name));
		CHECK_INT(output.stamped.count, left[i]);
		CHECK_INT(output.stamped_bytes.count, left[i]);
	}
	output_done(&output);
	leave_directory();
}

TEST(beside)
{
	into_new_directory();
	const struct output_options options = { .path = "d", .directory = true };
	struct output output;
	output_init(&output, &options);
	CHECK_INT(output_open(&output, NULL), 0);
	int fd = output_open_beside(&output, "data.0", NULL);
	CHECK(fd >= 0 && exists("d/data") && exists("d/data.0"));
	close(fd);
	output_discard(&output);
	CHECK(!exists("d"));
	output_done(&output);
	leave_directory();
}

TEST_MAIN
