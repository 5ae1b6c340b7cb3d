/* Reads recordings cut at every byte and with every byte changed, through the reader and through the session:
 * test_damage FILE... The sanitizers and the reader's own limits are the judges; each file and kind of damage is one
 * case. */
#include <stdio.h>
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/read_all.h"
#include "tests/fuzz/resolve_all.h"

struct bytes_in_memory {
	uint8_t *data;
	size_t size;
};

static struct bytes_in_memory load(const char *path)
{
	struct bytes_in_memory bytes = { NULL, 0 };
	FILE *file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END) < 0) return bytes;
	bytes.size = (size_t)ftell(file);
	bytes.data = xmalloc(bytes.size);
	rewind(file);
	if (fread(bytes.data, 1, bytes.size, file) != bytes.size) bytes.size = 0;
	fclose(file);
	return bytes;
}

static void read_damaged(const uint8_t *data, size_t size)
{
	struct memfile file = memfile_open(data, size);
	(void)read_all(file.path, size);
	resolve_all(file.path, 1);
	memfile_close(&file);
}

int main(int argc, char **argv)
{
	static const uint8_t changes[] = { 0x01, 0x80, 0xff };
	for (int i = 1; i < argc; i++) {
		struct bytes_in_memory bytes = load(argv[i]);
		const char *name = strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i];
		struct memfile sound = memfile_open(bytes.data, bytes.size);
		size_t records = read_all(sound.path, bytes.size);
		memfile_close(&sound);
		printf("%s %s is sound: %zu records\n", records > 10 ? "ok" : "not ok", name, records);
		for (size_t size = 0; size < bytes.size; size++) read_damaged(bytes.data, size);
		printf("ok %s cut at each of %zu bytes\n", name, bytes.size);
		fflush(stdout);
		for (size_t c = 0; c < sizeof(changes); c++) {
			for (size_t at = 0; at < bytes.size; at++) {
				bytes.data[at] ^= changes[c];
				read_damaged(bytes.data, bytes.size);
				bytes.data[at] ^= changes[c];
			}
			printf("ok %s each byte xor %#x\n", name, changes[c]);
			fflush(stdout);
		}
		free(bytes.data);
	}
	return 0;
}
