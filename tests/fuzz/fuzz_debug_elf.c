/* Debug information of an ELF file: compressed sections, relocations, and all that is in them. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/read_debug.h"

FUZZ(data, size)
{
	struct target_files files = { .symfs = (char *)"/nonexistent", .build_id_dir = (char *)"/nonexistent" };
	struct debug_names store;
	struct symbol_file file = { .image = IMAGE_INIT };
	struct blob blob = blob_of_memory(data, size);
	if (image_open(&blob, &file.image) < 0) return;
	file.path = xstrdup("/nonexistent/file");
	debug_names_init(&store);
	struct debug_file *debug = debug_file_new(DEBUG_FILE_MAIN, &file, &files, &store);
	read_debug(debug);
	debug_file_free(debug);
	debug_names_done(&store);
}
