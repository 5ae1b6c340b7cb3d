/* Output into files, and what is said of it where it does not get there. */
#include "cli/textout.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/unit/test.h"

static char directory[] = "/tmp/perf-test-textout-XXXXXX", path[100];

static const char *content(void)
{
	static char text[100];
	FILE *file = fopen(path, "r");
	size_t size = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
	if (file) fclose(file);
	text[size] = '\0';
	return text;
}

static int write_text(const char *text, bool append)
{
	struct outbuf out;
	int r = textout_create(path, append, &out);
	if (r < 0) return r;
	out_str(&out, text);
	errno = EIO; /* of something long before */
	return textout_close(&out, path);
}

TEST(files)
{
	CHECK(mkdtemp(directory) != NULL);
	snprintf(path, sizeof(path), "%s/file", directory);
	CHECK_INT(write_text("one\n", false), 0);
	CHECK_STR(content(), "one\n");
	CHECK_INT(write_text("two\n", true), 0);
	CHECK_STR(content(), "one\ntwo\n");
	CHECK_INT(write_text("three\n", false), 0);
	CHECK_STR(content(), "three\n");
	CHECK_INT(write_text("", false), 0);
	CHECK_STR(content(), "");
	CHECK_INT(textout_finish(0), 0); /* all of it was written */
	CHECK_INT(textout_finish(3), 3);
	unlink(path);
	CHECK_INT(rmdir(directory), 0);
	CHECK_INT(write_text("", false), -ENOENT);
}

/* A pipe that nobody reads is no failure; a full disk is one, and is said once for the file. */
TEST(what_is_not_written)
{
	struct outbuf out;
	CHECK_INT(textout_finish(0), 0);
	if (access("/dev/full", W_OK) < 0) SKIP("there is no /dev/full");
	CHECK_INT(textout_create("/dev/full", false, &out), 0);
	out_str(&out, "text");
	CHECK_INT(textout_close(&out, "/dev/full"), -ENOSPC);
	CHECK_INT(textout_finish(0), 1);
	CHECK_INT(textout_finish(7), 7);
}

TEST_MAIN
