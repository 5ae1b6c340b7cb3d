/* jitdump files: records in both byte orders, times, moves, lines, unwinding information, files cut anywhere and
 * damaged. */
#include "symbol/jit/jitdump.h"
#include <errno.h>
#include <elf.h>
#include "symbol/cfi/cfi.h"
#include "symbol/jit/jitted_elf.h"
#include "symbol/object_lines.h"
#include <unistd.h>
#include "tests/unit/symbol/jitdump_builder.h"
#include "tests/unit/test.h"

/* What V8 writes: a CIE, an FDE of 8 bytes of code, an end mark; and the header for it. */
static const uint8_t v8_frames[] = {
	0x18, 0,    0,    0,    0,    0, 0, 0,    0x03, 'z',  'L',  'R',  0, 0x01, 0x78, 0x10, 0x02, 0xff, 0x1b,
	0x0c, 0x07, 0x08, 0x90, 0x01, 0, 0, 0,    0,    0x14, 0,    0,    0, 0x20, 0,    0,    0,    0x24, 0xfe,
	0xff, 0xff, 0x08, 0,    0,    0, 0, 0x41, 0x0e, 0x10, 0x86, 0x02, 0, 0,    0,    0,    0,    0,
};
static const uint8_t v8_header[] = {
	0x01, 0x1b, 0x03, 0x3b, 0xc8, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
};

static struct jitdump_builder usual(bool swap)
{
	struct jitdump_builder b = { STRBUF_INIT, swap };
	jd_header(&b);
	if (!swap) jd_unwinding(&b, 90, v8_frames, sizeof(v8_frames), v8_header, sizeof(v8_header), false);
	jd_lines(&b, 99, 0x1000, 5, "a.js", 4, NULL);
	jd_load(&b, 100, 0x1000, 8, 1, "first", 'a');
	jd_load(&b, 200, 0x2000, 16, 2, "second function", 'b');
	jd_move(&b, 300, 0x1000, 0x3000, 8, 1);
	if (!swap) jd_unwinding(&b, 390, v8_frames, sizeof(v8_frames), v8_header, sizeof(v8_header), true);
	jd_lines(&b, 395, 0x1000, 50, "b.js", 2, "c.js");
	jd_load(&b, 400, 0x1000, 8, 3, "third", 'c');
	jd_close(&b, 500);
	return b;
}

static struct jitdump *dump_of(const struct jitdump_builder *b, size_t size, int *ret_code)
{
	struct blob blob = blob_of_memory(b->bytes.text, size);
	struct jitdump *dump = NULL;
	*ret_code = jitdump_new(&blob, &dump);
	return dump;
}

struct lines {
	unsigned count;
	char text[200];
};
static bool note_line(void *ctx, uint64_t code_off, const char *file, uint32_t line, uint32_t discriminator)
{
	struct lines *l = ctx;
	l->count++;
	snprintf(l->text + strlen(l->text), sizeof(l->text) - strlen(l->text), "%llu:%s:%u/%u ",
		 (unsigned long long)code_off, file, line, discriminator);
	return true;
}

TEST(records_of_either_byte_order)
{
	for (int swap = 0; swap < 2; swap++) {
		struct jitdump_builder b = usual(swap);
		int code;
		struct jitdump *dump = dump_of(&b, b.bytes.size, &code);
		CHECK_INT(code, 0);
		CHECK_INT(dump->loads.count, 3);
		CHECK_INT(dump->places.count, 4);
		CHECK(dump->closed && !dump->truncated && !dump->nr_damaged);
		CHECK_INT(dump->machine, EM_X86_64);
		static const struct {
			uint64_t time_ns, vaddr;
			const char *name;
			char code;
		} places[] = { { 100, 0x1000, "first", 'a' },
			       { 200, 0x2000, "second function", 'b' },
			       { 300, 0x3000, "first", 'a' },
			       { 400, 0x1000, "third", 'c' } };
		for (size_t i = 0; i < 4; i++) {
			const struct jitdump_place *place = &dump->places.items[i];
			const struct jitdump_load *load = &dump->loads.items[place->load];
			CHECK_INT(place->time_ns, places[i].time_ns);
			CHECK_INT(place->vaddr, places[i].vaddr);
			CHECK_STR(load->name, places[i].name);
			CHECK(b.bytes.text[load->code_off] == places[i].code &&
			      b.bytes.text[load->code_off + load->size_bytes - 1] == places[i].code);
			CHECK(jitdump_load_at(dump, load->code_off + 3) == load);
			CHECK(jitdump_load_at(dump, load->code_off + load->size_bytes) != load);
		}
		CHECK(!jitdump_load_at(dump, 0));
		struct lines lines = { 0 };
		char want[200];
		const struct jitdump_load *first = &dump->loads.items[0], *third = &dump->loads.items[2];
		jitdump_lines(dump, first, note_line, &lines);
		jitdump_lines(dump, &dump->loads.items[1], note_line, &lines);
		jitdump_lines(dump, third, note_line, &lines);
		snprintf(want, sizeof(want), "%llu:a.js:5/7 %llu:a.js:6/8 %llu:b.js:50/7 %llu:c.js:51/8 ",
			 (unsigned long long)first->code_off, (unsigned long long)first->code_off + 4,
			 (unsigned long long)third->code_off, (unsigned long long)third->code_off + 2);
		CHECK_STR(lines.text, want);
		jitdump_free(dump);
		strbuf_done(&b.bytes);
	}
}

TEST(unwinding_by_place_in_the_file)
{
	struct jitdump_builder b = usual(false);
	int code;
	struct jitdump *dump = dump_of(&b, b.bytes.size, &code);
	struct bytes frames = BYTES_INIT;
	CHECK_INT(jitdump_eh_frame(dump, 0, &frames), 0);
	struct cfi_input input = { .data = frames.data, .size = frames.size, .is64 = true, .machine = EM_X86_64 };
	struct cfi *cfi = NULL;
	CHECK_INT(cfi_new(&input, &cfi), 0);
	for (size_t i = 0; i < 3; i++) {
		uint64_t at = dump->loads.items[i].code_off;
		const struct cfi_rule *rule = cfi_find(cfi, at), *later = cfi_find(cfi, at + 1);
		CHECK((rule != NULL) == (i != 1)); /* nothing is said of the second */
		if (rule) CHECK_INT(rule->cfa_value, 8);
		if (rule && later) CHECK_INT(later->cfa_value, 16);
		if (i != 1) CHECK(!cfi_find(cfi, at + 8));
	}
	cfi_free(cfi);
	bytes_done(&frames);
	jitdump_free(dump);
	strbuf_done(&b.bytes);
}

/* The section of that name in an object of this machine's kind; NULL: it has none. */
static const Elf64_Shdr *section_of(const struct outbuf *object, const char *name)
{
	const Elf64_Ehdr *head = (const void *)object->data;
	const Elf64_Shdr *sections = (const void *)(object->data + head->e_shoff);
	CHECK(head->e_shoff + head->e_shnum * sizeof(*sections) <= object->size);
	for (unsigned i = 1; i < head->e_shnum; i++)
		if (strcmp(object->data + sections[head->e_shstrndx].sh_offset + sections[i].sh_name, name) == 0)
			return &sections[i];
	return NULL;
}

static void check_object(const struct jitdump *dump, const struct jitdump_load *load, const struct outbuf *object)
{
	const Elf64_Shdr *text = section_of(object, ".text"), *symtab = section_of(object, ".symtab"),
			 *frames = section_of(object, ".eh_frame");
	CHECK(text && symtab && section_of(object, ".note.gnu.build-id"));
	const Elf64_Sym *symbol = (const void *)(object->data + symtab->sh_offset + sizeof(*symbol));
	CHECK_STR(object->data + section_of(object, ".strtab")->sh_offset + symbol->st_name, load->name);
	CHECK_INT(symbol->st_value, JITTED_CODE_AT);
	CHECK_INT(symbol->st_size, load->size_bytes);
	CHECK_INT(object->data[text->sh_offset], dump->blob.memory[load->code_off]);
	CHECK((section_of(object, ".debug_line") != NULL) == (load->lines_size_bytes != 0));
	CHECK((frames != NULL) == (load->unwind_size_bytes != 0));
	CHECK(jitdump_load_mapped_bytes(dump, load) >= load->size_bytes);
	if (!frames) return;
	struct cfi_input input = { .data = (const uint8_t *)object->data + frames->sh_offset,
				   .size = frames->sh_size,
				   .vaddr = frames->sh_addr,
				   .is64 = true,
				   .machine = EM_X86_64 };
	struct cfi *cfi = NULL;
	CHECK_INT(cfi_new(&input, &cfi), 0);
	CHECK(cfi_find(cfi, JITTED_CODE_AT) && cfi_find(cfi, JITTED_CODE_AT + 7));
	CHECK(!cfi_find(cfi, JITTED_CODE_AT + 8));
	cfi_free(cfi);
}

TEST(objects_of_loads)
{
	for (int swap = 0; swap < 2; swap++) {
		struct jitdump_builder b = usual(swap);
		uint8_t id[JITTED_BUILD_ID_BYTES], other[JITTED_BUILD_ID_BYTES];
		int code;
		struct jitdump *dump = dump_of(&b, b.bytes.size, &code);
		for (size_t i = 0; i < dump->loads.count; i++) {
			struct outbuf object;
			out_init(&object, -1);
			CHECK_INT(jitted_elf_put(dump, &dump->loads.items[i], &object, i ? other : id), 0);
			CHECK(memcmp(object.data, ELFMAG, SELFMAG) == 0);
			CHECK_INT(object.data[EI_DATA], swap ? ELFDATA2MSB : ELFDATA2LSB);
			if (!swap) check_object(dump, &dump->loads.items[i], &object);
			out_done(&object);
		}
		CHECK(memcmp(id, other, sizeof(id)) != 0);
		jitdump_free(dump);
		strbuf_done(&b.bytes);
	}
}

/* What is read in two pieces is what is read at once, wherever the first one ends. */
TEST(growing)
{
	struct jitdump_builder b = usual(false);
	struct blob blob = blob_of_memory(b.bytes.text, b.bytes.size);
	struct jitdump *whole, *dump;
	struct bytes frames = BYTES_INIT;
	CHECK_INT(jitdump_new(&blob, &whole), 0);
	for (size_t size = JITDUMP_HEADER_BYTES; size <= b.bytes.size; size++) {
		blob = blob_of_memory(b.bytes.text, size);
		CHECK_INT(jitdump_new(&blob, &dump), 0);
		size_t nr_first = dump->loads.count;
		blob = blob_of_memory(b.bytes.text, b.bytes.size);
		jitdump_grow(dump, &blob);
		CHECK_INT(dump->nr_damaged, 0);
		CHECK_INT(dump->places.count, whole->places.count);
		CHECK_INT(dump->loads.count, whole->loads.count);
		for (size_t i = 0; i < MIN(dump->loads.count, whole->loads.count); i++) {
			CHECK_INT(dump->loads.items[i].code_off, whole->loads.items[i].code_off);
			CHECK_INT(dump->loads.items[i].unwind_off, whole->loads.items[i].unwind_off);
			CHECK_INT(dump->loads.items[i].lines_off, whole->loads.items[i].lines_off);
			CHECK_STR(dump->loads.items[i].name, whole->loads.items[i].name);
		}
		if (jitdump_eh_frame(dump, nr_first, &frames) == 0) bytes_done(&frames);
		else CHECK(nr_first);
		jitdump_free(dump);
	}
	jitdump_free(whole);
	strbuf_done(&b.bytes);
}

TEST(cut_anywhere)
{
	struct jitdump_builder b = usual(false);
	size_t loads = 0;
	for (size_t size = 0; size <= b.bytes.size; size++) {
		char *copy = memcpy(malloc(size + 1), b.bytes.text, size);
		struct blob blob = blob_of_memory(copy, size);
		struct jitdump *dump = NULL;
		int code = jitdump_new(&blob, &dump);
		CHECK_INT(code, size < 40 ? -ENOEXEC : 0);
		if (dump) {
			CHECK(dump->loads.count >= loads && !dump->nr_damaged);
			loads = dump->loads.count;
			struct bytes frames = BYTES_INIT;
			if (jitdump_eh_frame(dump, 0, &frames) == 0) bytes_done(&frames);
			struct lines lines = { 0 };
			for (size_t i = 0; i < loads; i++)
				jitdump_lines(dump, &dump->loads.items[i], note_line, &lines);
		}
		jitdump_free(dump);
		free(copy);
	}
	CHECK_INT(loads, 3);
	strbuf_done(&b.bytes);
}

TEST(every_byte_damaged)
{
	struct jitdump_builder b = usual(false);
	static const uint8_t values[] = { 0, 1, 0x7f, 0x80, 0xff };
	for (size_t at = 0; at < b.bytes.size; at++)
		for (size_t v = 0; v < sizeof(values); v++) {
			char was = b.bytes.text[at];
			int code;
			b.bytes.text[at] = (char)values[v];
			struct jitdump *dump = dump_of(&b, b.bytes.size, &code);
			if (dump) {
				struct bytes frames = BYTES_INIT;
				if (jitdump_eh_frame(dump, 0, &frames) == 0) bytes_done(&frames);
				struct lines lines = { 0 };
				for (size_t i = 0; i < dump->loads.count; i++)
					jitdump_lines(dump, &dump->loads.items[i], note_line, &lines);
			}
			jitdump_free(dump);
			b.bytes.text[at] = was;
		}
	strbuf_done(&b.bytes);
}

/* Damage that can be told from the next record is skipped; records of other kinds too. */
TEST(records_that_make_no_sense)
{
	struct jitdump_builder b = { STRBUF_INIT, false };
	int code;
	jd_header(&b);
	jd_prefix(&b, 77, 8, 1);
	jd_u64(&b, 0);
	jd_prefix(&b, 0, 8, 2); /* a load without its fields */
	jd_u64(&b, 0);
	jd_move(&b, 3, 0x1000, 0x2000, 8, 99); /* of nothing */
	jd_load(&b, 4, UINT64_MAX - 3, 8, 1, "beyond", 'x');
	jd_load(&b, 6, 0x1000, 8, 1, "good", 'x');
	jd_load(&b, 5, 0x2000, 8, 2, "earlier", 'x');
	jd_load(&b, 7, 0x3000, 0, 3, "empty", 'x');
	struct jitdump *dump = dump_of(&b, b.bytes.size, &code);
	CHECK_INT(dump->nr_damaged, 3);
	CHECK_INT(dump->loads.count, 2);
	CHECK_STR(dump->loads.items[dump->places.items[0].load].name, "earlier");
	jitdump_free(dump);
	strbuf_done(&b.bytes);
}

TEST(lines_of_v8_count_a_header)
{
	struct jitdump_builder b = { STRBUF_INIT, false };
	int code;
	jd_header(&b);
	jd_lines(&b, 1, 0x1000, 5, "a.js", 4, NULL);
	/* its two lines are as many bytes further on */
	size_t second = b.bytes.size - 16 - 2;
	b.bytes.text[b.bytes.size - 2 * 16 - 5 - 2] = 0x40;
	b.bytes.text[second] = 0x44;
	jd_load(&b, 2, 0x1000, 8, 1, "f", 'x');
	struct jitdump *dump = dump_of(&b, b.bytes.size, &code);
	CHECK_INT(dump->lines_bias, 0x40);
	struct lines lines = { 0 };
	jitdump_lines(dump, &dump->loads.items[0], note_line, &lines);
	CHECK_INT(lines.count, 2);
	jitdump_free(dump);
	strbuf_done(&b.bytes);
}

TEST(as_an_object)
{
	char path[] = "/tmp/test_jitdump_XXXXXX";
	int fd = mkstemp(path);
	struct jitdump_builder b = usual(false);
	CHECK(write(fd, b.bytes.text, b.bytes.size) == (ssize_t)b.bytes.size);
	close(fd);
	struct symbol_options options = { .demangle = true };
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = symbol_store_object(
		store, &(struct object_identity){ .kind = OBJECT_JITDUMP, .path = path, .pid = -1 });
	const struct jitdump *dump = object_jitdump(object);
	CHECK(dump != NULL);
	if (dump) {
		uint64_t at = dump->loads.items[1].code_off;
		const struct symbol *symbol = object_find(object, at + 5);
		CHECK_STR(symbol ? symbol->name : NULL, "second function");
		CHECK(!object_find(object, at + 16) || object_find(object, at + 16) != symbol);
		char code[64];
		struct insn_set set;
		CHECK_INT(object_code(object, at + 6, code, sizeof(code), &set), 10);
		CHECK(code[0] == 'b' && set.machine == EM_X86_64 && set.is64);
		CHECK_INT(object_code(object, 3, code, sizeof(code), &set), 0);
		const struct cfi *cfi;
		CHECK(object_cfi_find(object, dump->loads.items[0].code_off, &cfi) != NULL);
		CHECK(object_cfi_find(object, at, &cfi) == NULL);
		uint64_t third = dump->loads.items[2].code_off;
		struct source_line line;
		CHECK(object_line(object, third + 1, &line) && line.line == 50);
		CHECK_STR(line.file, "b.js");
		CHECK(object_line(object, third + 7, &line) && line.line == 51);
		CHECK_STR(line.file, "c.js");
		CHECK(!object_line(object, third + 8, &line) && !object_line(object, at, &line));
		const struct code_frames *frames = object_frames(object, third + 2);
		CHECK(frames && frames->count == 1 && frames->frames[0].at.line == 51 && !frames->frames[0].function);
		CHECK(!object_frames(object, at));
		CHECK_STR(object_lines_path(object), path);
	}
	object = symbol_store_object(
		store, &(struct object_identity){ .kind = OBJECT_JITDUMP, .path = "/proc/self/exe", .pid = -1 });
	CHECK(!object_jitdump(object));
	CHECK(!object_find(object, 0x100));
	symbol_store_free(store);
	unlink(path);
	strbuf_done(&b.bytes);
}

TEST(of_another_user)
{
	if (geteuid()) SKIP("needs root, who can give files away");
	char path[] = "/tmp/test_jitdump_XXXXXX";
	int fd = mkstemp(path);
	struct jitdump_builder b = usual(false);
	CHECK(write(fd, b.bytes.text, b.bytes.size) == (ssize_t)b.bytes.size && fchown(fd, 12345, 12345) == 0);
	close(fd);
	for (int any_owner = 0; any_owner < 2; any_owner++) {
		struct warnings *warnings = warnings_new();
		struct symbol_options options = { .any_owner = any_owner, .warnings = warnings };
		struct symbol_store *store = symbol_store_new(&options);
		struct object *object = symbol_store_object(
			store, &(struct object_identity){ .kind = OBJECT_JITDUMP, .path = path, .pid = -1 });
		CHECK((object_jitdump(object) != NULL) == any_owner);
		CHECK_INT(warnings_count(warnings, NULL), !any_owner);
		symbol_store_free(store);
		warnings_free(warnings);
	}
	unlink(path);
	strbuf_done(&b.bytes);
}

TEST_MAIN
