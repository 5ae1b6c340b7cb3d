/* The store and its objects: loading once from several threads, this very program, the C library against nm, perf maps.
 */
#include "tests/unit/test.h"

#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <unistd.h>
#include "base/warnings.h"
#include "symbol/object.h"
#include "symbol/object_calls.h"

__attribute__((noinline, used)) static int local_function_of_the_test(int x) { return x * 3; }

static struct object *object_of(struct symbol_store *store, enum object_kind kind, const char *path, int32_t pid)
{
	struct object_identity identity = { .kind = kind, .path = path, .pid = pid };
	return symbol_store_object(store, &identity);
}

static int base_of_program(struct dl_phdr_info *info, size_t size, void *data)
{
	*(uintptr_t *)data = info->dlpi_addr; /* the first one is the program */
	return 1;
}

TEST(own_program)
{
	struct symbol_options options = { .demangle = true };
	struct symbol_store *store = symbol_store_new(&options);
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	path[n < 0 ? 0 : n] = 0;
	struct object *object = object_of(store, OBJECT_USER, path, -1);
	CHECK(object == object_of(store, OBJECT_USER, path, -1));
	const struct symbol *symbol = object_find_name(object, "local_function_of_the_test");
	CHECK(symbol != NULL);
	if (symbol) {
		uintptr_t base = 0;
		dl_iterate_phdr(base_of_program, &base);
		CHECK_INT(object_elf_addr(object, symbol->start), (uintptr_t)local_function_of_the_test - base);
		CHECK(object_find(object, symbol->start) == symbol);
		CHECK(object_find(object, symbol->end - 1) == symbol);
		CHECK(object_find(object, symbol->end) != symbol);
		CHECK_INT(symbol->binding, STB_LOCAL);
		CHECK_INT(symbol->type, STT_FUNC);
	}
	CHECK_STR(object_source_path(object), path);
	CHECK_INT(object_origin_letter(object), 'd');
	CHECK(object_symbol(object, object_nr_symbols(object)) == NULL);
	symbol_store_free(store);
}

/* Stores of two recordings with a third one that they share. */
TEST(recordings_share_objects)
{
	struct symbol_options options = { .demangle = true };
	struct symbol_store *shared = symbol_store_new(&options);
	options.shared = shared;
	struct symbol_store *a = symbol_store_new(&options), *b = symbol_store_new(&options);
	const struct recorded_kernel first = { .release = "6.1", .ref_name = "_text", .ref_vaddr = 0x1000 };
	struct recorded_kernel second = first;
	symbol_store_set_kernel(a, &first);
	symbol_store_set_kernel(b, &second);
	CHECK(object_of(a, OBJECT_USER, "/a/program", -1) == object_of(b, OBJECT_USER, "/a/program", -1));
	CHECK(object_of(a, OBJECT_USER, "/a/program", -1) == object_of(shared, OBJECT_USER, "/a/program", -1));
	CHECK(object_of(a, OBJECT_USER, "/a/program", -1) != object_of(b, OBJECT_USER, "/b/program", -1));
	CHECK(object_of(a, OBJECT_BPF, "bpf_prog_1", -1) != object_of(b, OBJECT_BPF, "bpf_prog_1", -1));
	struct object *kernel = object_of(a, OBJECT_KERNEL, "[kernel.kallsyms]", -1);
	CHECK(kernel == object_of(b, OBJECT_KERNEL, "[kernel.kallsyms]", -1));
	second.ref_vaddr = 0x2000; /* another boot */
	symbol_store_set_kernel(b, &second);
	CHECK(kernel != object_of(b, OBJECT_KERNEL, "[kernel.kallsyms]", -1));
	symbol_store_free(a);
	CHECK(object_of(b, OBJECT_USER, "/a/program", -1) == object_of(shared, OBJECT_USER, "/a/program", -1));
	symbol_store_free(b);
	symbol_store_free(shared);
}

/* What was made before the file's last change is warned of, once, whichever recording asks first. */
TEST(recordings_warn_of_shared_objects)
{
	struct warnings *warnings = warnings_new();
	struct symbol_options options = { .demangle = true, .warnings = warnings };
	struct symbol_store *shared = symbol_store_new(&options);
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	path[n < 0 ? 0 : n] = 0;
	options.shared = shared;
	options.recorded_until = INT64_MAX;
	struct symbol_store *late = symbol_store_new(&options);
	options.recorded_until = 1;
	struct symbol_store *early = symbol_store_new(&options);
	CHECK(object_nr_symbols(object_of(late, OBJECT_USER, path, -1)) > 0);
	CHECK_INT(warnings_count(warnings, NULL), 0);
	for (int i = 0; i < 2; i++) CHECK(object_nr_symbols(object_of(early, OBJECT_USER, path, -1)) > 0);
	CHECK_INT(warnings_count(warnings, "changed since recording"), 1);
	symbol_store_free(early);
	symbol_store_free(late);
	symbol_store_free(shared);
	warnings_free(warnings);
}

TEST(missing_file)
{
	struct symbol_options options = { .demangle = true };
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = object_of(store, OBJECT_USER, "/nonexistent/program", -1);
	CHECK(object_find(object, 0x1000) == NULL);
	CHECK_INT(object_nr_symbols(object), 0);
	CHECK(object_source_name(object) == NULL);
	CHECK_INT(object_origin_letter(object), '!');
	object = object_of(store, OBJECT_USER, "", -1);
	CHECK(object_find(object, 0) == NULL);
	object = object_of(store, OBJECT_USER, "/dev/zero", -1);
	CHECK(object_find(object, 0) == NULL);
	object = object_of(store, OBJECT_USER, "//anon", -1);
	CHECK(object_find(object, 0) == NULL);
	symbol_store_free(store);
}

struct finder {
	struct object *object;
	uint64_t sum;
};

static void *find_all(void *argument)
{
	struct finder *finder = argument;
	for (size_t i = 0; i < object_nr_symbols(finder->object); i++) {
		const struct symbol *symbol = object_symbol(finder->object, i);
		finder->sum += (uintptr_t)symbol ^ strlen(symbol->name);
	}
	return NULL;
}

TEST(threads_see_the_same_symbols)
{
	struct symbol_options options = { .demangle = true };
	struct symbol_store *store = symbol_store_new(&options);
	struct finder finders[4];
	pthread_t threads[4];
	struct object *object = object_of(store, OBJECT_USER, "/proc/self/exe", -1);
	for (int i = 0; i < 4; i++) {
		finders[i] = (struct finder){ object, 0 };
		pthread_create(&threads[i], NULL, find_all, &finders[i]);
	}
	for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
	for (int i = 1; i < 4; i++) CHECK(finders[i].sum == finders[0].sum && finders[i].sum);
	symbol_store_free(store);
}

/* Every function that nm sees in the C library's .dynsym is found at its address, under its own or an alias' name. */
TEST(libc_against_nm)
{
	static const char *const paths[] = { "/usr/lib/x86_64-linux-gnu/libc.so.6",
					     "/usr/lib/aarch64-linux-gnu/libc.so.6", "/lib64/libc.so.6" };
	const char *path = NULL;
	for (size_t i = 0; i < 3; i++)
		if (!path && access(paths[i], R_OK) == 0) path = paths[i];
	if (!path) SKIP("no C library where expected");
	char command[4096];
	snprintf(command, sizeof(command), "nm -D --defined-only %s 2>/dev/null", path);
	FILE *nm = popen(command, "r");
	struct symbol_options options = { .demangle = true, .build_id_dir = "/nonexistent" };
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = object_of(store, OBJECT_USER, path, -1);
	char line[4096];
	size_t seen = 0, missed = 0;
	while (nm && fgets(line, sizeof(line), nm)) {
		unsigned long long vaddr;
		char type, name[2048];
		if (sscanf(line, "%llx %c %2047s", &vaddr, &type, name) != 3 || !strchr("TtWi", type)) continue;
		name[strcspn(name, "@")] = 0;
		seen++;
		const struct symbol *symbol = NULL;
		for (size_t i = 0; i < object_nr_symbols(object) && !symbol; i++)
			if (object_elf_addr(object, object_symbol(object, i)->start) == vaddr)
				symbol = object_symbol(object, i);
		missed += !symbol;
	}
	if (nm) pclose(nm);
	symbol_store_free(store);
	if (!seen) SKIP("no nm");
	CHECK_INT(missed, 0);
}

static void warning_count(void *ctx, const char *kind, const char *text, uint64_t more) { ++*(int *)ctx; }

TEST(perf_map)
{
	char path[64], symfs[] = "/tmp/test_object_XXXXXX";
	struct warnings *warnings = warnings_new();
	if (!mkdtemp(symfs)) SKIP("no directory for temporary files");
	snprintf(path, sizeof(path), "%s/tmp", symfs);
	struct symbol_options options = { .demangle = true, .symfs = symfs, .warnings = warnings };
	char command[256];
	snprintf(command, sizeof(command), "mkdir -p %s && printf '1000 10 _Z3foov\\njunk\\n' > %s/perf-4711.map", path,
		 path);
	CHECK_INT(system(command), 0);
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = object_of(store, OBJECT_PERF_MAP, "//anon", 4711);
	const struct symbol *symbol = object_find(object, 0x100f);
	CHECK_STR(symbol ? symbol->name : NULL, "_Z3foov"); /* as the compiler wrote it */
	CHECK_INT(object_origin_letter(object), 'j');
	CHECK(object_find(object_of(store, OBJECT_PERF_MAP, "//anon", 4712), 0x1000) == NULL);
	int nr_warnings = 0;
	warnings_visit(warnings, warning_count, &nr_warnings);
	CHECK_INT(nr_warnings, 1); /* the junk line; a missing map is usual */
	symbol_store_free(store);
	warnings_free(warnings);
	snprintf(command, sizeof(command), "rm -r %s", symfs);
	CHECK_INT(system(command), 0);
}

TEST(perf_map_of_another_user)
{
	char symfs[] = "/tmp/test_object_XXXXXX", command[256];
	if (geteuid()) SKIP("needs root, who can give files away");
	if (!mkdtemp(symfs)) SKIP("no directory for temporary files");
	snprintf(command, sizeof(command),
		 "mkdir %s/tmp && echo '1000 10 theirs' > %s/tmp/perf-4711.map && chown 12345 %s/tmp/perf-4711.map",
		 symfs, symfs, symfs);
	CHECK_INT(system(command), 0);
	for (int any_owner = 0; any_owner < 2; any_owner++) {
		struct warnings *warnings = warnings_new();
		struct symbol_options options = { .symfs = symfs, .warnings = warnings, .any_owner = any_owner };
		struct symbol_store *store = symbol_store_new(&options);
		CHECK((object_find(object_of(store, OBJECT_PERF_MAP, "//anon", 4711), 0x1000) != NULL) == any_owner);
		CHECK_INT(warnings_count(warnings, "generated code of others"), !any_owner);
		CHECK_INT(warnings_count(warnings, NULL), !any_owner);
		symbol_store_free(store);
		warnings_free(warnings);
	}
	snprintf(command, sizeof(command), "rm -r %s", symfs);
	CHECK_INT(system(command), 0);
}

TEST(kernel)
{
	char path[] = "/tmp/test_object_XXXXXX";
	int fd = mkstemp(path);
	if (fd < 0) SKIP("no place for temporary files");
	static const char text[] =
		"0000000000000000 A percpu\nffffffff81000000 T _text\nffffffff81000010 T one\nffffffff81000040 t two\n"
		"ffffffffc0000000 t of_module\t[m]\nffffffffc0000020 t second\t[m]\n";
	CHECK_INT(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	close(fd);
	struct symbol_options options = { .demangle = true, .kallsyms = path };
	struct symbol_store *store = symbol_store_new(&options);
	struct object_identity identity = { .kind = OBJECT_KERNEL,
					    .path = "[kernel.kallsyms]",
					    .pid = -1,
					    .ref_name = "_text",
					    .ref_vaddr = 0xffffffff91000000 };
	struct object *kernel = symbol_store_object(store, &identity);
	const struct symbol *symbol = object_find(kernel,
						  0xffffffff91000012); /* the kernel ran elsewhere than the list says */
	CHECK_STR(symbol ? symbol->name : NULL, "one");
	CHECK_INT(symbol ? symbol->end : 0, 0xffffffff91000040);
	CHECK(object_find(kernel, 0xffffffff81000012) == NULL);
	CHECK_INT(object_origin_letter(kernel), 'k');
	struct object_identity module = {
		.kind = OBJECT_MODULE, .path = "[m]", .pid = -1, .ref_vaddr = 0xffffffffc0000000
	};
	symbol = object_find(symbol_store_object(store, &module), 0x25);
	CHECK_STR(symbol ? symbol->name : NULL, "second");
	symbol_store_free(store);
	unlink(path);
}

/* Names as the kernel's and a module's functions get them: Rust, mangled. */
static void check_kernel_names(bool demangle, bool demangle_kernel, const char *in_kernel, const char *in_module)
{
	char path[] = "/tmp/test_object_XXXXXX";
	int fd = mkstemp(path);
	if (fd < 0) SKIP("no place for temporary files");
	static const char text[] = "ffffffff81000000 T _text\nffffffff81000010 T _RNvCs1234_6kernel4work\n"
				   "ffffffffc0000000 t _RNvCs1234_6module4work\t[m]\n";
	CHECK_INT(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	close(fd);
	struct symbol_options options = { .demangle = demangle, .demangle_kernel = demangle_kernel, .kallsyms = path };
	struct symbol_store *store = symbol_store_new(&options);
	const struct object_identity module = {
		.kind = OBJECT_MODULE, .path = "[m]", .pid = -1, .ref_vaddr = 0xffffffffc0000000
	};
	const struct symbol *symbol = object_find(object_of(store, OBJECT_KERNEL, "[kernel.kallsyms]", -1),
						  0xffffffff81000012);
	CHECK_STR(symbol ? symbol->name : NULL, in_kernel);
	symbol = object_find(symbol_store_object(store, &module), 5);
	CHECK_STR(symbol ? symbol->name : NULL, in_module);
	symbol_store_free(store);
	unlink(path);
}

TEST(kernel_names_are_made_readable_when_asked_for)
{
	static const char in_kernel[] = "_RNvCs1234_6kernel4work", in_module[] = "_RNvCs1234_6module4work";
	check_kernel_names(true, true, "kernel::work", "module::work");
	check_kernel_names(true, false, in_kernel, in_module);
	check_kernel_names(false, true, in_kernel, in_module);
}

TEST(hidden_kernel_addresses)
{
	char path[] = "/tmp/test_object_XXXXXX";
	int fd = mkstemp(path);
	if (fd < 0) SKIP("no place for temporary files");
	static const char text[] = "0000000000000000 T _text\n0000000000000000 T one\n";
	CHECK_INT(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	close(fd);
	struct warnings *warnings = warnings_new();
	struct symbol_options options = { .kallsyms = path, .warnings = warnings };
	struct symbol_store *store = symbol_store_new(&options);
	CHECK(object_find(object_of(store, OBJECT_KERNEL, "[kernel.kallsyms]", -1), 0) == NULL);
	CHECK_INT(warnings_count(warnings, NULL), 1);
	symbol_store_free(store);
	warnings_free(warnings);
	unlink(path);
}

/* Functions that are called as they are written. */
#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noinline, noclone))
#endif
/* Two that call the same, one that is called by both, and one that nobody calls. */
static APART void called_by_two(volatile int *n) { *n += 1; }
static APART void first_caller(volatile int *n)
{
	called_by_two(n);
	*n *= 2;
}
static APART void second_caller(volatile int *n)
{
	called_by_two(n);
	called_by_two(n);
	*n *= 3;
}

TEST(calls)
{
	static const char *const names[] = { "called_by_two", "first_caller", "second_caller" };
	uint64_t callers[3] = { 0 }, callees[3] = { 0 };
	struct symbol_options options = { .demangle = true };
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = object_of(store, OBJECT_USER, "/proc/self/exe", -1);
	struct object_calls *read = object_calls_read(object);
	volatile int n = 0;
	first_caller(&n);
	second_caller(&n);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct symbol *symbol = object_find_name(object, names[i]);
		CHECK(symbol != NULL);
		if (symbol) object_calls_of(read, symbol, &callers[i], &callees[i]);
	}
#if defined(__x86_64__) || defined(__aarch64__)
	CHECK(callers[0] != 0);
	CHECK(callees[1] && callees[1] == callees[2]);
	CHECK(callers[1] && callers[1] == callers[2]); /* this test */
	CHECK(callers[0] != callers[1]);
#endif
	object_calls_free(read);
	read = object_calls_read(object_of(store, OBJECT_USER, "/nonexistent", -1));
	object_calls_free(read);
	symbol_store_free(store);
}

TEST_MAIN
