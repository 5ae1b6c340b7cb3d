/* The directory: storing, merging, ownership, order of use, pruning, damage, full and read-only file systems. */
#include <errno.h>
#include <sys/mount.h>
#include <time.h>
#include <utime.h>
#include "cache/cache.h"
#include "tests/unit/fixture_tree.h"

static struct cache *begin(const char *name, uint64_t max_bytes)
{
	static char path[256];
	static bool begun;
	if (!begun) fixture_begin();
	begun = true;
	snprintf(path, sizeof(path), "%s/%s", fixture_root, name);
	return cache_new(path, max_bytes);
}

static struct cache_name name_of(uint8_t number)
{
	uint8_t id[20] = { number, 1, 2, 3 };
	return cache_name_of_build_id(id, sizeof(id));
}

static int store(struct cache *cache, uint8_t number, uint32_t kind, uint64_t part, uint64_t key, const char *text)
{
	struct cache_name name = name_of(number);
	struct cache_section section = { kind, part, key, text, strlen(text) };
	return cache_store(cache, &name, "/bin/x", &section, 1);
}

/* The section's text in a buffer, or NULL. */
static const char *find(struct cache *cache, uint8_t number, uint32_t kind, uint64_t part, uint64_t key)
{
	static char text[256];
	struct cache_name name = name_of(number);
	struct cache_file *file = NULL;
	struct cache_section section;
	bool found = cache_find(cache, &name, &file) == 0 && cache_file_find(file, kind, part, key, &section);
	if (found) snprintf(text, sizeof(text), "%.*s", (int)section.size_bytes, (const char *)section.data);
	cache_file_free(file);
	return found ? text : NULL;
}

static void file_path(struct cache *cache, uint8_t number, char path[static 512])
{
	snprintf(path, 512, "%s/%s", cache->directory, name_of(number).text);
}

/* How long ago it was used. */
static void set_age(struct cache *cache, uint8_t number, long age_s)
{
	char path[512];
	struct utimbuf times = { time(NULL) - age_s, time(NULL) - age_s };
	file_path(cache, number, path);
	CHECK_INT(utime(path, &times), 0);
}

static size_t count_files(struct cache *cache)
{
	struct cache_list list = { VEC_INIT, 0 };
	CHECK_INT(cache_list(cache, &list), 0);
	size_t count = list.files.count;
	cache_list_done(&list);
	return count;
}

TEST(names)
{
	CHECK_STR(name_of(0xab).text, "ab01020300000000000000000000000000000000.perf-object");
	CHECK_STR(cache_name_of_hash(0x12).text, "file-0000000000000012.perf-object");
}

TEST(stored_is_found)
{
	struct cache *cache = begin("stored", CACHE_USUAL_BYTES);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	CHECK_INT(count_files(cache), 0);
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "one"), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "one");
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 2), NULL);
	CHECK_STR(find(cache, 2, CACHE_SYMBOLS, 0, 1), NULL);
	CHECK_INT(store(cache, 1, CACHE_LINES, 5, 1, "five"), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "one");
	CHECK_STR(find(cache, 1, CACHE_LINES, 5, 1), "five");
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "another"), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "another");
	CHECK_INT(count_files(cache), 1);
	cache_free(cache);
}

TEST(two_keys_are_kept)
{
	struct cache *cache = begin("keys", CACHE_USUAL_BYTES);
	for (uint64_t key = 1; key <= 4; key++) CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, key, "x"), 0);
	unsigned nr_kept = 0;
	for (uint64_t key = 1; key <= 4; key++) nr_kept += find(cache, 1, CACHE_SYMBOLS, 0, key) != NULL;
	CHECK_INT(nr_kept, 2);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 4), "x");
	cache_free(cache);
}

static void wait_for_another_second(void)
{
	for (time_t before = time(NULL); time(NULL) == before;) usleep(10000);
}

/* Of each part the newest keys, whatever is stored of other parts meanwhile. */
TEST(newest_keys_of_each_part)
{
	struct cache *cache = begin("parts", CACHE_USUAL_BYTES);
	for (uint64_t key = 1; key <= 3; key++) {
		for (uint64_t part = 1; part <= 3; part++) CHECK_INT(store(cache, 1, CACHE_LINES, part, key, "x"), 0);
		CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 2, key, "x"), 0);
		if (key < 3) wait_for_another_second();
	}
	for (uint64_t part = 1; part <= 3; part++)
		for (uint64_t key = 1; key <= 3; key++)
			CHECK((find(cache, 1, CACHE_LINES, part, key) != NULL) == (key > 1));
	for (uint64_t key = 1; key <= 3; key++) CHECK((find(cache, 1, CACHE_SYMBOLS, 2, key) != NULL) == (key > 1));
	cache_free(cache);
}

TEST(what_is_used_is_young)
{
	struct cache *cache = begin("young", CACHE_USUAL_BYTES);
	struct cache_list list = { VEC_INIT, 0 };
	for (uint8_t i = 1; i <= 3; i++) CHECK_INT(store(cache, i, CACHE_SYMBOLS, 0, 1, "x"), 0);
	for (uint8_t i = 1; i <= 3; i++) set_age(cache, i, 20000 * i);
	CHECK_STR(find(cache, 3, CACHE_SYMBOLS, 0, 1), "x");
	CHECK_INT(cache_list(cache, &list), 0);
	CHECK_INT(list.files.count, 3);
	CHECK(strncmp(list.files.items[0].name, "03", 2) == 0);
	CHECK_INT(strlen(list.files.items[0].name), 40);
	CHECK(strncmp(list.files.items[1].name, "01", 2) == 0);
	CHECK_STR(list.files.items[0].label, "/bin/x");
	CHECK_INT(list.files.items[0].kind_bytes[CACHE_SYMBOLS], 1);
	CHECK_INT(list.size_bytes, 3 * list.files.items[0].size_bytes);
	cache_list_done(&list);

	struct cache_pruned pruned;
	CHECK_INT(cache_prune(cache, list.size_bytes - 1, &pruned), 0);
	CHECK_INT(pruned.nr_files, 1);
	CHECK_STR(find(cache, 2, CACHE_SYMBOLS, 0, 1), NULL);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "x");
	CHECK_INT(cache_prune(cache, 0, &pruned), 0);
	CHECK_INT(pruned.nr_files, 2);
	CHECK_INT(count_files(cache), 0);
	cache_free(cache);
}

TEST(settles_below_its_bound)
{
	struct cache *cache = begin("bound", 64 << 10);
	static char text[8 << 10];
	memset(text, 'x', sizeof(text) - 1);
	for (uint8_t i = 0; i < 20; i++) {
		CHECK_INT(store(cache, i, CACHE_SYMBOLS, 0, 1, text), 0);
		if (i < 19) set_age(cache, i, 1000 - i);
		cache_settle(cache);
	}
	struct cache_list list = { VEC_INIT, 0 };
	CHECK_INT(cache_list(cache, &list), 0);
	CHECK(list.size_bytes <= 64 << 10 && list.size_bytes > 32 << 10);
	cache_list_done(&list);
	CHECK(find(cache, 19, CACHE_SYMBOLS, 0, 1) != NULL);
	CHECK_STR(find(cache, 0, CACHE_SYMBOLS, 0, 1), NULL);
	cache_free(cache);
	cache = begin("bound", 8 << 10);
	CHECK_INT(store(cache, 30, CACHE_SYMBOLS, 0, 1, text), -EFBIG);
	cache_free(cache);
}

TEST(damage_is_replaced)
{
	struct cache *cache = begin("damage", CACHE_USUAL_BYTES);
	char path[512];
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "first"), 0);
	CHECK_INT(store(cache, 1, CACHE_CFI, 0, 1, "second"), 0);
	file_path(cache, 1, path);
	/* a bad byte in the first section: the other is still good, and outlives the repair */
	int fd = open(path, O_RDWR);
	uint64_t offset;
	CHECK_INT(pread(fd, &offset, sizeof(offset), 64 + 24), sizeof(offset));
	CHECK_INT(pwrite(fd, "#", 1, (off_t)offset), 1);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	CHECK_STR(find(cache, 1, CACHE_CFI, 0, 1), "second");
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "repaired"), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "repaired");
	CHECK_STR(find(cache, 1, CACHE_CFI, 0, 1), "second");
	close(fd);
	/* a bad head */
	fd = open(path, O_RDWR);
	/* turned over, not set: what stands there depends on the time of storing */
	uint8_t byte;
	CHECK_INT(pread(fd, &byte, 1, 30), 1);
	byte ^= 0xff;
	CHECK_INT(pwrite(fd, &byte, 1, 30), 1);
	close(fd);
	CHECK_STR(find(cache, 1, CACHE_CFI, 0, 1), NULL);
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "again"), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "again");
	/* empty, a directory, a link */
	fd = open(path, O_RDWR | O_TRUNC);
	close(fd);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "again"), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "again");
	unlink(path);
	CHECK_INT(symlink("/etc/passwd", path), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "again"), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "again");
	unlink(path);
	CHECK_INT(mkdir(path, 0700), 0);
	CHECK(store(cache, 1, CACHE_SYMBOLS, 0, 1, "again") < 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	CHECK_INT(count_files(cache), 0);
	cache_free(cache);
}

TEST(a_file_cut_while_mapped_reads_as_damaged)
{
	struct cache *cache = begin("cut", CACHE_USUAL_BYTES);
	static char text[100 << 10];
	char path[512];
	memset(text, 'x', sizeof(text) - 1);
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, text), 0);
	struct cache_name name = name_of(1);
	struct cache_file *file = NULL;
	struct cache_section section;
	CHECK_INT(cache_find(cache, &name, &file), 0);
	file_path(cache, 1, path);
	CHECK_INT(truncate(path, 4096), 0);
	CHECK(!cache_file_find(file, CACHE_SYMBOLS, 0, 1, &section));
	cache_file_free(file);
	cache_free(cache);
}

TEST(other_peoples_directories_are_not_used)
{
	struct cache *cache = begin("others", CACHE_USUAL_BYTES);
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "x"), 0);
	CHECK_INT(chmod(cache->directory, 0777), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	CHECK_INT(store(cache, 2, CACHE_SYMBOLS, 0, 1, "x"), -EPERM);
	CHECK_INT(chmod(cache->directory, 0700), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "x");
	char path[512];
	file_path(cache, 1, path);
	CHECK_INT(chmod(path, 0666), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	cache_free(cache);
	if (geteuid() != 0) SKIP("files of others need root");
	cache = begin("foreign", CACHE_USUAL_BYTES);
	char above[512];
	snprintf(above, sizeof(above), "%s/foreign", fixture_root);
	CHECK_INT(mkdir(above, 0755), 0);
	CHECK_INT(chown(above, 65534, 65534), 0);
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "x"), -EPERM);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	struct stat st;
	CHECK(stat(cache->directory, &st) < 0);
	CHECK_INT(chown(above, 0, 0), 0);
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "x"), 0);
	file_path(cache, 1, path);
	CHECK_INT(chown(path, 65534, 65534), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), NULL);
	cache_free(cache);
}

TEST(no_file_of_another_name_is_touched)
{
	struct cache *cache = begin("names", CACHE_USUAL_BYTES);
	struct cache_pruned pruned;
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "x"), 0);
	fixture_file("names/objects/precious", "y");
	fixture_file("names/objects/.new-0000000000000001", "a writer that is at it");
	fixture_file("names/objects/.new-0000000000000002", "a writer that was killed");
	char path[512];
	struct utimbuf times = { time(NULL) - 7200, time(NULL) - 7200 };
	snprintf(path, sizeof(path), "%s/.new-0000000000000002", cache->directory);
	CHECK_INT(utime(path, &times), 0);
	cache_settle(cache); /* something was stored */
	CHECK(access(path, F_OK) < 0);
	fixture_file("names/objects/.new-0000000000000002", "a writer that was killed");
	CHECK_INT(utime(path, &times), 0);
	CHECK_INT(cache_prune(cache, 0, &pruned), 0);
	CHECK_INT(pruned.nr_files, 1);
	CHECK(access(path, F_OK) < 0);
	snprintf(path, sizeof(path), "%s/.new-0000000000000001", cache->directory);
	CHECK_INT(access(path, F_OK), 0);
	snprintf(path, sizeof(path), "%s/precious", cache->directory);
	CHECK_INT(access(path, F_OK), 0);
	cache_free(cache);
}

TEST(full_and_read_only_file_systems)
{
	struct cache *cache = begin("mounted", CACHE_USUAL_BYTES);
	static char text[300 << 10];
	char where[512];
	memset(text, 'x', sizeof(text) - 1);
	snprintf(where, sizeof(where), "%s/mounted", fixture_root);
	CHECK_INT(mkdir(where, 0700), 0);
	if (mount("none", where, "tmpfs", 0, "size=1m,mode=0700") < 0) {
		cache_free(cache);
		SKIP("no tmpfs may be mounted here");
	}
	CHECK_INT(store(cache, 1, CACHE_SYMBOLS, 0, 1, "small"), 0);
	CHECK_INT(store(cache, 1, CACHE_CFI, 0, 1, text), -ENOSPC);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "small");
	/* full while writing: the room that was there went to somebody else */
	char filler[600];
	snprintf(filler, sizeof(filler), "%s/filler", where);
	int fd = open(filler, O_WRONLY | O_CREAT, 0600);
	while (write(fd, text, sizeof(text)) > 0) {
	}
	while (write(fd, text, 1000) > 0) {
	}
	CHECK(store(cache, 2, CACHE_SYMBOLS, 0, 1, "x") < 0);
	close(fd);
	unlink(filler);
	CHECK_INT(count_files(cache), 1);
	CHECK_INT(mount("none", where, NULL, MS_REMOUNT | MS_RDONLY, NULL), 0);
	CHECK_STR(find(cache, 1, CACHE_SYMBOLS, 0, 1), "small");
	CHECK_INT(store(cache, 1, CACHE_CFI, 0, 1, "y"), -EROFS);
	struct cache_pruned pruned;
	CHECK_INT(cache_prune(cache, 0, &pruned), -EROFS);
	CHECK_INT(umount(where), 0);
	cache_free(cache);
}

TEST(default_directory)
{
	char *path;
	setenv("HOME", "/home/x", 1);
	setenv("XDG_CACHE_HOME", "/var/x", 1);
	CHECK_STR(path = cache_default_directory(), "/var/x/perf");
	free(path);
	setenv("XDG_CACHE_HOME", "relative", 1); /* as the specification says: ignored */
	CHECK_STR(path = cache_default_directory(), "/home/x/.cache/perf");
	free(path);
	unsetenv("XDG_CACHE_HOME");
	unsetenv("HOME");
	CHECK_STR(cache_default_directory(), NULL);
}

TEST_MAIN
