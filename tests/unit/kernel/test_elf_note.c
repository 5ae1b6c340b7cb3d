/* Build-ids out of notes: found, and never read beyond their bytes. */
#include "kernel/elf_note.h"

#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "tests/unit/test.h"
#include "tests/unit/watch_opens.h"

static const uint8_t notes[] = {
	4, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 'X', 'Y', 'Z', 0,   1,   2, 3,    4,    5,    0,
	0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0,   0,   'G', 'N', 'U', 0, 0xaa, 0xbb, 0xcc, 0,
};

TEST(found_behind_others)
{
	struct build_id id;
	CHECK(elf_note_build_id(notes, sizeof(notes), 4, false, &id));
	CHECK(id.size == 3 && id.bytes[0] == 0xaa && id.bytes[2] == 0xcc);
}

TEST(truncated_anywhere)
{
	struct build_id id;
	for (size_t n = 0; n < sizeof(notes) - 1; n++) {
		uint8_t *copy = malloc(n + 1); /* so that a sanitizer sees reads beyond */
		memcpy(copy, notes, n);
		CHECK(!elf_note_build_id(copy, n, 4, false, &id));
		free(copy);
	}
	static const uint8_t huge[] = { 255, 255, 255, 255, 255, 255, 255, 255, 3, 0, 0, 0, 'G', 'N', 'U', 0 };
	CHECK(!elf_note_build_id(huge, sizeof(huge), 4, false, &id));
	CHECK(!elf_note_build_id(huge, sizeof(huge), 8, false, &id));
}

TEST(this_program)
{
	struct build_id id;
	CHECK(!elf_file_build_id("/nonexistent", &id));
	CHECK(!elf_file_build_id("/dev/null", &id));
	CHECK(!elf_image_build_id("\177ELF", 4, &id));
	if (!elf_file_build_id("/proc/self/exe", &id)) SKIP("built without a build-id");
	CHECK_INT(id.size, 20);
}

TEST(fifo_is_not_opened)
{
	struct build_id id;
	_free_ char *fifo = xasprintf("/tmp/elf-note-%d", (int)getpid());
	CHECK(mkfifo(fifo, 0600) == 0);
	_close_ int watch = watch_opens(fifo);
	CHECK(watch >= 0 && !elf_file_build_id(fifo, &id) && !was_opened(watch));
	CHECK(unlink(fifo) == 0);
}

TEST_MAIN
