/* Symbols of an object file: our own, or the one of --dso. The ELF symbol table is read, addresses of the running
 * program are looked up in it, and C++ and Rust names are made readable.
 *
 * A stripped program skips what needs symbols. A failure means that names in profiles are wrong, or that the symbol
 * table of --dso is damaged. */
#include <elf.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/console.h"
#include "kernel/elf_note.h"
#include "kernel/machine_root.h"
#include "kernel/procfs.h"
#include "selftest/selftest.h"
#include "symbol/demangle/demangle.h"
#include "symbol/object.h"

/* The file we were started from, NUL-terminated. */
static bool own_path(char path[PATH_MAX])
{
	ssize_t size = readlink("/proc/self/exe", path, PATH_MAX - 1);

	if (size > 0) path[size] = '\0';
	return size > 0;
}

/* Where an address of ours is in the file it was mapped from; -1 when nowhere. */
static uint64_t file_off_of(uintptr_t vaddr)
{
	_free_ char *text = procfs_maps(machine_of_this_process(), getpid());
	char *pos = text;
	struct procfs_map map;

	while (pos && procfs_next_map(&pos, &map))
		if (vaddr >= map.start && vaddr < map.end) return vaddr - map.start + map.pgoff;
	return (uint64_t)-1;
}

/* Functions of this program, by addresses as they are while it runs: the map, the file offset and the symbol table must
 * agree. */
static void own_functions(struct selftest_run *run)
{
	struct symbol_options options = { .demangle = true };
	char path[PATH_MAX];

	SELFTEST_REQUIRE(run, own_path(path));
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = symbol_store_object(
		store, &(struct object_identity){ .kind = OBJECT_USER, .path = path, .pid = -1 });
	if (object_nr_symbols(object) == 0) {
		run->skip = "the program is stripped";
	} else {
		const struct symbol *symbol = object_find(object, file_off_of((uintptr_t)selftest_same_string));
		SELFTEST_STRING(run, symbol ? symbol->name : NULL, "selftest_same_string");
		symbol = object_find(object, file_off_of((uintptr_t)selftest_fail) + 1);
		SELFTEST_STRING(run, symbol ? symbol->name : NULL, "selftest_fail");
	}
	symbol_store_free(store);
}

/* A line for each symbol, as upstream's test of this name prints them: its scripts look here for the functions of
 * workloads. */
static void list_symbols(struct object *object, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct build_id id = { 0 };
	char hex[2 * BUILD_ID_MAX + 1] = "";

	if (elf_file_build_id(path, &id))
		for (int i = 0; i < id.size; i++) snprintf(hex + 2 * i, 3, "%02x", id.bytes[i]);
	fprintf(stderr, "Testing %s\ndso: %s (%s, loaded, %s)\n", path, slash ? slash + 1 : path, path, hex);
	for (size_t i = 0; i < object_nr_symbols(object); i++) {
		const struct symbol *symbol = object_symbol(object, i);
		char binding = 'w';
		if (symbol->binding == STB_GLOBAL) binding = 'g';
		else if (symbol->binding == STB_LOCAL) binding = 'l';

		fprintf(stderr, " %" PRIx64 "-%" PRIx64 " %c %s\n", symbol->start, symbol->end, binding, symbol->name);
	}
}

/* Sorted, without overlaps, and each found by its own addresses. */
static void whole_object(struct selftest_run *run)
{
	struct symbol_options options = { .demangle = true };
	char path[PATH_MAX];
	size_t disorder = 0, lost = 0;

	if (run->dso) snprintf(path, sizeof(path), "%s", run->dso);
	else SELFTEST_REQUIRE(run, own_path(path));
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = symbol_store_object(
		store, &(struct object_identity){ .kind = OBJECT_USER, .path = path, .pid = -1 });
	size_t count = object_nr_symbols(object);
	if (!count) run->skip = "no symbols in it";
	else if (console.verbosity >= 2) list_symbols(object, path);
	for (size_t i = 0; i < count; i++) {
		const struct symbol *symbol = object_symbol(object, i),
				    *next = i + 1 < count ? object_symbol(object, i + 1) : NULL;

		if (symbol->end <= symbol->start ||
		    (next && (next->start < symbol->start || next->start < symbol->end)))
			disorder++;
		if (object_find(object, symbol->start) != symbol || object_find(object, symbol->end - 1) != symbol)
			lost++;
	}
	SELFTEST_EQUAL(run, disorder, 0);
	SELFTEST_EQUAL(run, lost, 0);
	symbol_store_free(store);
}

/* The note .note.gnu.build-id of our own file; linkers write 8 (fast), 16 (md5) or 20 (sha1) bytes. */
static void build_ids(struct selftest_run *run)
{
	char path[PATH_MAX];
	struct build_id id;

	SELFTEST_REQUIRE(run, own_path(path));
	if (!elf_file_build_id(path, &id)) SELFTEST_SKIP(run, "built without a build-id");
	SELFTEST_CHECK(run, id.size >= 8 && id.size <= BUILD_ID_MAX);
}

/* Itanium C++, Rust v0, Rust's older form with its hash left out, and what is not mangled. */
static void demangling(struct selftest_run *run)
{
	static const struct {
		const char *mangled, *readable;
	} names[] = {
		{ "_ZN3foo3barEi", "foo::bar(int)" },
		{ "_ZNSt6vectorIiSaIiEE9push_backERKi",
		  "std::vector<int, std::allocator<int> >::push_back(int const&)" },
		{ "_RNvC6_123foo3bar", "123foo::bar" },
		{ "_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE", "core::fmt::Formatter::write_str" },
		{ "main", NULL },
		{ "_Z", NULL },
		{ "", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		_free_ char *text = demangle(names[i].mangled);
		SELFTEST_STRING(run, text, names[i].readable);
	}
}

static const struct selftest_case cases[] = { { "Our own functions", own_functions },
					      { "Every symbol of an object", whole_object },
					      { "Build-id", build_ids },
					      { "Demangling", demangling },
					      { NULL, NULL } };
const struct selftest selftest_check_symbols = { .name = "Symbols", .cases = cases };
