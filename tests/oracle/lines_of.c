/* lines_of FILE < ADDRESSES: for each hexadecimal address the functions and lines that the debug information of FILE
 * has there, as "llvm-symbolizer --no-demangle --output-style=LLVM" prints them, without columns. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "symbol/dwarf/debug_frames.h"

int main(int argc, char **argv)
{
	struct target_files files;
	struct debug_names names;
	struct symbol_file symbol_file = { .image = IMAGE_INIT };
	debug_frame_list frames = VEC_INIT;
	char line[64];

	if (argc != 2) return 2;
	_free_ char *path = xstrdup(argv[1]);
	target_files_init(&files, NULL, NULL);
	debug_names_init(&names);
	if (symbol_file_open(&path, &symbol_file) < 0) return 1;
	struct debug_file *file = debug_file_new(DEBUG_FILE_MAIN, &symbol_file, &files, &names);
	while (fgets(line, sizeof(line), stdin)) {
		uint64_t vaddr = strtoull(line, NULL, 16) + (file->section_vaddrs ? DEBUG_MODULE_VADDR : 0);
		frames.count = 0;
		if (!debug_frames_find(file, vaddr, &frames)) printf("??\n??:0\n");
		for (size_t i = 0; i < frames.count; i++) {
			const struct debug_frame *frame = &frames.items[i];
			const char *name = frame->unit ? debug_unit_function_name(frame->unit, frame->entry) : NULL;
			printf("%s\n%s:%" PRIu32 "\n", name ? name : "??", frame->file ? frame->file : "??",
			       frame->line);
		}
		printf("\n");
	}
	vec_done(&frames);
	debug_file_free(file);
	debug_names_done(&names);
	target_files_done(&files);
	return 0;
}
