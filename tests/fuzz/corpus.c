/* Runs a fuzz target over its corpus as an ordinary test: corpus PATH..., files or directories of files. Each file is
 * one case. */
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include "tests/fuzz/fuzz.h"

static bool run_file(const char *path, const char *name)
{
	FILE *file = fopen(path, "rb");
	struct stat st;
	if (!file || fstat(fileno(file), &st) < 0) {
		printf("not ok %s: cannot be read\n", name);
		if (file) fclose(file);
		return false;
	}
	/* An allocation of exactly the size, so that the sanitizer sees any read beyond. */
	size_t size = (size_t)st.st_size;
	uint8_t *data = malloc(size ? size : 1);
	bool good = fread(data, 1, size, file) == size;
	fclose(file);
	if (good) LLVMFuzzerTestOneInput(data, size);
	free(data);
	printf("%s %s\n", good ? "ok" : "not ok", name);
	fflush(stdout);
	return good;
}

static int is_file(const struct dirent *entry) { return entry->d_name[0] != '.'; }

int main(int argc, char **argv)
{
	bool good = true;
	LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
	for (int i = 1; i < argc; i++) {
		struct dirent **entries;
		int count = scandir(argv[i], &entries, is_file, alphasort);
		if (count < 0) {
			good &= run_file(argv[i], argv[i]);
			continue;
		}
		for (int e = 0; e < count; e++) {
			char path[4096];
			snprintf(path, sizeof(path), "%s/%s", argv[i], entries[e]->d_name);
			good &= run_file(path, entries[e]->d_name);
			free(entries[e]);
		}
		free(entries);
	}
	return good ? 0 : 1;
}
