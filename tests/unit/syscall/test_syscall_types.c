/* Structures that are described at run time. */
#include "syscall/syscall_types.h"

#include "syscall/syscall_memory.h"
#include "tests/unit/test.h"

static const struct syscall_type_name names[] = { { 7, "SEVEN" } };
static const struct syscall_type_field inner[] = {
	{ .name = "p", .nr_bits = 64, .nr_elements = 1, .form = SYSCALL_FIELD_POINTER }
};
static const struct syscall_type_field fields[] = {
	{ .name = "low", .bit_off = 0, .nr_bits = 3, .nr_elements = 1, .form = SYSCALL_FIELD_UNSIGNED },
	{ .name = "high", .bit_off = 3, .nr_bits = 5, .nr_elements = 1, .form = SYSCALL_FIELD_SIGNED },
	{ .name = "text", .bit_off = 32, .nr_bits = 8, .nr_elements = 4, .form = SYSCALL_FIELD_TEXT },
	{ .name = "in", .bit_off = 64, .nr_bits = 64, .nr_elements = 1, .form = SYSCALL_FIELD_STRUCTURE, .type = 0 },
	{ .name = "", .bit_off = 128, .nr_bits = 64, .nr_elements = 1, .form = SYSCALL_FIELD_STRUCTURE, .type = 0 },
	{ .name = "e",
	  .bit_off = 192,
	  .nr_bits = 32,
	  .nr_elements = 1,
	  .form = SYSCALL_FIELD_ENUM,
	  .names = names,
	  .nr_names = 1 },
	{ .name = "list", .bit_off = 224, .nr_bits = 16, .nr_elements = 2, .form = SYSCALL_FIELD_SIGNED },
};
static const struct syscall_type types[] = { { inner, 1, 8 }, { fields, ARRAY_SIZE(fields), 32 } };

static bool bytes_of(void *ctx, unsigned read, struct syscall_bytes *ret)
{
	*ret = *(struct syscall_bytes *)ctx;
	return read == 0 && ret->bytes;
}

static struct syscall_types types_for(const char *name, unsigned arg, struct syscall_typed_arg typed)
{
	static struct syscall_typed_arg args[1024][SYSCALL_MAX_ARGS];
	memset(args, 0, sizeof(args));
	CHECK(syscall_count() < ARRAY_SIZE(args));
	args[syscall_find(name) - syscall_at(0)][arg] = typed;
	return (struct syscall_types){ types, ARRAY_SIZE(types),
				       (const struct syscall_typed_arg(*)[SYSCALL_MAX_ARGS])args, false };
}

static const char *text_of(const struct syscall_types *described, const void *bytes, size_t size)
{
	static struct outbuf out;
	struct syscall_bytes memory = { bytes, size };
	const struct syscall_context context = { .ctx = &memory, .memory = bytes_of, .types = described };
	if (!out.capacity) out_init(&out, -1);
	out.size = 0;
	syscall_format_args(syscall_find("cachestat"), (const uint64_t[SYSCALL_MAX_ARGS]){ 3, 0x10, 0x20 }, &context,
			    &out);
	out_char(&out, '\0');
	return out.data;
}

TEST(fields_of_all_forms)
{
	const struct syscall_types described = types_for(
		"cachestat", 1, (struct syscall_typed_arg){ .is_read = true, .type_plus_1 = 2 });
	uint8_t bytes[32] = { 5 | (0x1e << 3) };
	const uint64_t pointers[2] = { 0x1000, 0x2000 };
	const int32_t seven = 7;
	const int16_t list[2] = { -2, 3 };
	memcpy(bytes + 4, "abcd", 4);
	memcpy(bytes + 8, pointers, 16);
	memcpy(bytes + 24, &seven, 4);
	memcpy(bytes + 28, list, 4);
	CHECK_STR(text_of(&described, bytes, 32), "fd: 3, cstat_range: { .low: 5, .high: -2, .text: \"abcd\", .in: { "
						  ".p: 0x1000 }, .p: 0x2000, .e: SEVEN, .list: [-2, 3] }, cstat: 0x20");
	bytes[24] = 8;
	memset(bytes + 4, 0, 20);
	CHECK_STR(text_of(&described, bytes, 32),
		  "fd: 3, cstat_range: { .low: 5, .high: -2, .e: 8, .list: [-2, 3] }, cstat: 0x20");
	CHECK_STR(text_of(&described, bytes, 28),
		  "fd: 3, cstat_range: { .low: 5, .high: -2, .e: 8 }, cstat: 0x20"); /* cut */
	memset(bytes, 0, sizeof(bytes));
	CHECK_STR(text_of(&described, bytes, 32), "fd: 3, cstat_range: { }, cstat: 0x20");
	CHECK_STR(text_of(NULL, bytes, 32), "fd: 3, cstat_range: 0x10, cstat: 0x20");
}

TEST(reads)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	struct syscall_types described = types_for("cachestat", 2,
						   (struct syscall_typed_arg){ .is_written = true, .type_plus_1 = 2 });
	CHECK_INT(syscall_reads(syscall_find("cachestat"), SYSCALL_READS_WRITTEN, &described, reads), 1);
	CHECK(reads[0].at_exit && reads[0].arg == 2 && reads[0].most_bytes == 32 && reads[0].size == READ_SIZE_fixed);
	CHECK_INT(syscall_reads(syscall_find("cachestat"), SYSCALL_READS_WRITTEN | SYSCALL_READS_OF_32, &described,
				reads),
		  0);
	described = types_for("landlock_create_ruleset", 0,
			      (struct syscall_typed_arg){ .is_read = true, .next_says = true, .type_plus_1 = 2 });
	CHECK_INT(syscall_reads(syscall_find("landlock_create_ruleset"), 0, &described, reads), 1);
	CHECK(reads[0].size == READ_SIZE_arg && reads[0].size_source == 1);
	/* rows of ours come first, unless the kernel's are asked for */
	described = types_for("nanosleep", 0, (struct syscall_typed_arg){ .is_read = true, .type_plus_1 = 2 });
	CHECK_INT(syscall_reads(syscall_find("nanosleep"), 0, &described, reads), 1);
	CHECK_INT(reads[0].kind, SYSCALL_KIND_timespec);
	described.preferred = true;
	CHECK_INT(syscall_reads(syscall_find("nanosleep"), 0, &described, reads), 1);
	CHECK_INT(reads[0].kind, SYSCALL_KIND_typed);
	described.nr_types = 1; /* of a type that is not there */
	CHECK_INT(syscall_reads(syscall_find("nanosleep"), 0, &described, reads), 1);
	CHECK_INT(reads[0].kind, SYSCALL_KIND_timespec);
}

TEST_MAIN
