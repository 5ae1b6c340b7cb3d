/* Where symbols are looked for, with programs that the system's tools make: separate debug files, caches, layouts of
 * other linkers. What a missing tool would make is skipped. */
#include "tests/unit/test.h"

#include <sys/stat.h>
#include <unistd.h>
#include "base/warnings.h"
#include "symbol/file/build_id.h"
#include "symbol/object.h"

static char dir[64];
static uint8_t build_id[20];
static int build_id_size;

static bool shell(const char *command)
{
	char line[4096];
	snprintf(line, sizeof(line), "cd %s && { %s; } >/dev/null 2>&1", dir, command);
	return system(line) == 0;
}

static bool made;
static bool have_program(void)
{
	if (made) return build_id_size > 0;
	made = true;
	strcpy(dir, "/tmp/test_sources_XXXXXX");
	if (!mkdtemp(dir)) return false;
	char path[128];
	snprintf(path, sizeof(path), "%s/p.c", dir);
	FILE *f = fopen(path, "w");
	fputs("__attribute__((noinline)) static int wanted(int x) { volatile int y = x; return y * 3; }\n"
	      "__attribute__((noinline)) int exported(int x) { return wanted(x) + 1; }\nint main(int c, char **v) { "
	      "return exported(c); }\n",
	      f);
	fclose(f);
	if (!shell("cc -O1 -g -Wl,--build-id=sha1 p.c -o whole && cp whole stripped && strip stripped")) return false;
	snprintf(path, sizeof(path), "%s/whole", dir);
	build_id_size = build_id_of_file(path, build_id);
	return build_id_size > 0;
}

/* Letter and name of the source that has the symbol "wanted" at the right place; "-" when none has. file is below dir.
 */
static const char *found_in(const char *file, bool with_id, const char *symfs)
{
	static char result[256];
	char path[256], cache[128];
	snprintf(path, sizeof(path), "%s/%s", symfs ? "" : dir, file);
	snprintf(cache, sizeof(cache), "%s/cache", dir);
	struct symbol_options options = { .demangle = true, .build_id_dir = cache, .symfs = symfs };
	struct symbol_store *store = symbol_store_new(&options);
	struct object_identity identity = { .kind = OBJECT_USER, .path = path, .pid = -1 };
	if (with_id) {
		identity.build_id = build_id;
		identity.build_id_size = (size_t)build_id_size;
	}
	struct object *object = symbol_store_object(store, &identity);
	/* where it is in the whole file is where it must be in all of them */
	snprintf(path, sizeof(path), "%s/whole", dir);
	struct object_identity whole = { .kind = OBJECT_USER, .path = path, .pid = -1 };
	struct symbol_options plain = { .build_id_dir = "/nonexistent" };
	struct symbol_store *reference = symbol_store_new(&plain);
	const struct symbol *want = object_find_name(symbol_store_object(reference, &whole), "wanted");
	const struct symbol *have = want ? object_find(object, want->start) : NULL;
	if (have && strcmp(have->name, "wanted") == 0 && have->start == want->start && have->end == want->end)
		snprintf(result, sizeof(result), "%c %s", object_origin_letter(object), object_source_name(object));
	else strcpy(result, "-");
	symbol_store_free(reference);
	symbol_store_free(store);
	return result;
}

TEST(own_file)
{
	if (!have_program()) SKIP("no compiler");
	CHECK_STR(found_in("whole", true, NULL), "d object file");
	CHECK_STR(found_in("whole", false, NULL), "d object file");
	CHECK_STR(found_in("stripped", true, NULL), "-");
	CHECK_STR(found_in("whole", true, dir), "d object file"); /* --symfs */
}

TEST(other_build_id)
{
	if (!have_program()) SKIP("no compiler");
	build_id[3] ^= 1;
	CHECK_STR(found_in("whole", true, NULL), "-");
	build_id[3] ^= 1;
}

TEST(debug_link)
{
	if (!have_program()) SKIP("no compiler");
	if (!shell("objcopy --only-keep-debug whole linked.debug && cp stripped linked && objcopy "
		   "--add-gnu-debuglink=linked.debug linked"))
		SKIP("no objcopy");
	CHECK_STR(found_in("linked", true, NULL), "l .gnu_debuglink");
	CHECK_STR(found_in("linked", false, NULL), "l .gnu_debuglink");
	CHECK(shell("mkdir .debug && mv linked.debug .debug/"));
	CHECK_STR(found_in("linked", true, NULL), "l .gnu_debuglink");
	CHECK(shell("rm -r .debug"));
	CHECK_STR(found_in("linked", true, NULL), "-");
	/* without build-ids the checksum decides */
	CHECK(shell("objcopy --remove-section=.note.gnu.build-id whole nb && cp nb nb.stripped && strip nb.stripped && "
		    "objcopy --only-keep-debug nb nb.debug && "
		    "objcopy --add-gnu-debuglink=nb.debug nb.stripped"));
	CHECK_STR(found_in("nb.stripped", false, NULL), "l .gnu_debuglink");
	CHECK(shell("echo >> nb.debug"));
	CHECK_STR(found_in("nb.stripped", false, NULL), "-");
}

TEST(debug_data)
{
	if (!have_program()) SKIP("no compiler");
	if (!shell("objcopy --only-keep-debug whole mini && strip --strip-debug mini && xz -k mini && cp stripped "
		   "with_mini && "
		   "objcopy --add-section .gnu_debugdata=mini.xz with_mini"))
		SKIP("no xz");
	CHECK_STR(found_in("with_mini", true, NULL), "d .gnu_debugdata");
	/* the program is gone; the cache has it by its name, whose link is gone too, then by its link */
	char hex[41] = "", command[512];
	for (int i = 0; i < 20; i++) sprintf(hex + 2 * i, "%02x", build_id[i]);
	snprintf(command, sizeof(command), "mkdir -p cache%s/gone/%s && cp with_mini cache%s/gone/%s/elf", dir, hex,
		 dir, hex);
	CHECK(shell(command));
	CHECK_STR(found_in("gone", true, NULL), "d .gnu_debugdata");
	snprintf(command, sizeof(command),
		 "mkdir -p cache/.build-id/%.2s && ln -s ../..%s/gone/%s cache/.build-id/%.2s/%s", hex, dir, hex, hex,
		 hex + 2);
	CHECK(shell(command));
	CHECK_STR(found_in("elsewhere", true, NULL), "d .gnu_debugdata");
	CHECK(shell("rm -r cache"));
	CHECK(shell(
		"head -c 100 mini.xz > cut.xz && cp stripped cut && objcopy --add-section .gnu_debugdata=cut.xz cut"));
	CHECK_STR(found_in("cut", true, NULL), "-");
}

TEST(build_id_cache)
{
	if (!have_program()) SKIP("no compiler");
	char hex[41] = "", command[512];
	for (int i = 0; i < 20; i++) sprintf(hex + 2 * i, "%02x", build_id[i]);
	snprintf(command, sizeof(command),
		 "mkdir -p cache/x/%s cache/.build-id/%.2s && cp whole cache/x/%s/elf && ln -sfn ../../x/%s "
		 "cache/.build-id/%.2s/%s",
		 hex, hex, hex, hex, hex, hex + 2);
	CHECK(shell(command));
	CHECK_STR(found_in("stripped", true, NULL), "B build-id cache");
	CHECK_STR(found_in("gone", true, NULL), "B build-id cache");
	CHECK_STR(found_in("gone", false, NULL), "-");
	snprintf(command, sizeof(command), "mv cache/x/%s/elf cache/x/%s/debug", hex, hex);
	CHECK(shell(command));
	CHECK_STR(found_in("stripped", true, NULL), "D build-id cache (debug)");
	/* as old versions wrote it: the link is to the file */
	snprintf(command, sizeof(command),
		 "mv cache/x/%s/debug cache/file && ln -sfn ../../file cache/.build-id/%.2s/%s", hex, hex, hex + 2);
	CHECK(shell(command));
	CHECK_STR(found_in("gone", true, NULL), "B build-id cache");
	CHECK(shell("rm -r cache"));
}

TEST(debug_directory_below_symfs)
{
	if (!have_program()) SKIP("no compiler");
	char hex[41] = "", command[512];
	for (int i = 0; i < 20; i++) sprintf(hex + 2 * i, "%02x", build_id[i]);
	snprintf(command, sizeof(command),
		 "mkdir -p usr/lib/debug/.build-id/%.2s && objcopy --only-keep-debug whole "
		 "usr/lib/debug/.build-id/%.2s/%s.debug",
		 hex, hex, hex + 2);
	CHECK(shell(command));
	CHECK_STR(found_in("stripped", true, dir), "b /usr/lib/debug/.build-id");
	CHECK_STR(found_in("gone", true, dir), "b /usr/lib/debug/.build-id");
	CHECK(shell("rm -r usr && mkdir -p usr/lib/debug && cp whole usr/lib/debug/stripped.debug"));
	CHECK_STR(found_in("stripped", true, dir), "f /usr/lib/debug/PATH.debug");
	CHECK(shell("mv usr/lib/debug/stripped.debug usr/lib/debug/stripped"));
	CHECK_STR(found_in("stripped", true, dir), "u /usr/lib/debug/PATH");
	CHECK(shell("rm -r usr && mkdir .debug && cp whole .debug/stripped"));
	CHECK_STR(found_in("stripped", true, dir), "o DIR/.debug");
	CHECK(shell("rm -r .debug"));
}

/* Names of the sources that have a module's symbol; file: as recorded. */
static const char *module_found_in(const char *file)
{
	static char result[256];
	char cache[128];
	snprintf(cache, sizeof(cache), "%s/cache", dir);
	struct symbol_options options = { .build_id_dir = cache, .symfs = dir };
	struct symbol_store *store = symbol_store_new(&options);
	symbol_store_set_kernel(store, &(struct recorded_kernel){ .release = "5.0-test" });
	struct object_identity identity = { .kind = OBJECT_MODULE,
					    .path = file,
					    .pid = -1,
					    .build_id = build_id,
					    .build_id_size = (size_t)build_id_size };
	struct object *object = symbol_store_object(store, &identity);
	const struct symbol *symbol = object_find_name(object, "wanted");
	snprintf(result, sizeof(result), "%s", symbol ? object_source_name(object) : "-");
	symbol_store_free(store);
	return result;
}

TEST(modules)
{
	if (!have_program()) SKIP("no compiler");
	char hex[41] = "", command[1024];
	for (int i = 0; i < 20; i++) sprintf(hex + 2 * i, "%02x", build_id[i]);
	const char *packed = "/lib/modules/5.0-test/kernel/net/with-dash.ko.xz",
		   *plain = "/lib/modules/5.0-test/kernel/net/with-dash.ko";
	CHECK(shell("mkdir -p lib/modules/5.0-test/kernel/net lib/modules/5.0-test/extra && cp whole "
		    "lib/modules/5.0-test/kernel/net/with-dash.ko && "
		    "printf 'kernel/net/other.ko: \\nkernel/net/with-dash.ko: kernel/net/other.ko\\n' > "
		    "lib/modules/5.0-test/modules.dep"));
	CHECK_STR(module_found_in(plain), "object file");
	CHECK_STR(module_found_in("[with_dash]"), "/lib/modules");
	CHECK_STR(module_found_in(packed), "/lib/modules");
	CHECK_STR(module_found_in("[with]"), "-");
	static const char *const packers[] = { "xz", "gzip -S .gz", "zstd --rm -q" }, *const suffixes[] = { "xz", "gz",
													    "zst" };
	for (size_t i = 0; i < 3; i++) {
		snprintf(command, sizeof(command),
			 "cp whole lib/modules/5.0-test/extra/m.ko && %s lib/modules/5.0-test/extra/m.ko && echo "
			 "extra/m.ko.%s: > lib/modules/5.0-test/modules.dep",
			 packers[i], suffixes[i]);
		if (shell(command)) CHECK_STR(module_found_in("[m]"), "/lib/modules");
		CHECK(shell("rm -f lib/modules/5.0-test/extra/*"));
	}
	/* their debug files are not packed */
	CHECK(shell("rm -r lib && mkdir -p usr/lib/debug/lib/modules/5.0-test/kernel/net && cp whole "
		    "usr/lib/debug/lib/modules/5.0-test/kernel/net/with-dash.ko.debug"));
	CHECK_STR(module_found_in(packed), "/usr/lib/debug/PATH.debug");
	CHECK(shell("cd usr/lib/debug/lib/modules/5.0-test/kernel/net && mv with-dash.ko.debug with-dash.ko"));
	CHECK_STR(module_found_in(packed), "/usr/lib/debug/PATH");
	CHECK(shell("mkdir -p lib/modules/5.0-test && echo kernel/net/with-dash.ko.xz: > "
		    "lib/modules/5.0-test/modules.dep"));
	CHECK_STR(module_found_in("[with_dash]"), "/usr/lib/debug/PATH");
	snprintf(command, sizeof(command),
		 "rm -r usr lib && mkdir -p usr/lib/debug/.build-id/%.2s && cp whole "
		 "usr/lib/debug/.build-id/%.2s/%s.debug",
		 hex, hex, hex + 2);
	CHECK(shell(command));
	CHECK_STR(module_found_in(packed), "/usr/lib/debug/.build-id");
	CHECK(shell("rm -r usr"));
}

/* A vmlinux in each of the places, of the right and of another build-id. */
TEST(kernel_images)
{
	if (!have_program()) SKIP("no compiler");
	static const char *const places[] = {
		"boot/vmlinux",
		"boot/vmlinux-5.0-test",
		"usr/lib/debug/boot/vmlinux-5.0-test",
		"lib/modules/5.0-test/build/vmlinux",
		"usr/lib/debug/lib/modules/5.0-test/vmlinux",
		"usr/lib/debug/boot/vmlinux-5.0-test.debug",
	};
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		for (int other = 0; other < 3; other++) { /* 2: it is there, but not to be used */
			char command[512], path[256];
			snprintf(command, sizeof(command), "mkdir -p $(dirname %s) && cp whole %s", places[i],
				 places[i]);
			CHECK(shell(command));
			build_id[5] ^= other == 1;
			struct symbol_options options = { .build_id_dir = "/nonexistent",
							  .symfs = dir,
							  .ignore_vmlinux = other == 2 };
			struct symbol_store *store = symbol_store_new(&options);
			symbol_store_set_kernel(store, &(struct recorded_kernel){ .release = "5.0-test" });
			struct object_identity identity = { .kind = OBJECT_KERNEL,
							    .path = "[kernel.kallsyms]",
							    .pid = -1,
							    .build_id = build_id,
							    .build_id_size = (size_t)build_id_size };
			struct object *object = symbol_store_object(store, &identity);
			const struct symbol *symbol = object_find_name(object, "wanted");
			snprintf(path, sizeof(path), "%s/%s", dir, places[i]);
			CHECK_STR(symbol ? object_source_path(object) : NULL, other ? NULL : path);
			symbol_store_free(store);
			build_id[5] ^= other == 1;
			snprintf(command, sizeof(command), "rm %s", places[i]);
			CHECK(shell(command));
		}
	}
	CHECK(shell("rm -r boot lib usr"));
}

/* In these layouts the distance between file offset and address differs from segment to segment. */
TEST(other_linkers)
{
	if (!have_program()) SKIP("no compiler");
	static const char *const ways[] = { "-fuse-ld=lld",  "-fuse-ld=lld -no-pie",
					    "-fuse-ld=mold", "-fuse-ld=gold",
					    "-no-pie",       "-static" };
	int checked = 0;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		char command[512];
		snprintf(command, sizeof(command),
			 "cc -O1 %s p.c -o layout && nm layout | grep ' wanted$' > layout.nm && objdump -h layout | "
			 "grep ' \\.text ' >> layout.nm",
			 ways[i]);
		if (!shell(command)) continue;
		char path[128];
		unsigned long long vaddr, text_vaddr, text_off;
		snprintf(path, sizeof(path), "%s/layout.nm", dir);
		FILE *f = fopen(path, "r");
		bool read = f && fscanf(f, "%llx %*s %*s", &vaddr) == 1 &&
			    fscanf(f, "%*s %*s %*s %llx %*s %llx", &text_vaddr, &text_off) == 2;
		if (f) fclose(f);
		CHECK(read);
		if (!read) continue;
		struct symbol_options options = { .build_id_dir = "/nonexistent" };
		struct symbol_store *store = symbol_store_new(&options);
		snprintf(path, sizeof(path), "%s/layout", dir);
		struct object_identity identity = { .kind = OBJECT_USER, .path = path, .pid = -1 };
		struct object *object = symbol_store_object(store, &identity);
		const struct symbol *symbol = object_find(object, vaddr - text_vaddr + text_off);
		CHECK_STR(symbol ? symbol->name : ways[i], "wanted");
		CHECK_INT(object_elf_addr(object, vaddr - text_vaddr + text_off), vaddr);
		symbol_store_free(store);
		checked++;
	}
	if (!checked) SKIP("no linkers");
}

/* Call stubs of 64-bit PowerPC have names also when the linker's own were stripped. */
TEST(powerpc_stubs)
{
	if (!have_program()) SKIP("no compiler");
	static const char *const ways[][2] = {
		{ "clang --target=powerpc64le-linux-gnu -O1 -fPIC -shared -nostdlib -fuse-ld=lld -Wl,--build-id=none "
		  "stub.c -o stub.so",
		  "__plt_outer" },
		{ "clang --target=powerpc64le-linux-gnu -O1 -fPIC -c stub.c && powerpc64le-linux-gnu-ld -shared stub.o "
		  "-o stub.so",
		  NULL },
	};
	int checked = 0;
	CHECK(shell("echo 'int outer(int); int inner(int x) { return outer(x) + 1; }' > stub.c"));
	for (size_t i = 0; i < 2; i++) {
		char path[128];
		if (!shell(ways[i][0]) ||
		    !shell("(llvm-strip stub.so -o stub.stripped || llvm-strip-14 stub.so -o stub.stripped || "
			   "powerpc64le-linux-gnu-strip stub.so -o stub.stripped)"))
			continue;
		struct symbol_options options = { .build_id_dir = "/nonexistent" };
		struct symbol_store *store = symbol_store_new(&options);
		snprintf(path, sizeof(path), "%s/stub.so", dir);
		struct object *whole = symbol_store_object(
			store, &(struct object_identity){ .kind = OBJECT_USER, .path = path, .pid = -1 });
		const struct symbol *own = NULL;
		for (size_t k = 0; k < object_nr_symbols(whole) && !own; k++)
			if (strstr(object_symbol(whole, k)->name, ways[i][1] ? ways[i][1] : "plt_call.outer"))
				own = object_symbol(whole, k);
		snprintf(path, sizeof(path), "%s/stub.stripped", dir);
		struct object *stripped = symbol_store_object(
			store, &(struct object_identity){ .kind = OBJECT_USER, .path = path, .pid = -1 });
		const struct symbol *found = own ? object_find(stripped, own->start) : NULL;
		CHECK_STR(found ? found->name : own ? "nothing" : "no stub", "outer@plt");
		checked += own != NULL;
		symbol_store_free(store);
	}
	if (!checked) SKIP("nothing that makes programs for PowerPC");
}

TEST(clean_up)
{
	if (made) CHECK(shell("rm -r /tmp/$(basename $PWD)"));
}

TEST_MAIN
