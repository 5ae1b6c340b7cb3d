/* Paths of the profiled machine's files on this one. */
#include "symbol/target_file.h"
#include "../test.h"

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

TEST_MAIN
