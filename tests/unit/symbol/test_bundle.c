/* What a portable recording carries: written, read again, and read when it lies. */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "symbol/file/bundle.h"
#include "symbol/file/bundle_writer.h"
#include "symbol/file/target_file.h"
#include "../test.h"

static int file_of(const void *content, size_t size)
{
	int fd = memfd_create("test", MFD_CLOEXEC);
	CHECK(fd >= 0 && write(fd, content, size) == (ssize_t)size);
	return fd;
}

static void add(struct bundle_writer *writer, const char *name, const char *content)
{
	_close_ int fd = file_of(content, strlen(content));
	CHECK_INT(bundle_writer_add(writer, name, fd), 1);
	CHECK_INT(bundle_writer_add(writer, name, fd), 0); /* once */
	CHECK(bundle_writer_has(writer, name));
}

#define RECORDING "PERFILE2, and what it says"
#define SOURCE "int main(void) { return 0; }\n"

/* A recording with three members, as bytes. */
static struct bytes example(void)
{
	struct bundle_writer writer;
	struct bytes bytes = BYTES_INIT;
	_close_ int fd = file_of(RECORDING, strlen(RECORDING));
	bundle_writer_init(&writer, fd, strlen(RECORDING));
	add(&writer, ".build-id/ab/cdef/elf", "\177ELF");
	add(&writer, "root/src/a.c", SOURCE);
	add(&writer, "root/empty", "");
	CHECK_INT(bundle_writer_finish(&writer), 0);
	bundle_writer_done(&writer);
	struct blob blob;
	CHECK_INT(blob_of_fd(fcntl(fd, F_DUPFD_CLOEXEC, 0), &blob), 0);
	CHECK_INT(blob_read(&blob, 0, blob.size_bytes, &bytes), 0);
	blob_close(&blob);
	return bytes;
}

static int open_bytes(const void *data, size_t size, struct bundle **ret)
{
	struct blob blob = blob_of_memory(data, size);
	return bundle_of_blob(&blob, ret);
}

static void check_text(char *path, const char *expected)
{
	_blob_close_ struct blob blob = BLOB_INIT;
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	CHECK(path);
	CHECK_INT(target_file_open(path, &blob), 0);
	CHECK_INT(blob_read(&blob, 0, blob.size_bytes, &bytes), 0);
	CHECK_STR((const char *)bytes.data, expected);
	free(path);
}

TEST(written_and_read)
{
	static const uint8_t id[] = { 0xab, 0xcd, 0xef };
	_bytes_done_ struct bytes bytes = example();
	struct bundle *bundle = NULL;
	CHECK_INT(open_bytes(bytes.data, bytes.size, &bundle), 0);
	CHECK_INT(bundle_offset(bundle), strlen(RECORDING));
	check_text(bundle_cached(bundle, id, sizeof(id), "elf"), "\177ELF");
	check_text(bundle_root(bundle, "/src/a.c"), SOURCE);
	check_text(bundle_path(bundle, "root/src/a.c"), SOURCE);
	check_text(bundle_root(bundle, "/empty"), "");
	CHECK(bundle_has_root(bundle, "/empty") && !bundle_has_root(bundle, "/src") &&
	      !bundle_has_root(bundle, "empty"));
	CHECK(!bundle_cached(bundle, id, sizeof(id), "debug") && !bundle_cached(bundle, id, 1, "elf"));
	CHECK(!bundle_root(bundle, "/src/../src/a.c"));
	bundle_free(bundle);
}

/* The one that ran comes before that of this machine, which --symfs comes before. */
TEST(asked_before_this_machine)
{
	static const uint8_t id[] = { 0xab, 0xcd, 0xef };
	_bytes_done_ struct bytes bytes = example();
	struct bundle *bundle = NULL;
	struct target_files files;
	CHECK_INT(open_bytes(bytes.data, bytes.size, &bundle), 0);
	target_files_init(&files, NULL, "/nonexistent");
	files.bundle = bundle;
	check_text(target_file_path(&files, "/src/a.c"), SOURCE);
	check_text(target_file_written(&files, 1, "/src/a.c", true), SOURCE);
	check_text(target_file_cached(&files, id, sizeof(id), "elf"), "\177ELF");
	_free_ char *other = target_file_path(&files, "/src/b.c");
	CHECK_STR(other, "/src/b.c");
	_free_ char *path = target_file_path(&files, "/src/a.c");
	struct file_identity identity;
	_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	target_file_identity(fd, &identity);
	CHECK(!file_identity_known(&identity)); /* caches do not keep what is another file each time */
	target_files_done(&files);
	target_files_init(&files, "/fs", NULL);
	files.bundle = bundle;
	_free_ char *below = target_file_path(&files, "/src/a.c");
	CHECK_STR(below, "/fs/src/a.c");
	target_files_done(&files);
	bundle_free(bundle);
}

TEST(nothing_carried)
{
	struct bundle *bundle = NULL;
	CHECK_INT(open_bytes(RECORDING, strlen(RECORDING), &bundle), 0);
	CHECK(!bundle);
	CHECK(!bundle_path(NULL, "x") && !bundle_cached(NULL, NULL, 20, "elf") && !bundle_root(NULL, "/x"));
	bundle_on_damage(NULL, NULL, NULL);
	CHECK_INT(bundle_open("/nonexistent/x", &bundle), -ENOENT);
}

/* Each byte flipped, each length: what comes out is what went in, or nothing. */
TEST(damaged)
{
	_bytes_done_ struct bytes bytes = example();
	unsigned nr_good = 0;
	for (size_t i = strlen(RECORDING); i < bytes.size; i++) {
		struct bundle *bundle = NULL;
		_free_ uint8_t *copy = xmalloc(bytes.size);
		memcpy(copy, bytes.data, bytes.size);
		copy[i] ^= 0x41;
		int code = open_bytes(copy, bytes.size, &bundle);
		CHECK(code == 0 || code == -EBADMSG);
		char *path = bundle_root(bundle, "/src/a.c");
		if (path) check_text(path, SOURCE);
		nr_good += path != NULL;
		bundle_free(bundle);
		bundle = NULL;
		CHECK_INT(open_bytes(bytes.data, i, &bundle), 0); /* the end is what tells it */
		CHECK(!bundle);
	}
	CHECK(nr_good > 0 && nr_good < bytes.size);
}

static void count(void *ctx, const char *name)
{
	CHECK_STR(name, ".build-id/ab/cdef/elf");
	++*(unsigned *)ctx;
}

/* Says that it unpacks to more than deflate can make of its bytes, or than anybody wants. */
TEST(bombs)
{
	static const uint32_t sizes[] = { 1u << 20, 0x7fffffff, 0xffffffff };
	_bytes_done_ struct bytes bytes = example();
	uint8_t *data = (uint8_t *)bytes.owned, *central = memmem(data, bytes.size, "PK\1\2", 4);
	CHECK(central);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct bundle *bundle = NULL;
		memcpy(central + 24, &sizes[i], 4);
		CHECK_INT(open_bytes(data, bytes.size, &bundle), 0);
		unsigned told = 0;
		bundle_on_damage(bundle, count, &told);
		CHECK(!bundle_path(bundle, ".build-id/ab/cdef/elf") && !bundle_path(bundle, ".build-id/ab/cdef/elf"));
		CHECK_INT(told, 1);
		check_text(bundle_root(bundle, "/src/a.c"), SOURCE);
		bundle_free(bundle);
	}
}

/* Names that would lead elsewhere if anybody wrote them. */
TEST(names_are_only_names)
{
	struct bundle_writer writer;
	struct bundle *bundle = NULL;
	int fd = memfd_create("test", MFD_CLOEXEC);
	struct blob blob;
	bundle_writer_init(&writer, fd, 0);
	add(&writer, "root/../../etc/passwd", "x");
	add(&writer, "/etc/passwd", "x");
	CHECK_INT(bundle_writer_finish(&writer), 0);
	bundle_writer_done(&writer);
	CHECK_INT(blob_of_fd(fd, &blob), 0);
	CHECK_INT(bundle_of_blob(&blob, &bundle), 0);
	CHECK(!bundle_root(bundle, "/etc/passwd"));
	bundle_free(bundle);
}

TEST_MAIN
