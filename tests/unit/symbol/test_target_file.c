/* Paths of the profiled machine's files on this one. */
#include "symbol/file/build_id.h"
#include "symbol/file/target_file.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "symbol/object.h"
#include "../test.h"
#include "../watch_opens.h"

TEST(init_over_what_memory_held)
{
	struct target_files files;

	memset(&files, 0xf9, sizeof(files));
	target_files_init(&files, "/target", "/cache");
	_free_ char *path = target_file_path(&files, "/usr/bin/true");
	CHECK_STR(path, "/target/usr/bin/true");
	CHECK_STR(files.build_id_dir, "/cache");
	target_files_done(&files);
}

TEST(symfs_flat)
{
	struct target_files files;

	target_files_init(&files, "/target,flat", NULL);
	_free_ char *path = target_file_path(&files, "/usr/bin/true");
	CHECK_STR(path, "/target/true");
	target_files_done(&files);
}

TEST(symfs_hierarchy)
{
	struct target_files files;

	target_files_init(&files, "/target,hierarchy", NULL);
	_free_ char *path = target_file_path(&files, "usr/bin/true");
	CHECK_STR(path, "/target/usr/bin/true");
	target_files_done(&files);
}

TEST(devices_are_not_opened)
{
	char dir[] = "/tmp/target-XXXXXX";
	struct blob blob;
	uint8_t bytes[20];
	CHECK(mkdtemp(dir));
	_free_ char *fifo = xasprintf("%s/jit-1.dump", dir);
	CHECK(mkfifo(fifo, 0600) == 0);
	_close_ int watch = watch_opens(fifo);
	CHECK(watch >= 0);
	CHECK_INT(target_file_open(fifo, &blob), -ENODEV);
	CHECK_INT(build_id_of_file(fifo, bytes), -ENODEV);
	CHECK(!was_opened(watch));
	CHECK(unlink(fifo) == 0 && rmdir(dir) == 0);
}

TEST_MAIN
