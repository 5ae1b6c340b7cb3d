/* Pieces of a blob within its bounds, and packed content: whole, damaged, and larger than allowed. */
#include "symbol/file/blob.h"

#include <errno.h>
#include <unistd.h>
#include "tests/unit/test.h"

enum { TEXT_BYTES = 128 }; /* "0123456789abcdef", eight times */

static const uint8_t gzip[] = { 0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x33, 0x30, 0x34,
				0x32, 0x36, 0x31, 0x35, 0x33, 0xb7, 0xb0, 0x4c, 0x4c, 0x4a, 0x4e, 0x49, 0x4d,
				0x33, 0xa0, 0x33, 0x1f, 0x00, 0xec, 0xc0, 0x89, 0x2d, 0x80, 0x00, 0x00, 0x00 };
static const uint8_t xz[] = { 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21,
			      0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0xe0, 0x00, 0x7f, 0x00, 0x17, 0x5d,
			      0x00, 0x18, 0x0c, 0x42, 0x92, 0x6a, 0x67, 0xbc, 0x0e, 0xd1, 0x33, 0x2c, 0xe4, 0xcc, 0x42,
			      0x29, 0xc0, 0x9c, 0x3f, 0x3c, 0x6d, 0x3e, 0x00, 0x00, 0x00, 0x00, 0x4f, 0x81, 0x1c, 0xbc,
			      0x50, 0xcf, 0x93, 0x5b, 0x00, 0x01, 0x33, 0x80, 0x01, 0x00, 0x00, 0x00, 0x29, 0x76, 0xe1,
			      0x48, 0xb1, 0xc4, 0x67, 0xfb, 0x02, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a };
static const uint8_t zstd[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0xbd, 0x00, 0x00, 0x80, 0x30, 0x31,
				0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x61, 0x62, 0x63, 0x64,
				0x65, 0x66, 0x01, 0x00, 0xda, 0xa4, 0x73, 0x09, 0xe7, 0x50, 0xeb, 0xd3 };

static const struct {
	const uint8_t *data;
	size_t size;
} packed[] = { { gzip, sizeof(gzip) }, { xz, sizeof(xz) }, { zstd, sizeof(zstd) } };

static bool holds_text(const struct blob *blob)
{
	if (!blob->memory || blob->size_bytes != TEXT_BYTES) return false;
	for (size_t i = 0; i < TEXT_BYTES; i++)
		if (blob->memory[i] != "0123456789abcdef"[i % 16]) return false;
	return true;
}

TEST(packed_content)
{
	for (size_t i = 0; i < ARRAY_SIZE(packed); i++) {
		_blob_close_ struct blob blob = blob_of_memory(packed[i].data, packed[i].size);
		CHECK_INT(blob_unpack(&blob, 1 << 20), 1);
		CHECK(holds_text(&blob));
	}
}

TEST(packed_content_within_its_limit)
{
	for (size_t i = 0; i < ARRAY_SIZE(packed); i++) {
		_blob_close_ struct blob fits = blob_of_memory(packed[i].data, packed[i].size);
		CHECK_INT(blob_unpack(&fits, TEXT_BYTES), 1);
		CHECK(holds_text(&fits));
		/* what is inside is larger than allowed, then what is packed */
		_blob_close_ struct blob large = blob_of_memory(packed[i].data, packed[i].size);
		CHECK_INT(blob_unpack(&large, TEXT_BYTES - 1), -EFBIG);
		CHECK_INT(blob_unpack(&large, packed[i].size - 1), -EFBIG);
		CHECK(large.memory == packed[i].data); /* a failure leaves it as it was */
	}
}

TEST(damaged_content)
{
	for (size_t i = 0; i < ARRAY_SIZE(packed); i++)
		for (size_t size = 6; size < packed[i].size; size++) {
			_blob_close_ struct blob cut = blob_of_memory(packed[i].data, size);
			CHECK_INT(blob_unpack(&cut, 1 << 20), -EBADMSG);
		}
}

TEST(other_content)
{
	static const uint8_t elf[] = { 0x7f, 'E', 'L', 'F', 2, 1, 1 }, nearly[] = { 0x1f, 0x8c, 8, 0, 0, 0, 0 };
	_blob_close_ struct blob program = blob_of_memory(elf, sizeof(elf)), similar = blob_of_memory(nearly, 7);
	_blob_close_ struct blob few = blob_of_memory(gzip, 5), none = blob_of_memory(NULL, 0);
	CHECK_INT(blob_unpack(&program, 3), 0); /* its own size is of no matter */
	CHECK(program.memory == elf);
	CHECK_INT(blob_unpack(&similar, 1 << 20), 0);
	CHECK_INT(blob_unpack(&few, 1 << 20), 0);
	CHECK_INT(blob_unpack(&none, 1 << 20), 0);
}

static void check_bounds(const struct blob *blob)
{
	_bytes_done_ struct bytes all = BYTES_INIT, part = BYTES_INIT, none = BYTES_INIT, wrong = BYTES_INIT;
	CHECK_INT(blob_read(blob, 0, 6, &all), 0);
	CHECK(all.size == 6 && memcmp(all.data, "abc\0ef", 7) == 0); /* with a NUL byte behind */
	CHECK_INT(blob_read(blob, 1, 2, &part), 0);
	CHECK(part.size == 2 && memcmp(part.data, "bc", 3) == 0);
	CHECK_INT(blob_read(blob, 6, 0, &none), 0);
	CHECK_INT(none.size, 0);
	CHECK_INT(blob_read(blob, 6, 1, &wrong), -EBADMSG);
	CHECK_INT(blob_read(blob, 7, 0, &wrong), -EBADMSG);
	CHECK_INT(blob_read(blob, 2, UINT64_MAX, &wrong), -EBADMSG);
	CHECK(!wrong.data);
}

TEST(pieces)
{
	_blob_close_ struct blob memory = blob_of_memory("abc\0ef", 6), file = BLOB_INIT;
	check_bounds(&memory);
	char path[] = "/tmp/test_blob_XXXXXX";
	int fd = mkstemp(path);
	unlink(path);
	CHECK(write(fd, "abc\0ef", 6) == 6);
	CHECK_INT(blob_of_fd(fd, &file), 0);
	check_bounds(&file);
	/* it shrinks after it was opened */
	_bytes_done_ struct bytes rest = BYTES_INIT;
	CHECK(ftruncate(file.fd, 3) == 0);
	CHECK_INT(blob_read(&file, 0, 6, &rest), -EBADMSG);
}

TEST(what_is_no_file)
{
	int ends[2];
	_blob_close_ struct blob blob = BLOB_INIT;
	CHECK(pipe(ends) == 0);
	CHECK_INT(blob_of_fd(ends[0], &blob), -ENODEV);
	close(ends[1]);
	CHECK_INT(blob_of_fd(-1, &blob), -EBADF);
	CHECK_INT(blob.fd, -1);
}

TEST_MAIN
