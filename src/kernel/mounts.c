/* Words of a line are separated by one blank each, as blanks within them are escaped. mountinfo is read first: it also
 * says which directory of a file system is mounted. */
#include "kernel/mounts.h"

#include <string.h>

/* Blanks, tabs, newlines and backslashes are written as "\040": three octal digits. */
static void unescape(char *text)
{
	char *to = text;
	for (const char *from = text; *from; to++) {
		const char *d = from + 1;
		bool escaped = *from == '\\' && d[0] >= '0' && d[0] <= '3' && d[1] >= '0' && d[1] <= '7' &&
			       d[2] >= '0' && d[2] <= '7';
		*to = escaped ? (char)((d[0] - '0') << 6 | (d[1] - '0') << 3 | (d[2] - '0')) : *from;
		from += escaped ? 4 : 1;
	}
	*to = '\0';
}

/* root may be NULL. Lines with too few words, or a relative directory, are left out. */
static void add(struct mounts *mounts, char *root, char *directory, char *type, char *options)
{
	if (!directory || !type || !options || directory[0] != '/') return;
	if (root) unescape(root);
	unescape(directory);
	vec_push(&mounts->items, ((struct mount){ .directory = xstrdup(directory + 1),
						  .type = xstrdup(type),
						  .options = xstrdup(options),
						  .root = root ? xstrdup(root) : NULL }));
}

/* "41 31 0:38 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw": from the fourth word, and behind the dash */
static void add_mountinfo(struct mounts *mounts, char *line)
{
	char *words[6] = { NULL }, *word, *type = NULL;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) words[i] = strsep(&line, " ");
	while ((word = strsep(&line, " ")) && strcmp(word, "-") != 0) continue;
	type = strsep(&line, " ");
	(void)strsep(&line, " "); /* the device */
	add(mounts, words[3], words[4], type, strsep(&line, " "));
}

/* "cgroup2 /sys/fs/cgroup cgroup2 rw,relatime 0 0" */
static void add_mounts_line(struct mounts *mounts, char *line)
{
	(void)strsep(&line, " ");
	char *directory = strsep(&line, " "), *type = strsep(&line, " ");
	add(mounts, NULL, directory, type, strsep(&line, " "));
}

void mounts_read(const struct kernelfs *fs, struct mounts *ret)
{
	*ret = (struct mounts){ VEC_INIT };
	_free_ char *info = kernelfs_read(fs, "proc/self/mountinfo"),
		    *plain = info ? NULL : kernelfs_read(fs, "proc/mounts");
	char *line, *rest = info ? info : plain;
	while (rest && (line = strsep(&rest, "\n"))) (info ? add_mountinfo : add_mounts_line)(ret, line);
}

void mounts_done(struct mounts *mounts)
{
	for (size_t i = 0; i < mounts->items.count; i++) {
		struct mount *mount = &mounts->items.items[i];
		free(mount->directory);
		free(mount->type);
		free(mount->options);
		free(mount->root);
	}
	vec_done(&mounts->items);
}

bool mount_has_option(const struct mount *mount, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = mount->options; (at = strstr(at, word)); at += n)
		if ((at == mount->options || at[-1] == ',') && (at[n] == ',' || !at[n])) return true;
	return false;
}
