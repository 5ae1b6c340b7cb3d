/* Regular files are opened, everything else is left untouched. */
#include "base/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include "base/descriptor.h"
#include "tests/unit/test.h"
#include "tests/unit/watch_opens.h"

static char dir[32];

static char *below(const char *name) { return xasprintf("%s/%s", dir, name); }

static void make_directory(void)
{
	snprintf(dir, sizeof(dir), "/tmp/regular-XXXXXX");
	CHECK(mkdtemp(dir));
}

static void remove_directory(void)
{
	_free_ char *command = xasprintf("rm -r %s", dir);
	CHECK(system(command) == 0);
}

TEST(files_and_links_to_them)
{
	char text[8] = "";
	make_directory();
	_free_ char *file = below("file"), *link = below("link"), *nothing = below("nothing");
	_close_ int made = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	CHECK(write(made, "text", 4) == 4 && symlink("file", link) == 0);
	_close_ int fd = regular_file_open(file);
	CHECK(read(fd, text, sizeof(text)) == 4);
	_close_ int through = regular_file_open(link);
	CHECK(through >= 0 && (fcntl(through, F_GETFD) & FD_CLOEXEC));
	CHECK_INT(regular_file_open(nothing), -ENOENT);
	remove_directory();
}

TEST(others_stay_untouched)
{
	make_directory();
	_free_ char *fifo = below("fifo"), *link = below("link");
	CHECK(mkfifo(fifo, 0600) == 0 && symlink("fifo", link) == 0);
	_close_ int watch = watch_opens(fifo);
	_close_ int dir_fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	CHECK(watch >= 0);
	CHECK_INT(regular_file_open(fifo), -ENODEV);
	CHECK_INT(regular_file_open(link), -ENODEV);
	CHECK_INT(regular_file_open_at(dir_fd, "fifo"), -ENODEV);
	CHECK(!was_opened(watch));
	CHECK_INT(regular_file_open("/dev/null"), -ENODEV);
	CHECK_INT(regular_file_open(dir), -EISDIR);
	_close_ int opened = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* the watch does see it */
	CHECK(opened >= 0 && was_opened(watch));
	remove_directory();
}

TEST_MAIN
