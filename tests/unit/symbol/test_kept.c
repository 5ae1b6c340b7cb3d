/* What is kept in the cache is what would be derived again, and is only used when it would be. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "cache/cache.h"
#include "symbol/cfi/cfi_private.h"
#include "symbol/kept/kept_lines.h"
#include "symbol/object_lines.h"
#include "symbol/object_kept.h"
#include "symbol/object_private.h"
#include "symbol/symbol_table_flat.h"
#include "tests/unit/fixture_tree.h"

static struct cache *new_cache(void)
{
	static unsigned nr;
	char path[256];
	if (!nr) fixture_begin();
	snprintf(path, sizeof(path), "%s/cache-%u", fixture_root, nr++);
	struct cache *cache = cache_new(path, CACHE_USUAL_BYTES);
	cache->keep_small = true;
	return cache;
}

static struct symbol_store *new_store(struct cache *cache, bool demangle)
{
	return symbol_store_new(
		&(struct symbol_options){ .cache = cache, .demangle = demangle, .build_id_dir = "/nonexistent" });
}

/* Files that were changed just now are not believed to stay as they are. */
static void let_files_age(void) { nanosleep(&(struct timespec){ .tv_nsec = 60000000 }, NULL); }

/* A copy of this program, so that its times can be changed. */
static const char *program(void)
{
	static char path[256];
	if (*path) return path;
	snprintf(path, sizeof(path), "%s/program", fixture_root);
	_free_ char *command = xasprintf("cp /proc/%d/exe %s", (int)getpid(), path);
	if (system(command) != 0) abort();
	let_files_age();
	return path;
}

static struct object *open_program(struct symbol_store *store)
{
	struct object_identity identity = { .kind = OBJECT_USER, .path = program(), .pid = -1 };
	return symbol_store_object(store, &identity);
}

static bool symbols_were_kept(struct object *object) { return object_nr_symbols(object) && object->table.flat.marks; }

/* Looks at all there is; returns whether it came from the cache. */
static bool load(struct cache *cache, bool demangle, size_t *ret_nr_symbols)
{
	struct symbol_store *store = new_store(cache, demangle);
	struct object *object = open_program(store);
	*ret_nr_symbols = object_nr_symbols(object);
	bool kept = symbols_were_kept(object);
	symbol_store_keep(store);
	symbol_store_free(store);
	return kept;
}

static void check_same_symbols(struct object *a, struct object *b)
{
	CHECK_INT(object_nr_symbols(a), object_nr_symbols(b));
	for (size_t i = 0; i < object_nr_symbols(a); i++) {
		const struct symbol *x = object_symbol(a, i), *y = object_symbol(b, i);
		CHECK(x->start == y->start && x->end == y->end && x->binding == y->binding && x->type == y->type &&
		      x->is_plt == y->is_plt);
		CHECK_STR(x->name, y->name);
		for (unsigned j = 0; j < 4; j++) {
			uint64_t addr = x->start + j * (x->end - x->start) / 3;
			const struct symbol *p = object_find(a, addr), *q = object_find(b, addr);
			CHECK(!p == !q && (!p || p->start == q->start));
		}
	}
	CHECK_STR(object_source_path(a), object_source_path(b));
	CHECK_STR(object_source_name(a), object_source_name(b));
	CHECK_INT(object_origin_letter(a), object_origin_letter(b));
	CHECK_INT(object_elf_addr(a, object_symbol(a, 0)->start), object_elf_addr(b, object_symbol(b, 0)->start));
	if (object_nr_symbols(a)) CHECK(object_find_name(b, object_symbol(a, 0)->name) != NULL);
}

TEST(symbols_are_the_same)
{
	struct cache *cache = new_cache();
	struct symbol_store *cold = new_store(cache, true);
	struct object *a = open_program(cold);
	CHECK(object_nr_symbols(a) > 10);
	CHECK(!symbols_were_kept(a));
	symbol_store_keep(cold);
	struct symbol_store *warm = new_store(cache, true);
	struct object *b = open_program(warm);
	check_same_symbols(a, b);
	CHECK(symbols_were_kept(b));
	/* nothing is stored again */
	CHECK_INT(b->kept->symbols_key, 0);
	symbol_store_free(cold);
	symbol_store_free(warm);
	cache_free(cache);
}

static size_t count_rows(struct object *object, uint64_t *ret_hash)
{
	const struct cfi *cfi = NULL;
	size_t nr_found = 0;
	uint64_t hash = 0;
	for (size_t i = 0; i < object_nr_symbols(object); i++) {
		const struct symbol *s = object_symbol(object, i);
		const struct cfi_rule *rule = object_cfi_find(object, s->start, &cfi);
		if (!rule) continue;
		nr_found++;
		hash = cache_key_add_u64(hash, (uint64_t)rule->cfa_value << 32 | rule->cfa_column << 24 |
						       rule->flags << 16 | rule->return_column << 8 | rule->nr_saved);
		for (unsigned j = 0; j < rule->nr_saved; j++) {
			const struct cfi_saved *saved = &cfi_saved(cfi, rule)[j];
			hash = cache_key_add_u64(hash,
						 (uint64_t)saved->value << 32 | saved->column << 8 | saved->where);
			if (saved->where < CFI_AT_EXPR) continue;
			struct bytes bytes = cfi_expression(cfi, saved->value);
			hash = cache_key_add(hash, bytes.data, bytes.size);
		}
	}
	*ret_hash = hash;
	return nr_found;
}

TEST(rules_are_the_same)
{
	struct cache *cache = new_cache();
	struct symbol_store *cold = new_store(cache, true);
	struct object *a = open_program(cold);
	uint64_t hash_a, hash_b;
	size_t nr_found = count_rows(a, &hash_a);
	CHECK(nr_found > 10);
	symbol_store_keep(cold);
	struct symbol_store *warm = new_store(cache, true);
	struct object *b = open_program(warm);
	CHECK_INT(count_rows(b, &hash_b), nr_found);
	CHECK(hash_a == hash_b);
	CHECK(b->cfi[CFI_OWN] && b->cfi[CFI_OWN]->rows_are_borrowed);
	symbol_store_free(cold);
	symbol_store_free(warm);
	cache_free(cache);
}

TEST(options_and_files_decide)
{
	struct cache *cache = new_cache();
	size_t nr, nr_again;
	CHECK(!load(cache, true, &nr));
	CHECK(load(cache, true, &nr_again));
	CHECK_INT(nr, nr_again);
	/* names decide between aliases */
	CHECK(!load(cache, false, &nr_again));
	CHECK(load(cache, true, &nr_again));
	CHECK(load(cache, false, &nr_again));
	/* touched */
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 1000000000 } };
	CHECK_INT(utimensat(AT_FDCWD, program(), times, 0), 0);
	let_files_age();
	CHECK(!load(cache, true, &nr_again));
	CHECK(load(cache, true, &nr_again));
	/* the same times, another inode */
	_free_ char *command = xasprintf("cp -p %s %s.other && mv %s.other %s", program(), program(), program(),
					 program());
	CHECK_INT(system(command), 0);
	let_files_age();
	CHECK(!load(cache, true, &nr_again));
	CHECK_INT(nr, nr_again);
	cache_free(cache);
}

TEST(a_debug_file_that_comes_later_is_noticed)
{
	struct cache *cache = new_cache();
	char command[2000];
	size_t nr_full, nr_stripped, nr;
	CHECK(!load(NULL, true, &nr_full));
	snprintf(command, sizeof(command),
		 "cd %s && objcopy --only-keep-debug program program.full && cp program program.saved && strip program "
		 "&& "
		 "objcopy --add-gnu-debuglink=program.full program 2>/dev/null && mv program.full program.hidden",
		 fixture_root);
	if (system(command) != 0) {
		cache_free(cache);
		SKIP("no objcopy");
	}
	let_files_age();
	CHECK(!load(cache, true, &nr_stripped));
	CHECK(nr_stripped < nr_full);
	CHECK(nr_stripped == 0 || load(cache, true, &nr_stripped));
	snprintf(command, sizeof(command), "cd %s && mv program.hidden program.full", fixture_root);
	CHECK_INT(system(command), 0);
	let_files_age();
	CHECK(!load(cache, true, &nr));
	CHECK(nr > nr_stripped);
	CHECK(load(cache, true, &nr));
	snprintf(command, sizeof(command), "cd %s && mv program.saved program && rm program.full", fixture_root);
	CHECK_INT(system(command), 0);
	let_files_age();
	cache_free(cache);
}

TEST(files_of_this_moment_are_not_believed)
{
	struct symbol_store *store = new_store(new_cache(), true);
	struct file_identity identity = { .inode = 1 };
	struct timespec now;
	uint64_t key = object_kept_form(store, 1);
	CHECK(key && object_kept_add_file(key, &identity));
	clock_gettime(CLOCK_REALTIME, &now);
	identity.ctime_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	uint64_t with_new_file = object_kept_add_file(key, &identity);
	struct timespec then = now;
	clock_gettime(CLOCK_REALTIME, &now);
	CHECK(!with_new_file || now.tv_sec > then.tv_sec || now.tv_nsec - then.tv_nsec > 10000000);
	CHECK_INT(object_kept_add_file(key, &(struct file_identity){ 0 }), 0);
	CHECK_INT(object_kept_add_file(0, &identity), 0);
	struct cache *cache = store->cache;
	symbol_store_free(store);
	cache_free(cache);
}

TEST(damage_is_derived_again)
{
	struct cache *cache = new_cache();
	struct cache_list list = { VEC_INIT, 0 };
	size_t nr, nr_again;
	CHECK(!load(cache, true, &nr));
	CHECK_INT(cache_list(cache, &list), 0);
	CHECK_INT(list.files.count, 1);
	char path[512];
	snprintf(path, sizeof(path), "%s/%s%s", cache->directory, list.files.items[0].name, CACHE_SUFFIX);
	cache_list_done(&list);
	int fd = open(path, O_RDWR);
	struct stat st;
	CHECK_INT(fstat(fd, &st), 0);
	CHECK_INT(pwrite(fd, "################", 16, st.st_size / 2), 16);
	close(fd);
	CHECK(!load(cache, true, &nr_again));
	CHECK_INT(nr, nr_again);
	CHECK(load(cache, true, &nr_again));
	CHECK_INT(nr, nr_again);
	cache_free(cache);
}

TEST(the_running_kernel)
{
	struct cache *cache = new_cache();
	struct object_identity identity = { .kind = OBJECT_KERNEL, .path = "[kernel.kallsyms]", .pid = -1 };
	struct symbol_options options = {
		.cache = cache, .build_id_dir = "/nonexistent", .use_running_kernel = true, .ignore_vmlinux = true
	};
	struct symbol_store *cold = symbol_store_new(&options), *warm = symbol_store_new(&options);
	struct object *a = symbol_store_object(cold, &identity), *b = symbol_store_object(warm, &identity);
	size_t nr = object_nr_symbols(a);
	if (nr) {
		symbol_store_keep(cold);
		check_same_symbols(a, b);
		CHECK(symbols_were_kept(b));
	}
	symbol_store_free(cold);
	symbol_store_free(warm);
	cache_free(cache);
	if (!nr) SKIP("this kernel's symbols are hidden");
}

TEST(no_cache_is_fine)
{
	size_t nr;
	struct symbol_store *store = new_store(NULL, true);
	CHECK(object_nr_symbols(open_program(store)) > 0);
	symbol_store_keep(store);
	symbol_store_free(store);
	symbol_store_keep(NULL);
	/* one that cannot be written */
	struct cache *cache = cache_new("/proc/nonexistent", CACHE_USUAL_BYTES);
	cache->keep_small = true;
	CHECK(!load(cache, true, &nr));
	CHECK(!load(cache, true, &nr));
	cache_free(cache);
}

/* Everything that is said of code at every step-th address of the program's functions, as a number. */
static uint64_t lines_hash(struct object *object, bool inlines, unsigned step, size_t *ret_nr_lines)
{
	uint64_t hash = 0;
	*ret_nr_lines = 0;
	for (size_t i = 0; i < object_nr_symbols(object); i++) {
		const struct symbol *s = object_symbol(object, i);
		for (uint64_t addr = s->start; s->type == STT_FUNC && addr < s->end; addr += step) {
			const struct code_frames *frames = inlines ? object_frames(object, addr) : NULL;
			struct source_line line;
			hash = cache_key_add_u64(hash, addr);
			for (uint32_t j = 0; frames && j < frames->count; j++) {
				const struct code_frame *f = &frames->frames[j];
				if (f->function)
					hash = cache_key_add(hash, f->function->name, strlen(f->function->name));
				if (f->at.file) hash = cache_key_add(hash, f->at.file, strlen(f->at.file));
				hash = cache_key_add_u64(hash, f->at.line);
			}
			if (!object_line(object, addr, &line)) continue;
			hash = cache_key_add(cache_key_add_u64(hash, line.line), line.file, strlen(line.file));
			++*ret_nr_lines;
		}
	}
	return hash;
}

static uint64_t hash_lines(struct cache *cache, bool inlines, unsigned step, size_t *ret_nr_lines)
{
	struct symbol_store *store = new_store(cache, true);
	uint64_t hash = lines_hash(open_program(store), inlines, step, ret_nr_lines);
	symbol_store_keep(store);
	symbol_store_free(store);
	return hash;
}

static uint64_t kept_bytes(struct cache *cache, enum cache_kind kind)
{
	struct cache_list list = { VEC_INIT, 0 };
	uint64_t bytes = 0;
	CHECK_INT(cache_list(cache, &list), 0);
	for (size_t i = 0; i < list.files.count; i++) bytes += list.files.items[i].kind_bytes[kind];
	cache_list_done(&list);
	return bytes;
}

TEST(lines_are_the_same)
{
	struct cache *cache = new_cache();
	size_t nr, nr_again;
	uint64_t plain = hash_lines(NULL, true, 3, &nr), plain_lines = hash_lines(NULL, false, 3, &nr);
	if (!nr) {
		cache_free(cache);
		SKIP("built without debug information");
	}
	/* few addresses, then others, then all of them: each time with what was kept before */
	(void)hash_lines(cache, true, 61, &nr_again);
	uint64_t some = kept_bytes(cache, CACHE_INLINES);
	CHECK(some > 0);
	(void)hash_lines(cache, true, 40, &nr_again);
	CHECK(kept_bytes(cache, CACHE_INLINES) > some);
	CHECK(hash_lines(cache, true, 3, &nr_again) == plain);
	CHECK_INT(nr_again, nr);
	uint64_t all = kept_bytes(cache, CACHE_INLINES);
	CHECK(hash_lines(cache, true, 3, &nr_again) == plain);
	CHECK_INT(kept_bytes(cache, CACHE_INLINES), all);
	/* lines alone, with and without the rest */
	CHECK(hash_lines(cache, false, 3, &nr_again) == plain_lines);
	struct cache_pruned pruned;
	CHECK_INT(cache_prune(cache, 0, &pruned), 0);
	CHECK(hash_lines(cache, false, 3, &nr_again) == plain_lines);
	CHECK(kept_bytes(cache, CACHE_LINES) > 0 && !kept_bytes(cache, CACHE_INLINES));
	CHECK(hash_lines(cache, false, 3, &nr_again) == plain_lines);
	CHECK(hash_lines(cache, true, 3, &nr_again) == plain);
	cache_free(cache);
}

TEST(kept_lines_and_what_they_depend_on)
{
	struct kept_lines_maker maker = { 0 };
	struct kept_lines lines;
	kept_frame_list frames = VEC_INIT;
	kept_dependency_list dependencies = VEC_INIT;
	const struct kept_frame one[] = { { "_Z5innerv", "inner()", "/x/a.h", 7 }, { NULL, NULL, "/x/a.c", 9 } },
				two[] = { { "other", NULL, "/x/a.h", 8 }, { NULL, NULL, "/x/a.c", 9 } };
	size_t size;
	kept_lines_put(&maker, 0x2000, 0x2010, two, 2);
	kept_lines_put(&maker, 0x1000, 0x1010, one, 2);
	kept_lines_put(&maker, 0x1000, 0x1008, one, 2); /* a part of it */
	kept_lines_put(&maker, 0x3000, 0x3010, NULL, 0);
	fixture_file("other.dwo", "something");
	_free_ char *path = xasprintf("%s/other.dwo", fixture_root);
	struct kept_dependency dependency = { .path = path }, missing = { .path = "/nonexistent/x.dwp" };
	target_path_identity(path, &dependency.identity);
	vec_push(&dependencies, dependency);
	vec_push(&dependencies, missing);
	uint8_t *bytes = kept_lines_make(&maker, &dependencies, &size);
	CHECK_INT(kept_lines_open(bytes, size, &lines), 0);
	CHECK_INT(lines.nr_pieces, 3);
	CHECK_INT(lines.nr_nodes, 3);
	CHECK(!kept_lines_find(&lines, 0xfff, &frames) && !kept_lines_find(&lines, 0x1010, &frames));
	CHECK(kept_lines_find(&lines, 0x100f, &frames));
	CHECK_INT(frames.count, 2);
	CHECK_STR(frames.items[0].function, "_Z5innerv");
	CHECK_STR(frames.items[0].readable, "inner()");
	CHECK_STR(frames.items[1].function, NULL);
	CHECK_STR(frames.items[1].file, "/x/a.c");
	CHECK_INT(frames.items[0].line, 7);
	CHECK(kept_lines_find(&lines, 0x3008, &frames));
	CHECK_INT(frames.count, 2);
	struct kept_frame innermost = { .line = 4711 };
	CHECK(!kept_lines_find_innermost(&lines, 0xfff, &innermost) &&
	      !kept_lines_find_innermost(&lines, 0x1010, &innermost));
	CHECK_INT(innermost.line, 4711); /* untouched */
	CHECK(kept_lines_find_innermost(&lines, 0x1000, &innermost));
	CHECK_STR(innermost.function, "_Z5innerv");
	CHECK(kept_lines_find_innermost(&lines, 0x3008, &innermost));
	CHECK(!innermost.function && !innermost.file);
	/* every bit */
	for (size_t i = 0; i < size; i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			bytes[i] ^= (uint8_t)(1u << bit);
			if (kept_lines_open(bytes, size, &lines) == 0) {
				for (uint64_t vaddr = 0x1000; vaddr < 0x3100; vaddr += 8) {
					frames.count = 0;
					(void)kept_lines_find(&lines, vaddr, &frames);
					for (size_t j = 0; j < frames.count; j++)
						CHECK(!frames.items[j].file || strlen(frames.items[j].file) < size);
				}
			}
			bytes[i] ^= (uint8_t)(1u << bit);
		}
	}
	fixture_file("other.dwo", "something else");
	CHECK_INT(kept_lines_open(bytes, size, &lines), -ESTALE);
	for (size_t i = 0; i < size; i++) CHECK(kept_lines_open(bytes, i, &lines) < 0);
	free(bytes);
	vec_done(&frames);
	vec_done(&dependencies);
	kept_lines_maker_done(&maker);
}

static void add(struct symbol_list *list, uint64_t start, uint64_t end, const char *name)
{
	symbol_list_add(list, (struct raw_symbol){ start, end, name, 1, 2, 0 });
}

TEST(overlaps_and_damaged_tables)
{
	struct symbol_list list;
	struct symbol_table table, flat;
	uint64_t nr_found;
	size_t size;
	symbol_list_init(&list);
	add(&list, 0x1000, 0x3000, "outer");
	add(&list, 0x1800, 0x1900, "inner");
	add(&list, 0x2000, 0x4000, "late");
	add(&list, 0x5000, 0x5000, "last");
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, false);
	CHECK(table.range_symbols != NULL);
	uint8_t *bytes = symbol_table_flatten(&table, 17, &size);
	CHECK_INT(symbol_table_unflatten(&flat, bytes, size, &nr_found), 0);
	CHECK_INT(nr_found, 17);
	for (uint64_t addr = 0xff0; addr < 0x7000; addr += 8)
		CHECK_INT(symbol_table_find(&table, addr), symbol_table_find(&flat, addr));
	for (size_t i = 0; i < table.nr_symbols; i++)
		CHECK_STR(symbol_table_get(&table, i).name, symbol_table_get(&flat, i).name);
	for (size_t i = 0; i < size; i++) {
		CHECK_INT(symbol_table_unflatten(&flat, bytes, i, &nr_found), -EBADMSG);
		for (unsigned bit = 0; bit < 8; bit++) {
			bytes[i] ^= (uint8_t)(1u << bit);
			if (symbol_table_unflatten(&flat, bytes, size, &nr_found) == 0) {
				for (uint64_t addr = 0xf00; addr < 0x7000; addr += 0x80) {
					int64_t found = symbol_table_find(&flat, addr);
					CHECK(found >= -1 && found < (int64_t)flat.nr_symbols);
					if (found >= 0)
						CHECK(strlen(symbol_table_get(&flat, (size_t)found).name) < size);
				}
			}
			bytes[i] ^= (uint8_t)(1u << bit);
		}
	}
	symbol_table_done(&flat);
	symbol_table_done(&table);
	free(bytes);
	/* nothing at all */
	symbol_list_init(&list);
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, false);
	bytes = symbol_table_flatten(&table, 0, &size);
	CHECK_INT(symbol_table_unflatten(&flat, bytes, size, &nr_found), 0);
	CHECK_INT(symbol_table_find(&flat, 0), -1);
	symbol_table_done(&table);
	free(bytes);
}

TEST_MAIN
