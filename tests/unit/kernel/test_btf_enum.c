#include <errno.h>
#include <linux/btf.h>
#include "kernel/btf_file.h"
#include "tests/unit/test.h"

static const char STRINGS[] = "\0mode\0ABS\0REL\0wide\0BIG\0thing\0pid";
enum { MODE = 1, ABS = 6, REL = 10, WIDE = 14, BIG = 19, THING = 23, PID = 29 };

static const uint32_t TYPES[] = {
	MODE,  BTF_KIND_ENUM << 24 | 2,   4, ABS, 0, REL, 1, WIDE, BTF_KIND_ENUM64 << 24 | 1, 8, BIG, 5, 1,
	THING, BTF_KIND_STRUCT << 24 | 1, 8, PID, 1, 32,
};

struct bytes {
	struct btf_header header;
	uint8_t types[sizeof(TYPES)];
	char strings[sizeof(STRINGS)];
};

static struct bytes bytes_of(void)
{
	struct bytes bytes = { .header = { BTF_MAGIC, BTF_VERSION, 0, sizeof(struct btf_header), 0, sizeof(TYPES),
					   sizeof(TYPES), sizeof(STRINGS) } };
	memcpy(bytes.types, TYPES, sizeof(TYPES));
	memcpy(bytes.strings, STRINGS, sizeof(STRINGS));
	return bytes;
}

struct seen {
	size_t count;
	int64_t numbers[4];
	const char *names[4];
};
static void see(void *ctx, const char *name, int64_t number)
{
	struct seen *seen = ctx;
	seen->names[seen->count] = name;
	seen->numbers[seen->count++] = number;
}

TEST(enumerations_and_members)
{
	struct bytes bytes = bytes_of();
	struct btf btf;
	struct seen seen = { 0 };
	CHECK_INT(btf_parse((const char *)&bytes, sizeof(bytes), &btf), 0);
	CHECK_INT(btf_enum_values(&btf, "mode", see, &seen), 0);
	CHECK(seen.count == 2 && seen.numbers[1] == 1);
	CHECK_STR(seen.names[0], "ABS");
	seen.count = 0;
	CHECK_INT(btf_enum_values(&btf, "wide", see, &seen), 0);
	CHECK(seen.count == 1 && seen.numbers[0] == ((int64_t)1 << 32 | 5));
	CHECK_INT(btf_enum_values(&btf, "thing", see, &seen), -ENOENT);
	CHECK_INT(btf_member_offset(&btf, "thing", "pid"), 4);
	CHECK_INT(btf_member_offset(&btf, "thing", "tid"), -ENOENT);
}

TEST(damaged)
{
	struct bytes bytes = bytes_of();
	struct btf btf;
	struct seen seen = { 0 };
	for (size_t size = 0; size < offsetof(struct bytes, strings) + sizeof(STRINGS); size++)
		CHECK_INT(btf_parse((const char *)&bytes, size, &btf), -EBADMSG);
	((uint32_t *)bytes.types)[1] = BTF_KIND_ENUM << 24 | 60000; /* more values than there are bytes */
	CHECK_INT(btf_parse((const char *)&bytes, sizeof(bytes), &btf), 0);
	CHECK_INT(btf_enum_values(&btf, "mode", see, &seen), -ENOENT);
	CHECK(!seen.count);
}

TEST_MAIN
