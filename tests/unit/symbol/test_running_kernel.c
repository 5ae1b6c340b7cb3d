/* Whether the kernel that runs is the recorded one, with directories that stand for a machine. */
#include "tests/unit/test.h"

#include <elf.h>
#include <linux/btf.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "base/warnings.h"
#include "symbol/code/disasm.h"
#include "symbol/object.h"
#include "symbol/object_types.h"

#define TEXT 0xffffffff81000000ull
#define END 0xffffffff81e01ef2ull
#define MODULE 0xffffffffc0100000ull
static const uint8_t build_id[20] = { 1, 2, 3 }, module_build_id[20] = { 4, 5 }, other_build_id[20] = { 9 };

static void write_file(const char *root, const char *path, const void *data, size_t size)
{
	char full[256];
	snprintf(full, sizeof(full), "%s/%s", root, path);
	for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = 0;
		(void)!mkdir(full, 0755);
	}
	FILE *file = fopen(full, "w");
	CHECK(file && fwrite(data, 1, size, file) == size);
	if (file) fclose(file);
}

static void write_notes(const char *root, const char *path, const uint8_t id[20])
{
	uint8_t note[36] = { 4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 'G', 'N', 'U', 0 };
	memcpy(note + 16, id, 20);
	write_file(root, path, note, sizeof(note));
}

static char *machine_new(bool hidden)
{
	char root[] = "/tmp/test_running_kernel_XXXXXX", text[1024];
	if (!mkdtemp(root)) return NULL;
	int size = snprintf(text, sizeof(text),
			    "%016llx T _stext\n%016llx T _text\n%016llx t kernel_work\n%016llx T _etext\n%016llx t "
			    "module_work\t[some_module]\n",
			    hidden ? 0 : TEXT, hidden ? 0 : TEXT, hidden ? 0 : TEXT + 0x1000, hidden ? 0 : END,
			    hidden ? 0 : MODULE + 0x40);
	write_file(root, "proc/kallsyms", text, (size_t)size);
	size = snprintf(text, sizeof(text),
			"other 4096 0 - Live 0xffffffffc0000000\nsome_module 16384 1 - Live 0x%016llx (OE)\n",
			hidden ? 0 : MODULE);
	write_file(root, "proc/modules", text, (size_t)size);
	write_file(root, "proc/sys/kernel/osrelease", "6.1.0-here\n", 11);
	write_notes(root, "sys/kernel/notes", build_id);
	write_notes(root, "sys/module/some_module/notes/.note.gnu.build-id", module_build_id);
	return strdup(root);
}

static void machine_free(char *root)
{
	char command[256];
	snprintf(command, sizeof(command), "rm -r '%s'", root);
	CHECK_INT(system(command), 0);
	free(root);
}

static enum kernel_match match(const char *root, struct recorded_kernel recorded)
{
	bool hidden;
	return running_kernel_match(&recorded, root, &hidden);
}

TEST(proofs)
{
	struct utsname uts;
	char *root = machine_new(false);
	if (!root) SKIP("no directory for temporary files");
	CHECK_INT(uname(&uts), 0);
	const char *here = "6.1.0-here";

	CHECK_INT(match(root, (struct recorded_kernel){ 0 }), KERNEL_UNKNOWN);
	/* the build-id decides alone */
	CHECK_INT(match(root, (struct recorded_kernel){ .build_id = build_id, .build_id_size = 20 }), KERNEL_SAME);
	CHECK_INT(match(root, (struct recorded_kernel){ .build_id = build_id, .build_id_size = 20, .release = "5.4" }),
		  KERNEL_SAME);
	CHECK_INT(match(root,
			(struct recorded_kernel){ .build_id = other_build_id, .build_id_size = 20, .release = here }),
		  KERNEL_OTHER);
	/* a name alone does not do */
	CHECK_INT(match(root, (struct recorded_kernel){ .release = here, .machine = uts.machine }),
		  KERNEL_SAME_RELEASE);
	CHECK_INT(match(root, (struct recorded_kernel){ .release = "6.1.0-there" }), KERNEL_OTHER);
	CHECK_INT(match(root, (struct recorded_kernel){ .release = here, .machine = "pdp11" }), KERNEL_OTHER);
	CHECK_INT(match(root, (struct recorded_kernel){ .module_release = "6.1.0-there",
							.ref_name = "_text",
							.ref_vaddr = TEXT,
							.text_end_vaddr = END }),
		  KERNEL_OTHER);
	/* place and size of the text do, without a header too */
	CHECK_INT(match(root,
			(struct recorded_kernel){ .ref_name = "_text", .ref_vaddr = TEXT, .text_end_vaddr = END }),
		  KERNEL_SAME);
	CHECK_INT(match(root, (struct recorded_kernel){ .ref_name = "_text", .ref_vaddr = TEXT }), KERNEL_UNKNOWN);
	CHECK_INT(match(root, (struct recorded_kernel){ .ref_name = "_text", .ref_vaddr = TEXT, .release = here }),
		  KERNEL_SAME);
	CHECK_INT(match(root,
			(struct recorded_kernel){
				.ref_name = "_text", .ref_vaddr = TEXT, .text_end_vaddr = END + 16, .release = here }),
		  KERNEL_OTHER);
	/* another boot, the kernel somewhere else */
	CHECK_INT(match(root, (struct recorded_kernel){ .ref_name = "_stext",
							.ref_vaddr = TEXT + 0x1000000,
							.text_end_vaddr = END + 0x1000000,
							.release = here }),
		  KERNEL_SAME);
	CHECK_INT(match(root, (struct recorded_kernel){ .ref_name = "_stext",
							.ref_vaddr = TEXT + 0x1000000,
							.text_end_vaddr = END + 0x1000000 }),
		  KERNEL_UNKNOWN);
	CHECK_INT(
		match(root,
		      (struct recorded_kernel){ .ref_name = "_stext", .ref_vaddr = TEXT + 0x1000000, .release = here }),
		KERNEL_SAME_RELEASE);
	machine_free(root);
}

TEST(hidden_addresses)
{
	char *root = machine_new(true);
	bool hidden;
	if (!root) SKIP("no directory for temporary files");
	struct recorded_kernel recorded = {
		.ref_name = "_text", .ref_vaddr = TEXT, .text_end_vaddr = END, .release = "6.1.0-here"
	};
	CHECK_INT(running_kernel_match(&recorded, root, &hidden), KERNEL_SAME_RELEASE);
	CHECK(hidden);
	recorded.build_id = build_id;
	recorded.build_id_size = 20;
	CHECK_INT(running_kernel_match(&recorded, root, &hidden), KERNEL_SAME);
	machine_free(root);
}

/* The kernel's and a module's function at the addresses of that recording, and the number of warnings. */
static void check_names(const char *root, struct recorded_kernel recorded, uint64_t kernel_ip, const uint8_t *module_id,
			const char *kernel_name, const char *module_name)
{
	struct warnings *warnings = warnings_new();
	struct symbol_options options = { .running_root = root, .build_id_dir = "/nonexistent", .warnings = warnings };
	struct symbol_store *store = symbol_store_new(&options);
	symbol_store_set_kernel(store, &recorded);
	struct object_identity kernel = { .kind = OBJECT_KERNEL,
					  .path = "[kernel.kallsyms]",
					  .pid = -1,
					  .build_id = recorded.build_id,
					  .build_id_size = recorded.build_id_size,
					  .ref_name = recorded.ref_name,
					  .ref_vaddr = recorded.ref_vaddr };
	/* where the module was then */
	struct object_identity module = { .kind = OBJECT_MODULE,
					  .path = "[some_module]",
					  .pid = -1,
					  .ref_vaddr = 0xffffffffc0770000,
					  .build_id = module_id,
					  .build_id_size = module_id ? 20 : 0 };
	const struct symbol *symbol = object_find(symbol_store_object(store, &kernel), kernel_ip);
	CHECK_STR(symbol ? symbol->name : NULL, kernel_name);
	symbol = object_find(symbol_store_object(store, &module), 0x44);
	CHECK_STR(symbol ? symbol->name : NULL, module_name);
	CHECK_INT(warnings_count(warnings, NULL), kernel_name ? 0 : 1);
	symbol_store_free(store);
	warnings_free(warnings);
}

TEST(names)
{
	char *root = machine_new(false);
	if (!root) SKIP("no directory for temporary files");
	const struct recorded_kernel same = {
		.build_id = build_id, .build_id_size = 20, .ref_name = "_text", .ref_vaddr = TEXT
	};
	const struct recorded_kernel moved = {
		.build_id = build_id, .build_id_size = 20, .ref_name = "_text", .ref_vaddr = TEXT + 0x2000000
	};
	const struct recorded_kernel other = {
		.build_id = other_build_id, .build_id_size = 20, .ref_name = "_text", .ref_vaddr = TEXT
	};
	check_names(root, same, TEXT + 0x1004, NULL, "kernel_work", "module_work");
	check_names(root, moved, TEXT + 0x2001004, module_build_id, "kernel_work", "module_work");
	check_names(root, same, TEXT + 0x1004, other_build_id, "kernel_work", NULL);
	check_names(root, other, TEXT + 0x1004, NULL, NULL, NULL);
	check_names(root, (struct recorded_kernel){ .ref_name = "_text", .ref_vaddr = TEXT }, TEXT + 0x1004, NULL, NULL,
		    NULL);
	check_names(root,
		    (struct recorded_kernel){
			    .release = "5.4", .ref_name = "_text", .ref_vaddr = TEXT, .text_end_vaddr = END },
		    TEXT + 0x1004, NULL, NULL, NULL);
	machine_free(root);
}

/* int kernel_work(struct task { int flags; long more; int pid; } *) */
static void write_btf(const char *root)
{
	static const char strings[] = "\0int\0task\0flags\0pid\0kernel_work";
	static const uint32_t types[] = {
		1,      BTF_KIND_INT << 24,
		4,      32 | BTF_INT_SIGNED << 24, /* 1 */
		5,      BTF_KIND_STRUCT << 24 | 2,
		24,     10,
		1,      0,
		16,     1,
		16 * 8, /* 2 */
		0,      BTF_KIND_PTR << 24,
		2, /* 3 */
		0,      BTF_KIND_FUNC_PROTO << 24 | 1,
		1,      0,
		3, /* 4 */
		20,     BTF_KIND_FUNC << 24,
		4, /* 5 */
	};
	const struct btf_header header = { .magic = BTF_MAGIC,
					   .version = BTF_VERSION,
					   .hdr_len = sizeof(header),
					   .type_len = sizeof(types),
					   .str_off = sizeof(types),
					   .str_len = sizeof(strings) };
	uint8_t file[sizeof(header) + sizeof(types) + sizeof(strings)];
	memcpy(file, &header, sizeof(header));
	memcpy(file + sizeof(header), types, sizeof(types));
	memcpy(file + sizeof(header) + sizeof(types), strings, sizeof(strings));
	write_file(root, "sys/kernel/btf/vmlinux", file, sizeof(file));
}

/* The kernel's memory: of its functions, kernel_work alone. */
static void write_core(const char *root)
{
	static const uint8_t code[] = { 0x8b, 0x47, 0x10, 0xc3 }; /* mov 0x10(%rdi),%eax; ret */
	static uint8_t file[0x2000 + sizeof(code)];
	const Elf64_Ehdr header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
				    .e_type = ET_CORE,
				    .e_machine = EM_X86_64,
				    .e_version = EV_CURRENT,
				    .e_phoff = sizeof(header),
				    .e_ehsize = sizeof(header),
				    .e_phentsize = sizeof(Elf64_Phdr),
				    .e_phnum = 1 };
	const Elf64_Phdr load = { .p_type = PT_LOAD,
				  .p_flags = PF_R | PF_X,
				  .p_offset = 0x1000,
				  .p_vaddr = TEXT,
				  .p_filesz = sizeof(file) - 0x1000,
				  .p_memsz = sizeof(file) - 0x1000 };
	memcpy(file, &header, sizeof(header));
	memcpy(file + sizeof(header), &load, sizeof(load));
	memcpy(file + 0x2000, code, sizeof(code));
	write_file(root, "proc/kcore", file, sizeof(file));
}

/* What the first instruction of kernel_work accesses, "-": not known. */
static const char *accessed(const char *root, const struct recorded_kernel *recorded)
{
	static char text[64];
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	struct symbol_options options = { .running_root = root, .build_id_dir = "/nonexistent" };
	struct symbol_store *store = symbol_store_new(&options);
	struct type_access access;
	symbol_store_set_kernel(store, recorded);
	struct object_identity kernel = { .kind = OBJECT_KERNEL,
					  .path = "[kernel.kallsyms]",
					  .pid = -1,
					  .build_id = recorded->build_id,
					  .build_id_size = recorded->build_id_size,
					  .ref_name = recorded->ref_name,
					  .ref_vaddr = recorded->ref_vaddr };
	object_type_access(symbol_store_object(store, &kernel), TEXT + 0x1000, &access);
	if (access.state == TYPE_ACCESS_FOUND) type_access_format(&access, &out);
	snprintf(text, sizeof(text), "%s", out.size ? strbuf_text(&out) : "-");
	symbol_store_free(store);
	return text;
}

TEST(types)
{
	char *root = machine_new(false);
	const struct recorded_kernel same = {
		.build_id = build_id, .build_id_size = 20, .ref_name = "_text", .ref_vaddr = TEXT
	};
	const struct recorded_kernel other = {
		.build_id = other_build_id, .build_id_size = 20, .ref_name = "_text", .ref_vaddr = TEXT
	};
	struct disasm *disasm = NULL;
	if (!root) SKIP("no directory for temporary files");
	const struct disasm_options x86 = { .set = { .machine = EM_X86_64, .is64 = true } };
	bool can_read = disasm_open(&x86, &disasm, NULL) == 0;
	disasm_close(disasm);
	write_core(root);
	CHECK_STR(accessed(root, &same), "-");
	write_btf(root);
	if (can_read) CHECK_STR(accessed(root, &same), "struct task +0x10 (pid)");
	CHECK_STR(accessed(root, &other), "-");
	machine_free(root);
}

/* The function at an address of another kernel than the running one, or of a guest's, of which the build-id cache has a
 * list. */
static const char *kept_name(const char *root, bool guest, const char *list, uint64_t ref_vaddr, uint64_t vaddr)
{
	static char name[64];
	char cache[128];
	write_file(root, "cache/.build-id/09/00000000000000000000000000000000000000/kallsyms", list, strlen(list));
	snprintf(cache, sizeof(cache), "%s/cache", root);
	struct warnings *warnings = warnings_new();
	struct symbol_options options = { .running_root = root, .build_id_dir = cache, .warnings = warnings };
	struct symbol_store *store = symbol_store_new(&options);
	struct object_identity kernel = { .kind = OBJECT_KERNEL,
					  .path = "[kernel.kallsyms]",
					  .pid = -1,
					  .guest = guest,
					  .build_id = other_build_id,
					  .build_id_size = 20,
					  .ref_name = "_text",
					  .ref_vaddr = ref_vaddr };
	const struct symbol *symbol = object_find(symbol_store_object(store, &kernel), vaddr);
	snprintf(name, sizeof(name), "%s", symbol ? symbol->name : "-");
	CHECK_INT(warnings_count(warnings, NULL), symbol ? 0 : 1);
	symbol_store_free(store);
	warnings_free(warnings);
	return name;
}

TEST(lists_that_were_kept)
{
	static const char whole[] = "ffffffff81000000 T _text\nffffffff81001000 t kept_work\n",
			  without_text[] = "ffffffff81001000 t kept_work\n", hidden[] = "0000000000000000 T _text\n";
	char *root = machine_new(false);
	if (!root) SKIP("no directory for temporary files");
	for (int guest = 0; guest < 2; guest++) {
		CHECK_STR(kept_name(root, guest, whole, TEXT, TEXT + 0x1004), "kept_work");
		/* of another boot */
		CHECK_STR(kept_name(root, guest, whole, TEXT + 0x2000000, TEXT + 0x2001004), "kept_work");
		/* where the kernel was is not known: better the list as it stands than none */
		CHECK_STR(kept_name(root, guest, without_text, TEXT, TEXT + 0x1004), "kept_work");
		CHECK_STR(kept_name(root, guest, without_text, 0, TEXT + 0x1004), "kept_work");
		CHECK_STR(kept_name(root, guest, hidden, TEXT, TEXT + 0x1004), "-");
	}
	machine_free(root);
}

/* Has the vdso symbols, in a recording of that kernel that has no build-id of it? */
static bool knows_vdso(const char *root, struct recorded_kernel recorded)
{
	struct symbol_options options = { .running_root = root, .build_id_dir = "/nonexistent" };
	struct symbol_store *store = symbol_store_new(&options);
	symbol_store_set_kernel(store, &recorded);
	struct object_identity vdso = { .kind = OBJECT_VDSO, .path = "[vdso]", .pid = -1 };
	struct object *object = symbol_store_object(store, &vdso);
	bool found = false;
	for (uint64_t off = 0; off < 0x4000 && !found; off += 16) found = object_find(object, off);
	symbol_store_free(store);
	return found;
}

TEST(the_vdso)
{
	struct utsname uts;
	char *root = machine_new(false);
	if (!root) SKIP("no directory for temporary files");
	CHECK_INT(uname(&uts), 0);
	if (!knows_vdso(root, (struct recorded_kernel){ .build_id = build_id, .build_id_size = 20 })) {
		machine_free(root);
		SKIP("this process has no vdso");
	}
	CHECK(knows_vdso(root, (struct recorded_kernel){ .release = "6.1.0-here", .machine = uts.machine }));
	CHECK(!knows_vdso(root, (struct recorded_kernel){ .release = "5.4", .machine = uts.machine }));
	CHECK(!knows_vdso(root, (struct recorded_kernel){ .build_id = other_build_id, .build_id_size = 20 }));
	CHECK(!knows_vdso(root, (struct recorded_kernel){ 0 }));
	machine_free(root);
}

TEST_MAIN
