/* The table of calls, and their numbers on each machine. Everything here is constant: rows of tables/, searched by name
 * or by number. */
#include "syscall/syscall.h"

#include <stdlib.h>

/* Arguments of rows of syscall.def. Where the kind is one of memory, A is read by the call, W written, B both, and I
 * written when a signal interrupts it; for numbers it is always A. */
#define A(name_, kind_)                                      \
	{                                                    \
		name_, SYSCALL_KIND_##kind_, .is_read = true \
	}
#define W(name_, kind_)                                         \
	{                                                       \
		name_, SYSCALL_KIND_##kind_, .is_written = true \
	}
#define B(name_, kind_)                                                          \
	{                                                                        \
		name_, SYSCALL_KIND_##kind_, .is_read = true, .is_written = true \
	}
#define I(name_, kind_)                                                                 \
	{                                                                               \
		name_, SYSCALL_KIND_##kind_, .is_written = true, .if_interrupted = true \
	}
#define SYSCALL(name_, returns_, ...)                                                                       \
	{ .name = #name_,                                                                                   \
	  .returns = SYSCALL_KIND_##returns_,                                                               \
	  .nr_args = sizeof((struct syscall_arg[]){ { 0 }, __VA_ARGS__ }) / sizeof(struct syscall_arg) - 1, \
	  .args = { __VA_ARGS__ } },
static const struct syscall syscalls[] = {
#include "syscall/tables/syscall.def"
};
#undef A
#undef W
#undef B
#undef I
#undef SYSCALL

/* A number and a name; each table ascends by number. */
struct number {
	uint16_t number;
	const char *name;
};
#define N(number, name) { number, #name },
static const struct number numbers_x86_64[] = {
#include "syscall/tables/syscall_x86_64.def"
};
static const struct number numbers_i386[] = {
#include "syscall/tables/syscall_i386.def"
};
static const struct number numbers_generic[] = {
#include "syscall/tables/syscall_generic.def"
};
static const struct number numbers_s390x[] = {
#include "syscall/tables/syscall_s390x.def"
};
static const struct number numbers_powerpc64[] = {
#include "syscall/tables/syscall_powerpc64.def"
};
static const struct number numbers_arm[] = {
#include "syscall/tables/syscall_arm.def"
};
#undef N

/* By the beginning of what uname says. */
static const struct {
	const char *arch;
	const struct number *numbers;
	size_t count;
} machines[] = {
	{ "x86_64", numbers_x86_64, ARRAY_SIZE(numbers_x86_64) },
	{ "i386", numbers_i386, ARRAY_SIZE(numbers_i386) },
	{ "i486", numbers_i386, ARRAY_SIZE(numbers_i386) },
	{ "i586", numbers_i386, ARRAY_SIZE(numbers_i386) },
	{ "i686", numbers_i386, ARRAY_SIZE(numbers_i386) },
	{ "aarch64", numbers_generic, ARRAY_SIZE(numbers_generic) },
	{ "arm64", numbers_generic, ARRAY_SIZE(numbers_generic) },
	{ "riscv64", numbers_generic, ARRAY_SIZE(numbers_generic) },
	{ "loongarch64", numbers_generic, ARRAY_SIZE(numbers_generic) },
	{ "s390x", numbers_s390x, ARRAY_SIZE(numbers_s390x) },
	{ "ppc64", numbers_powerpc64, ARRAY_SIZE(numbers_powerpc64) },
	{ "ppc64le", numbers_powerpc64, ARRAY_SIZE(numbers_powerpc64) },
	{ "arm", numbers_arm, ARRAY_SIZE(numbers_arm) },
	{ "armv5tel", numbers_arm, ARRAY_SIZE(numbers_arm) },
	{ "armv6l", numbers_arm, ARRAY_SIZE(numbers_arm) },
	{ "armv7l", numbers_arm, ARRAY_SIZE(numbers_arm) },
	{ "armv8l", numbers_arm, ARRAY_SIZE(numbers_arm) },
};

/* syscall.def is sorted by name, as strcmp has it; tests look whether it is. */
static int compare_name(const void *key, const void *item) { return strcmp(key, ((const struct syscall *)item)->name); }

const struct syscall *syscall_find(const char *name)
{
	return bsearch(name, syscalls, ARRAY_SIZE(syscalls), sizeof(*syscalls), compare_name);
}

size_t syscall_count(void) { return ARRAY_SIZE(syscalls); }
const struct syscall *syscall_at(size_t i) { return &syscalls[i]; }

/* NULL, with *ret_count 0: an architecture without a table. */
static const struct number *numbers_of(const char *arch, size_t *ret_count)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		if (strcmp(arch, machines[i].arch) != 0) continue;
		*ret_count = machines[i].count;
		return machines[i].numbers;
	}
	*ret_count = 0;
	return NULL;
}

static int compare_number(const void *key, const void *item)
{
	uint64_t a = *(const uint64_t *)key;
	uint16_t b = ((const struct number *)item)->number;
	return a < b ? -1 : a > b;
}

/* The number leads to a name and the name to the row: an architecture's table holds no arguments, so that a call is
 * described once for all of them. */
const struct syscall *syscall_by_number(const char *arch, uint64_t number)
{
	if (syscall_number_is_32(number) && syscall_arch_32(arch))
		return syscall_by_number(syscall_arch_32(arch), syscall_number_plain(number));
	size_t count;
	const struct number *numbers = numbers_of(arch, &count);
	const struct number *found = numbers ? bsearch(&number, numbers, count, sizeof(*numbers), compare_number)
					     : NULL;
	return found ? syscall_find(found->name) : NULL;
}

/* Of x86-64 only: calls of 32-bit programs of other machines have no numbers here. */
const char *syscall_arch_32(const char *arch) { return strcmp(arch, "x86_64") == 0 ? "i386" : NULL; }

/* Tables ascend by number, not by name. */
int syscall_number(const char *arch, const char *name)
{
	size_t count;
	const struct number *numbers = numbers_of(arch, &count);
	for (size_t i = 0; i < count; i++)
		if (strcmp(numbers[i].name, name) == 0) return numbers[i].number;
	return -1;
}

/* Machines are told apart where flags, layouts or the order of clone's arguments differ; all others, x86 among them,
 * are generic. */
enum syscall_machine syscall_machine_of(const char *arch)
{
	if (strncmp(arch, "arm", 3) == 0 || strcmp(arch, "aarch64") == 0) return SYSCALL_MACHINE_ARM;
	if (strncmp(arch, "riscv", 5) == 0) return SYSCALL_MACHINE_RISCV;
	if (strncmp(arch, "s390", 4) == 0) return SYSCALL_MACHINE_S390;
	return strncmp(arch, "ppc", 3) == 0 ? SYSCALL_MACHINE_POWERPC : SYSCALL_MACHINE_GENERIC;
}
