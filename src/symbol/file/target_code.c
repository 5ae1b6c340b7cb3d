/* Processes whose code is in their memory alone (proc_pid_maps(5), proc_pid_stat(5), proc_pid_mem(5)). */
#include "symbol/file/target_code.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/compiler.h"
#include "base/strbuf.h"
#include "symbol/file/image.h"
#include "symbol/file/target_file.h"

/* Both times are cut to whole seconds or hundredths, and clocks are set. */
enum { START_SLACK_S = 2, START_FIELD = 22 };

static bool find_line(const char *path, const char *word, char **line, size_t *capacity)
{
	FILE *file = fopen(path, "re");
	bool found = false;
	while (file && !found && getline(line, capacity, file) > 0) found = strncmp(*line, word, strlen(word)) == 0;
	if (file) fclose(file);
	return found;
}

/* Seconds since 1970 when the process began; 0: not known. */
static int64_t started_at(int32_t pid)
{
	_free_ char *path = xasprintf("/proc/%d/stat", pid), *line = NULL;
	size_t capacity = 0;
	long long booted, ticks = 0, per_second = sysconf(_SC_CLK_TCK);
	if (!find_line("/proc/stat", "btime ", &line, &capacity) || sscanf(line, "btime %lld", &booted) != 1) return 0;
	if (!find_line(path, "", &line, &capacity)) return 0;
	/* "7 (name) S 1 ...": the name may have anything in it */
	const char *at = strrchr(line, ')');
	for (int field = 2; at && field < START_FIELD; field++) at = strchr(at + 1, ' ');
	if (!at || sscanf(at, "%lld", &ticks) != 1 || per_second <= 0) return 0;
	return booted + ticks / per_second;
}

/* Whether the process has code at the address. */
static enum target_code_state state_in_maps(int32_t pid, uint64_t vaddr)
{
	_free_ char *path = xasprintf("/proc/%d/maps", pid), *line = NULL;
	FILE *maps = fopen(path, "re");
	size_t capacity = 0;
	bool has_any = false, has_code = false;
	uint64_t start, end;
	char rights[5];

	if (!maps) return errno == ENOENT ? TARGET_CODE_ENDED : TARGET_CODE_FORBIDDEN;
	errno = 0;
	while (!has_code && getline(&line, &capacity, maps) > 0) {
		has_any = true;
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &start, &end, rights) < 3) continue;
		has_code = vaddr >= start && vaddr < end && rights[2] == 'x';
	}
	bool is_forbidden = errno == EACCES || errno == EPERM;
	fclose(maps);
	if (is_forbidden) return TARGET_CODE_FORBIDDEN;
	if (!has_any) return TARGET_CODE_ENDED; /* and nobody has waited for it */
	return has_code ? TARGET_CODE_READABLE : TARGET_CODE_GONE;
}

enum target_code_state target_code_state(int32_t pid, uint64_t vaddr, int64_t recorded_until)
{
	uint8_t byte;
	enum target_code_state state = state_in_maps(pid, vaddr);
	if (state == TARGET_CODE_ENDED) return state;
	int64_t started = started_at(pid);
	if (recorded_until && started > recorded_until + START_SLACK_S) return TARGET_CODE_OTHER;
	if (state == TARGET_CODE_READABLE && !target_file_memory(pid, vaddr, &byte, 1)) return TARGET_CODE_FORBIDDEN;
	return state;
}

char *target_code_words(enum target_code_state state, int32_t pid)
{
	static const char *const words[] = {
		[TARGET_CODE_READABLE] = "process %d has it",
		[TARGET_CODE_ENDED] = "process %d has ended",
		[TARGET_CODE_OTHER] = "another process has the number %d now",
		[TARGET_CODE_GONE] = "process %d has no code there now",
		[TARGET_CODE_FORBIDDEN] = "the memory of process %d may not be read (be root, or its user)",
	};
	const char *at = strstr(words[state], "%d");
	return xasprintf("%.*s%d%s", (int)(at - words[state]), words[state], pid, at + 2);
}

bool target_code_machine(int32_t pid, uint16_t *ret_machine, bool *ret_is64, bool *ret_is_big_endian)
{
	_free_ char *path = xasprintf("/proc/%d/exe", pid);
	_blob_close_ struct blob blob = BLOB_INIT;
	struct image image = IMAGE_INIT;
	bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	if (target_file_open(path, &blob) < 0 || image_open(&blob, &image) < 0) return false;
	*ret_machine = image.machine;
	*ret_is64 = image.is64;
	*ret_is_big_endian = image.swap != host_is_big;
	image_close(&image);
	return true;
}
