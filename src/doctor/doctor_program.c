/* What a program offers to those who measure it: names, lines, stacks. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/cursor.h"
#include "doctor/finding.h"
#include "doctor/program.h"
#include "kernel/machine_root.h"
#include "kernel/procfs.h"

/* Opens it, or fills the finding with why not. */
static bool open_program(const struct doctor_scene *scene, struct doctor_finding *finding, struct program *ret)
{
	program_open(scene, ret);
	if (ret->code >= 0) {
		finding_saw(finding, "the program", "%s", ret->path);
		return true;
	}
	if (ret->path)
		finding_set(finding, DOCTOR_SKIPPED, "%s cannot be read: %s", ret->path,
			    ret->code == -ENOENT ? "there is no ELF file" : strerror(-ret->code));
	else
		finding_set(finding, DOCTOR_SKIPPED, "process %d: %s", scene->pid,
			    ret->code == -ENOENT ? "there is none, or it has no program" : strerror(-ret->code));
	return false;
}

void doctor_program_file(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_program_close_ struct program program;
	bool has_loader = false;
	if (!open_program(scene, finding, &program)) {
		finding->verdict = DOCTOR_MISSING;
		return;
	}
	const struct image *image = &program.file.image;
	for (size_t i = 0; i < image->nr_segments; i++) has_loader |= image->segments[i].type == PT_INTERP;
	const char *kind = image->type == ET_DYN ? "a library, or a static program" : "static";
	if (has_loader) kind = "dynamically linked";
	if (program.interpreted)
		finding_set(finding, DOCTOR_OK, "%s is a script; what runs is %s", program.interpreted, program.path);
	else finding_set(finding, DOCTOR_OK, "%s, %s", program.path, kind);
}

void doctor_program_symbols(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_program_close_ struct program program;
	struct symbol_file symbols = { .image = IMAGE_INIT };
	if (!open_program(scene, finding, &program)) return;
	int code = object_open_symbols(program.object, &symbols);
	bool has_all = code >= 0 && image_section_of_type(&symbols.image, SHT_SYMTAB);
	if (has_all) {
		finding_set(finding, DOCTOR_OK, "in %s", symbols.path);
	} else {
		bool exports = image_section_of_type(&program.file.image, SHT_DYNSYM);
		finding_set(finding, exports ? DOCTOR_LIMITED : DOCTOR_MISSING, "it is stripped%s",
			    exports ? ": only functions that it exports have names" : "");
		finding_follows(finding, "samples in other functions are named after a neighbour, or not at all");
		finding_advise(finding, "link it without -s, do not strip it, or install its debug package");
	}
	symbol_file_close(&symbols);
}

/* The version in the first unit of .debug_info; 0: not to be read. */
static unsigned dwarf_version(const struct image *image)
{
	enum { LONG_FORM = 0xffffffff };
	_bytes_done_ struct bytes data = BYTES_INIT;
	const struct image_section *section = image_section(image, ".debug_info");
	if (!section || image_section_data(image, section, &data) < 0) return 0;
	struct cursor cursor = cursor_of(data.data, data.size, image->swap);
	if (cursor_u32(&cursor) == LONG_FORM) (void)cursor_u64(&cursor);
	unsigned version = cursor_u16(&cursor);
	return cursor_ok(&cursor) ? version : 0;
}

/* Why the separate file was not found. */
static void advise_debug_info(const struct program *program, struct doctor_finding *finding)
{
	uint8_t id[20];
	bool has_id = image_build_id(&program->file.image, id) > 0;
	bool has_link = image_section(&program->file.image, ".gnu_debuglink");
	finding_saw(finding, "build-id, .gnu_debuglink", "%s, %s", has_id ? "yes" : "no", has_link ? "yes" : "no");
	if (has_id || has_link)
		finding_advise(finding,
			       "compile with -g, install its debug package, or set DEBUGINFOD_URLS (the program has "
			       "a %s to find it by)",
			       has_id ? "build-id" : "debug link");
	else finding_advise(finding, "compile with -g; link with -Wl,--build-id, so that a separate file is found");
}

void doctor_program_debug_info(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_program_close_ struct program program;
	struct symbol_file debug = { .image = IMAGE_INIT };
	if (!open_program(scene, finding, &program)) return;
	if (object_open_debug_info(program.object, &debug) < 0) {
		finding_set(finding, DOCTOR_MISSING, "none, neither in it nor in a file beside it");
		finding_follows(finding, "no source lines, no inlined functions");
		advise_debug_info(&program, finding);
	} else {
		unsigned version = dwarf_version(&debug.image);
		bool has_lines = image_section(&debug.image, ".debug_line");
		finding_set(finding, has_lines ? DOCTOR_OK : DOCTOR_LIMITED, "DWARF %u, %s, in %s", version,
			    has_lines ? "with lines" : "without lines (in .dwo files, or none)", debug.path);
	}
	symbol_file_close(&debug);
}

void doctor_program_frame_pointers(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_program_close_ struct program program;
	struct program_frames frames;
	if (!open_program(scene, finding, &program)) return;
	int code = program_frames(&program, &frames);
	if (code < 0) {
		finding_set(finding, DOCTOR_SKIPPED, "%s",
			    code == -ENODATA ? "no functions with names to look at"
					     : "not known of this processor, or libcapstone is not installed");
		return;
	}
	unsigned percent = frames.nr_with_pointer * 100 / frames.nr_functions;
	finding_saw(finding, "functions that call others", "%u of %u set the frame pointer first",
		    frames.nr_with_pointer, frames.nr_functions);
	if (program_frames_are_kept(&frames)) {
		finding_set(finding, DOCTOR_OK, "%u %% of %u functions keep them", percent, frames.nr_functions);
		return;
	}
	finding_set(finding, percent < 10 ? DOCTOR_MISSING : DOCTOR_LIMITED, "%u %% of %u functions keep them", percent,
		    frames.nr_functions);
	finding_follows(finding, "stacks by frame pointers (-g) are cut or skip callers");
	finding_advise(finding,
		       "compile with -fno-omit-frame-pointer (Rust: -C force-frame-pointers=yes), or unwind by dwarf");
}

void doctor_program_unwinding(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_program_close_ struct program program;
	if (!open_program(scene, finding, &program)) return;
	if (program_has_rules(&program)) {
		finding_set(finding, DOCTOR_OK, "rules for --call-graph dwarf are there");
		return;
	}
	finding_set(finding, DOCTOR_MISSING, "no .eh_frame");
	finding_follows(finding, "--call-graph dwarf finds no callers in it");
	finding_advise(finding, "compile with -fasynchronous-unwind-tables");
}

/* Of branch stacks the kernel tells the depth. */
static bool has_branch_stacks(const struct doctor_scene *scene)
{
	struct doctor_finding branches = { 0 };
	doctor_branch_stacks(scene, &branches);
	bool has_them = branches.verdict == DOCTOR_OK;
	doctor_finding_done(&branches);
	return has_them;
}

void doctor_program_call_graph(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_program_close_ struct program program;
	struct program_frames frames;
	if (!open_program(scene, finding, &program)) return;
	if (doctor_makes_code(program.path)) {
		finding_set(finding, DOCTOR_OK, "--call-graph fp is right, with what run-time-code says");
		finding_follows(finding, "there are no rules to unwind code by that is made while it runs");
	} else if (program_frames(&program, &frames) >= 0 && program_frames_are_kept(&frames)) {
		finding_set(finding, DOCTOR_OK, "--call-graph fp is right: cheap, and whole");
		finding_follows(finding, "libraries without them still cut stacks: perf doctor LIBRARY tells");
	} else if (program_has_rules(&program)) {
		finding_set(finding, DOCTOR_OK, "--call-graph dwarf is right%s",
			    has_branch_stacks(scene) ? "; lbr is cheaper where 32 calls are deep enough" : "");
		finding_follows(finding, "it copies 8 KiB of stack a sample: a lower -F keeps the recording small");
	} else if (has_branch_stacks(scene)) {
		finding_set(finding, DOCTOR_LIMITED, "only --call-graph lbr gives callers");
	} else {
		finding_set(finding, DOCTOR_MISSING, "no way to its callers");
	}
}

/* A process's objects that cannot be read, and how many there are. */
static void count_objects(int32_t pid, unsigned *ret_count, unsigned *ret_unreadable, char **ret_first)
{
	const struct kernelfs *fs = machine_of_this_process();
	_free_ char *text = procfs_maps(fs, pid), *last = NULL;
	char *at = text;
	for (struct procfs_map map; at && procfs_next_map(&at, &map);) {
		if (map.name[0] != '/' || (last && strcmp(last, map.name) == 0)) continue;
		free(last);
		last = xstrdup(map.name);
		int fd = procfs_open_map(fs, pid, &map);
		++*ret_count;
		if (fd >= 0) close(fd);
		else if ((*ret_unreadable)++ == 0) *ret_first = xstrdup(map.name);
	}
}

void doctor_program_objects(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	unsigned count = 0, nr_unreadable = 0;
	_free_ char *first = NULL;
	if (!scene->pid) {
		finding_set(finding, DOCTOR_SKIPPED, "of a process that runs (-p) its libraries can be looked at");
		return;
	}
	count_objects(scene->pid, &count, &nr_unreadable, &first);
	if (!count) finding_set(finding, DOCTOR_LIMITED, "its mappings cannot be read");
	else if (!nr_unreadable) finding_set(finding, DOCTOR_OK, "all %u mapped files can be read", count);
	else {
		finding_set(finding, DOCTOR_LIMITED, "%u of %u mapped files cannot be read, as %s", nr_unreadable,
			    count, first);
		finding_follows(finding, "their functions have no names: files of another root directory, or replaced");
	}
}
