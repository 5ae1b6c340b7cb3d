/* Opening the program, and what its code says of frame pointers. */
#include "doctor/program.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "symbol/code/disasm.h"

/* The first line of a script, without "#!"; NULL: it is none. The caller frees. */
static char *script_line(const char *host_path)
{
	char start[256];
	_close_ int fd = open(host_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t size = fd < 0 ? -1 : read(fd, start, sizeof(start) - 1);
	if (size < 3 || start[0] != '#' || start[1] != '!') return NULL;
	start[size] = '\0';
	char *line = start + 2 + strspn(start + 2, " \t");
	line[strcspn(line, "\r\n")] = '\0';
	return *line ? xstrdup(line) : NULL;
}

/* Where the search path has the program; the name itself when nowhere. The caller frees. */
static char *find_in_path(const char *search_path, const char *name)
{
	_free_ char *list = xstrdup(search_path ? search_path : "/usr/bin:/bin");
	if (strchr(name, '/')) return xstrdup(name);
	for (char *at = list, *directory; (directory = strsep(&at, ":"));) {
		char *full = xasprintf("%s/%s", directory, name);
		if (access(full, X_OK) == 0) return full;
		free(full);
	}
	return xstrdup(name);
}

/* "/usr/bin/env -S python3 -u" is python3. The caller frees. */
static char *interpreter_of(const char *search_path, char *line)
{
	char *at = line, *word = strsep(&at, " \t");
	const char *slash = strrchr(word, '/');
	if (strcmp(slash ? slash + 1 : word, "env") != 0) return xstrdup(word);
	while ((word = strsep(&at, " \t")))
		if (*word && *word != '-' && !strchr(word, '=')) return find_in_path(search_path, word);
	return xstrdup(line);
}

/* The path of a process's program as itself sees it; NULL with errno. The caller frees. */
static char *program_of_process(int32_t pid)
{
	char target[4096];
	_free_ char *link = xasprintf("/proc/%d/exe", pid);
	ssize_t size = readlink(link, target, sizeof(target) - 1);
	return size < 0 ? NULL : xstrndup(target, (size_t)size);
}

/* A script's interpreter may be a script. */
static void follow_interpreters(struct program *program, const char *search_path, const char *symfs)
{
	enum { MOST = 4 };
	for (unsigned i = 0; i < MOST; i++) {
		_free_ char *host_path = xasprintf("%s%s", symfs, program->path);
		_free_ char *line = script_line(host_path);
		if (!line) return;
		if (program->interpreted) free(program->path);
		else program->interpreted = program->path;
		program->path = interpreter_of(search_path, line);
	}
}

void program_open(const struct doctor_scene *scene, struct program *ret)
{
	*ret = (struct program){ .file = { .image = IMAGE_INIT } };
	_free_ char *symfs = scene->pid ? xasprintf("/proc/%d/root", scene->pid) : NULL;
	ret->path = scene->pid ? program_of_process(scene->pid) : find_in_path(scene->search_path, scene->program);
	if (!ret->path) {
		ret->code = -errno;
		return;
	}
	follow_interpreters(ret, scene->search_path, symfs ? symfs : "");
	char *real = symfs ? NULL : realpath(ret->path, NULL);
	if (real) {
		free(ret->path);
		ret->path = real;
	}
	const struct symbol_options options = { .symfs = symfs,
						.build_id_dir = scene->build_id_dir,
						.use_running_kernel = true };
	ret->store = symbol_store_new(&options);
	const struct object_identity identity = { .kind = OBJECT_USER, .path = ret->path, .pid = -1, .guest_pid = -1 };
	ret->object = symbol_store_object(ret->store, &identity);
	ret->code = object_open_runtime(ret->object, &ret->file);
}

void program_close(struct program *program)
{
	symbol_file_close(&program->file);
	if (program->store) symbol_store_free(program->store);
	free(program->path);
	free(program->interpreted);
	*program = (struct program){ .file = { .image = IMAGE_INIT } };
}

/* DWARF's numbers of the stack pointer and the frame pointer. */
struct frame_registers {
	uint16_t machine;
	int16_t stack, frame;
};

static const struct frame_registers *registers_of(uint16_t machine)
{
	static const struct frame_registers known[] = { { EM_X86_64, 7, 6 }, { EM_AARCH64, 31, 29 } };
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i].machine == machine) return &known[i];
	return NULL;
}

static bool is_register(const struct disasm_operand *operand, int16_t number)
{
	return operand->kind == DISASM_REGISTER && operand->reg.number == number;
}

/* "mov %rsp,%rbp", "mov x29, sp", "add x29, sp, #16" */
static bool sets_frame(const struct disasm_insn *insn, const struct frame_registers *registers)
{
	if (insn->nr_operands < 2 || (insn->kind != DISASM_MOVE && insn->kind != DISASM_ADD)) return false;
	return is_register(&insn->operands[0], registers->frame) && is_register(&insn->operands[1], registers->stack);
}

/* Whether the function calls another, and has set its frame pointer before. */
static bool calls(struct disasm *disasm, const uint8_t *code, size_t size_bytes,
		  const struct frame_registers *registers, bool *ret_has_frame)
{
	struct disasm_insn insn;
	*ret_has_frame = false;
	for (size_t at = 0;
	     at < size_bytes && disasm_next(disasm, code + at, size_bytes - at, at, &insn) && insn.length;
	     at += insn.length) {
		if (insn.kind == DISASM_BAD) return false;
		if (insn.kind == DISASM_CALL) return true;
		if (sets_frame(&insn, registers)) *ret_has_frame = true;
	}
	return false;
}

int program_frames(const struct program *program, struct program_frames *ret)
{
	enum { CODE_BYTES = 512 };
	const struct image *image = &program->file.image;
	const struct frame_registers *registers = registers_of(image->machine);
	const struct disasm_options options = { .set = { image->machine, image->is64 }, .without_text = true };
	struct disasm *disasm;
	*ret = (struct program_frames){ 0 };
	if (!registers || !image->is64 || disasm_open(&options, &disasm, NULL) < 0) return -ENOTSUP;
	size_t count = object_nr_symbols(program->object);
	size_t step = MAX(count / (4 * (size_t)PROGRAM_FUNCTIONS), 1);
	for (size_t i = 0; i < count && ret->nr_functions < PROGRAM_FUNCTIONS; i += step) {
		const struct symbol *symbol = object_symbol(program->object, i);
		uint8_t code[CODE_BYTES];
		struct insn_set set;
		bool has_frame;
		if (!symbol || symbol->type != STT_FUNC || symbol->is_plt || symbol->name[0] == '_') continue;
		size_t size = object_code(program->object, symbol->start, code,
					  MIN(symbol->end - symbol->start, sizeof(code)), &set);
		if (!calls(disasm, code, size, registers, &has_frame)) continue;
		ret->nr_functions++;
		ret->nr_with_pointer += has_frame;
	}
	disasm_close(disasm);
	return ret->nr_functions ? 0 : -ENODATA;
}

bool program_frames_are_kept(const struct program_frames *frames)
{
	enum { MOST_PERCENT = 90 };
	return frames->nr_functions && frames->nr_with_pointer * 100 >= frames->nr_functions * MOST_PERCENT;
}

bool program_has_rules(const struct program *program)
{
	static const char *const names[] = { ".eh_frame", ".debug_frame", ".ARM.exidx" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct image_section *section = image_section(&program->file.image, names[i]);
		/* a few bytes are those of the start-up code alone */
		if (section && section->size_bytes > 64) return true;
	}
	return false;
}
