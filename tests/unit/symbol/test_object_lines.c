/* Lines and inlined calls of programs that compilers make here, against what their source says: marks in the code are
 * symbols, whose places in the source are known. What a missing tool would make is skipped. */
#include "tests/unit/test.h"

#include <sys/stat.h>
#include <unistd.h>
#include "base/threads.h"
#include "symbol/object_lines.h"

static char dir[64];

static bool shell(const char *command)
{
	char line[4096];
	snprintf(line, sizeof(line), "cd %s && { %s; } >log 2>&1", dir, command);
	return system(line) == 0;
}

static void write_file(const char *name, const char *text)
{
	char path[128];
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	FILE *f = fopen(path, "w");
	fputs(text, f);
	fclose(f);
}

#define MARK(name) "__asm__ volatile(\".globl " name "\\n.type " name ", %function\\n" name ": nop\");"

static bool have_sources(void)
{
	static bool made;
	if (made) return true;
	strcpy(dir, "/tmp/test_object_lines_XXXXXX");
	if (!mkdtemp(dir)) return false;
	made = true;
	write_file("inner.h", "static inline __attribute__((always_inline)) int innermost(int x)\n"
			      "{\n"
			      "	" MARK("mark_inner") "\n" /* line 3 */
						     "	return x * 3;\n"
						     "}\n");
	write_file("main.c",
		   "#include \"inner.h\"\n"
		   "extern volatile int sink;\n"
		   "static inline __attribute__((always_inline)) int middle(int x)\n"
		   "{\n"
		   "	int y = innermost(x + 1);\n" /* line 5 */
		   "	" MARK("mark_middle") "\n"   /* line 6 */
					      "	return y;\n"
					      "}\n"
					      "__attribute__((noinline)) int outer(int x)\n"
					      "{\n"
					      "	if (x > 0) sink = middle(x);\n" /* line 11 */
					      "	" MARK("mark_outer") "\n"       /* line 12 */
								     "	return sink;\n"
								     "}\n"
								     "__attribute__((noinline)) int never_called(int "
								     "x) { for (int i = 0; i < x; i++) sink += i * x + "
								     "sink / (i + 1); return sink; }\n"
								     "int main(int argc, char **argv) { return "
								     "outer(argc); }\n");
	write_file("other.c", "volatile int sink;\nint other(int x) { return x + sink; }\n");
	return true;
}

static struct symbol_store *open_store(void)
{
	struct symbol_options options = { .demangle = true, .build_id_dir = "/nonexistent" };
	return symbol_store_new(&options);
}

static struct object *open_object(struct symbol_store *store, const char *file, enum object_kind kind)
{
	char path[128];
	snprintf(path, sizeof(path), "%s/%s", dir, file);
	struct object_identity identity = { .kind = kind, .path = path, .pid = -1 };
	return symbol_store_object(store, &identity);
}

struct place {
	const char *function, *file;
	uint32_t line;
};

static void check_frames(struct object *object, const char *mark, const struct place *places, uint32_t count)
{
	const struct symbol *symbol = object_find_name(object, mark);
	const struct code_frames *frames = symbol ? object_frames(object, symbol->start) : NULL;
	CHECK(symbol != NULL);
	CHECK(frames != NULL);
	if (!frames) return;
	CHECK_INT(frames->count, count);
	for (uint32_t i = 0; i < frames->count && i < count; i++) {
		const struct code_frame *f = &frames->frames[i];
		const char *slash = f->at.file ? strrchr(f->at.file, '/') : NULL;
		CHECK_STR(f->function ? f->function->name : NULL, places[i].function);
		CHECK_STR(slash ? slash + 1 : NULL, places[i].file);
		CHECK_INT(f->at.line, places[i].line);
	}
	CHECK(object_frames(object, symbol->start) == frames);
	struct source_line line;
	CHECK(object_line(object, symbol->start, &line) && line.line == places[0].line &&
	      line.file == frames->frames[0].at.file);
}

static void check_all(struct object *object)
{
	static const struct place inner[] = { { "innermost", "inner.h", 3 },
					      { "middle", "main.c", 5 },
					      { NULL, "main.c", 11 } };
	static const struct place middle[] = { { "middle", "main.c", 6 }, { NULL, "main.c", 11 } };
	static const struct place outer[] = { { NULL, "main.c", 12 } };
	check_frames(object, "mark_inner", inner, 3);
	check_frames(object, "mark_middle", middle, 2);
	check_frames(object, "mark_outer", outer, 1);
	CHECK(object_frames(object, UINT64_MAX) == NULL);
}

/* Runs the command and checks the program "p" it makes; what was made is told by `command`. */
static bool check_program(const char *command, const char *file, enum object_kind kind)
{
	if (!shell(command)) return false;
	struct symbol_store *store = open_store();
	int before = test_failures;
	check_all(open_object(store, file, kind));
	if (test_failures > before) fprintf(stderr, "of: %s\n", command);
	symbol_store_free(store);
	return true;
}

static void check_compiler(const char *compiler)
{
	static const char *const options[] = {
		"-gdwarf-2",
		"-gdwarf-3",
		"-gdwarf-4",
		"-gdwarf-5",
		"-gdwarf-5 -O2",
		"-gdwarf-4 -O2 -ffunction-sections -Wl,--gc-sections",
		"-gdwarf-5 -gdwarf64",
		"-gdwarf-5 -gz=zlib",
		"-gdwarf-4 -gz=zlib-gnu",
		"-gdwarf-5 -gz=zstd",
		"-gdwarf-5 -O2 -flto",
		"-gdwarf-5 -O2 -ffunction-sections -fuse-ld=lld -Wl,--gc-sections",
		"-gdwarf-4 -O2 -ffunction-sections -fuse-ld=lld -Wl,--gc-sections",
		"-gdwarf-5 -static",
		"-gdwarf-5 -no-pie",
		"-gdwarf-5 -fdebug-types-section",
		"-g1",
		"-g -m32 -nostdlib -Wl,-e,main",
	};
	char command[512];
	bool any = false;
	if (!have_sources()) SKIP("no directory for files");
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		snprintf(command, sizeof(command), "%s -O1 %s main.c other.c -o p", compiler, options[i]);
		any |= check_program(command, "p", OBJECT_USER);
	}
	if (!any) SKIP("no such compiler");
}

TEST(programs_of_gcc) { check_compiler("gcc"); }
TEST(programs_of_clang) { check_compiler("clang"); }

static void check_split(const char *compiler)
{
	bool any = false;
	if (!have_sources()) SKIP("no directory for files");
	for (int version = 4; version <= 5; version++) {
		char command[512];
		snprintf(command, sizeof(command),
			 "mkdir -p s && cd s && rm -f p* *.dwo && %s -O1 -gdwarf-%d -gsplit-dwarf%s ../main.c "
			 "../other.c -o p",
			 compiler, version, strcmp(compiler, "clang") ? "" : " -fsplit-dwarf-inlining");
		if (!check_program(command, "s/p", OBJECT_USER)) continue;
		any = true;
		/* in one package; the single files are gone */
		if (check_program("cd s && llvm-dwp -e p -o p.dwp && rm *.dwo", "s/p", OBJECT_USER)) CHECK(true);
		/* neither: lines are there, the functions are not */
		CHECK(shell("cd s && rm -f *.dwp *.dwo"));
		struct symbol_store *store = open_store();
		struct object *object = open_object(store, "s/p", OBJECT_USER);
		const struct symbol *mark = object_find_name(object, "mark_inner");
		const struct code_frames *frames = mark ? object_frames(object, mark->start) : NULL;
		CHECK(frames && frames->count >= 1 && frames->frames[0].at.line == 3);
		symbol_store_free(store);
	}
	if (!any) SKIP("no such compiler");
}

/* Type units are in sections of the same name, before the unit that is wanted. */
TEST(split_with_types)
{
	if (!have_sources()) SKIP("no directory for files");
	write_file("types.c", "struct wanted { int a; struct { int b; } c; } here; enum kind { ONE, TWO } "
			      "there;\n#include \"main.c\"\n");
	if (!shell("mkdir -p t && cd t && gcc -O1 -gdwarf-5 -gsplit-dwarf -fdebug-types-section ../types.c ../other.c "
		   "-o p"))
		SKIP("no such compiler");
	struct symbol_store *store = open_store();
	check_all(open_object(store, "t/p", OBJECT_USER));
	symbol_store_free(store);
}

TEST(split_by_gcc) { check_split("gcc"); }
TEST(split_by_clang) { check_split("clang"); }

TEST(shared_by_dwz)
{
	if (!have_sources()) SKIP("no directory for files");
	for (int version = 4; version <= 5; version++) {
		char command[512];
		/* two programs, as only what both have is moved */
		snprintf(command, sizeof(command),
			 "gcc -O1 -gdwarf-%d main.c other.c -o p && cp p q && cp p r && dwz -m common.debug q r && "
			 "readelf -SW q | grep altlink",
			 version);
		if (!check_program(command, "q", OBJECT_USER)) SKIP("no dwz");
		CHECK(check_program("dwz p", "p", OBJECT_USER));
	}
}

TEST(debug_file_of_its_own)
{
	if (!have_sources()) SKIP("no directory for files");
	CHECK(check_program("gcc -O1 -g main.c other.c -o whole && cp whole apart && objcopy --only-keep-debug apart "
			    "apart.debug && strip -g apart && "
			    "objcopy --add-gnu-debuglink=apart.debug apart",
			    "apart", OBJECT_USER));
}

TEST(relocatable_files)
{
	if (!have_sources()) SKIP("no directory for files");
	static const char *const commands[] = {
		"gcc -O1 -gdwarf-4 -c main.c -o m.ko",
		"gcc -O1 -gdwarf-5 -c main.c -o m.ko",
		"clang -O1 -gdwarf-5 -c main.c -o m.ko",
		"clang --target=riscv64-linux-gnu -O1 -g -c main.c -o m.ko",
		"clang --target=s390x-linux-gnu -O1 -g -c main.c -o m.ko",
		"clang --target=i386-linux-gnu -O1 -gdwarf-4 -c main.c -o m.ko",
		"clang --target=aarch64-linux-gnu -O1 -g -c main.c -o m.ko",
		"clang --target=powerpc64-linux-gnu -O1 -g -c main.c -o m.ko",
		"clang --target=armv7-linux-gnueabihf -O1 -g -c main.c -o m.ko",
		"aarch64-linux-gnu-gcc -O1 -g -c main.c -o m.ko",
	};
	unsigned made = 0;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		made += check_program(commands[i], "m.ko", OBJECT_MODULE);
	CHECK(made > 0);
}

TEST(kernels)
{
	char path[128];
	if (!have_sources() || !shell("gcc -O1 -g -no-pie main.c other.c -o p")) SKIP("no compiler");
	struct symbol_store *plain = open_store();
	const struct symbol *linked = object_find_name(open_object(plain, "p", OBJECT_USER), "outer");
	CHECK(linked != NULL);
	/* linked at one place, run at another */
	uint64_t moved = linked ? 0x400000 + linked->start + 0xffffffff12300000 : 0;
	snprintf(path, sizeof(path), "%s/p", dir);
	struct symbol_options options = { .build_id_dir = "/nonexistent", .vmlinux = path };
	struct symbol_store *store = symbol_store_new(&options);
	struct object_identity identity = {
		.kind = OBJECT_KERNEL, .path = "[kernel.kallsyms]", .pid = -1, .ref_name = "outer", .ref_vaddr = moved
	};
	struct object *kernel = symbol_store_object(store, &identity);
	const struct symbol *outer = object_find_name(kernel, "outer");
	CHECK(outer && outer->start == moved);
	check_all(kernel);
	symbol_store_free(store);
	symbol_store_free(plain);
}

TEST(names_are_readable_and_one)
{
	if (!have_sources()) SKIP("no directory for files");
	write_file("n.cc",
		   "namespace space { template <class T> struct S { T v; inline __attribute__((always_inline)) T "
		   "twice(T x) {\n"
		   "	__asm__ volatile(\"\" ::: \"memory\"); return x + v; } }; }\n"
		   "volatile int sink;\n"
		   "int one(int a) { space::S<int> s{a}; sink = s.twice(a); return s.twice(sink); }\n"
		   "int main(int c, char **) { space::S<int> s{c}; sink = s.twice(sink) + one(c); return sink; }\n");
	if (!shell("c++ -O1 -g n.cc -o n")) SKIP("no C++ compiler");
	struct symbol_store *store = open_store();
	struct object *object = open_object(store, "n", OBJECT_USER);
	const struct symbol *seen = NULL;
	unsigned inlined = 0;
	for (size_t i = 0; i < object_nr_symbols(object); i++) {
		const struct symbol *symbol = object_symbol(object, i);
		if (strcmp(symbol->name, "main") != 0 && strcmp(symbol->name, "one(int)") != 0 &&
		    strcmp(symbol->name, "one") != 0)
			continue;
		for (uint64_t addr = symbol->start; addr < symbol->end; addr++) {
			const struct code_frames *frames = object_frames(object, addr);
			for (uint32_t j = 0; frames && j + 1 < frames->count; j++) {
				const struct symbol *function = frames->frames[j].function;
				if (!function || !strstr(function->name, "twice")) continue;
				CHECK_STR(function->name, "space::S<int>::twice(int)");
				CHECK(function->is_inlined && (!seen || seen == function));
				seen = function;
				inlined++;
			}
		}
	}
	CHECK(inlined > 0);
	symbol_store_free(store);
}

struct piece_check {
	uint64_t next;
	unsigned pieces;
	bool stop;
};

static bool see_piece(void *ctx, uint64_t start, uint64_t end, const struct source_line *line)
{
	struct piece_check *check = ctx;
	CHECK(start >= check->next && end > start && line->file);
	check->next = end;
	check->pieces++;
	return !check->stop;
}

TEST(pieces_of_a_function)
{
	if (!have_sources() || !shell("gcc -O1 -g main.c other.c -o p")) SKIP("no compiler");
	struct symbol_store *store = open_store();
	struct object *object = open_object(store, "p", OBJECT_USER);
	const struct symbol *outer = object_find_name(object, "outer");
	struct piece_check check = { 0 };
	CHECK(outer != NULL);
	if (outer) {
		uint64_t end = outer->start + 30; /* marks are symbols, and end it early */
		object_lines_visit(object, outer->start, end, see_piece, &check);
		CHECK(check.pieces >= 3 && check.next == end);
		check = (struct piece_check){ .stop = true };
		object_lines_visit(object, outer->start, end, see_piece, &check);
		CHECK_INT(check.pieces, 1);
	}
	/* all there is, also where nothing is */
	check = (struct piece_check){ 0 };
	object_lines_visit(object, 0, UINT64_MAX, see_piece, &check);
	CHECK(check.pieces > 10);
	CHECK(object_lines_path(object) != NULL);
	symbol_store_free(store);
}

struct askers {
	struct object *object;
	uint64_t start;
	const struct code_frames *answers[4][64];
};

static void ask(void *ctx, unsigned worker, size_t item)
{
	struct askers *askers = ctx;
	for (unsigned i = 0; i < 64; i++) askers->answers[item][i] = object_frames(askers->object, askers->start + i);
}

TEST(threads_get_the_same)
{
	if (!have_sources() || !shell("gcc -O1 -g main.c other.c -o p")) SKIP("no compiler");
	for (int round = 0; round < 20; round++) {
		struct symbol_store *store = open_store();
		struct object *object = open_object(store, "p", OBJECT_USER);
		const struct symbol *outer = object_find_name(object, "outer");
		struct askers askers = { .object = object, .start = outer ? outer->start : 0 };
		threads_for(4, 4, ask, &askers);
		for (int i = 1; i < 4; i++)
			CHECK(memcmp(askers.answers[i], askers.answers[0], sizeof(askers.answers[0])) == 0);
		symbol_store_free(store);
	}
}

TEST(nothing_is_known)
{
	if (!have_sources() || !shell("gcc -O1 main.c other.c -o bare && printf x > junk")) SKIP("no compiler");
	struct symbol_store *store = open_store();
	static const char *const files[] = { "bare", "junk", "absent" };
	for (int i = 0; i < 3; i++) {
		struct object *object = open_object(store, files[i], OBJECT_USER);
		struct source_line line;
		CHECK(object_frames(object, 0x1100) == NULL);
		CHECK(!object_line(object, 0x1100, &line));
		CHECK(object_lines_path(object) == NULL);
	}
	symbol_store_free(store);
}

TEST(clean_up)
{
	char command[128];
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	CHECK(!*dir || system(command) == 0);
}

TEST_MAIN
