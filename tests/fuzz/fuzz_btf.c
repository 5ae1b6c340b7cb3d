/* The kernel's types: members and enumerations of any bytes. */
#include "kernel/btf.h"
#include "tests/fuzz/fuzz.h"

static void value(void *ctx, const char *name, int64_t number) { *(size_t *)ctx += strlen(name) + (number != 0); }

FUZZ(data, size)
{
	struct btf btf;
	size_t sum = 0;
	char *bytes = malloc(size + 1); /* of their own size, for what reads beyond */
	memcpy(bytes, data, size);
	if (btf_parse(bytes, size, &btf) == 0) {
		(void)btf_member_offset(&btf, "task_struct", "pid");
		(void)btf_member_offset(&btf, "s", "m");
		(void)btf_enum_values(&btf, "hrtimer_mode", value, &sum);
		(void)btf_enum_values(&btf, "e", value, &sum);
		(void)btf_enum_values(&btf, "none", value, &sum);
	}
	free(bytes);
}
