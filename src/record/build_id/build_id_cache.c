/* What goes into the build-id cache, and what is taken out. Paths and links are build_id_place.c's; here it is decided
 * which file wins.
 *
 * The difficulty: a build-id is what a file says of itself. A user may give any file the build-id of another, and
 * symbols read from it would then appear under the other's name. So files are compared (enum verdict), and those of
 * other users are kept apart (is_marked) and replace nothing; `put` and `put_beside` are the rules. */
#include "record/build_id/build_id_cache.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/regular_file.h"
#include "kernel/elf_content.h"
#include "kernel/elf_note.h"
#include "record/build_id/build_id_place.h"

const void *build_id_cache_vdso(size_t *ret_size)
{
	const uint8_t *vdso = (const uint8_t *)getauxval(AT_SYSINFO_EHDR);
	if (!vdso) return NULL;
	/* the image ends with its section table */
	if (vdso[EI_CLASS] == ELFCLASS64) {
		const Elf64_Ehdr *head = (const Elf64_Ehdr *)(const void *)vdso;
		*ret_size = head->e_shoff + (size_t)head->e_shnum * head->e_shentsize;
	} else {
		const Elf32_Ehdr *head = (const Elf32_Ehdr *)(const void *)vdso;
		*ret_size = head->e_shoff + (size_t)head->e_shnum * head->e_shentsize;
	}
	return vdso;
}

/* -- which of two files of one build-id -- */

/* What a place has, compared with a file that says the same build-id. */
enum verdict {
	HAS_NONE,
	HAS_STALE,    /* a file of another build-id: what was cached is gone */
	HAS_LINK,     /* a hard link of the very file, which changes when the file does */
	HAS_DOUBTFUL, /* another user's: for that name, until there is one to be trusted */
	HAS_AS_MUCH,  /* the same code, with as many symbols or more */
	HAS_LESS,     /* the same code; the file has symbols or debug information which that lacks */
	HAS_OTHER     /* other code, or more of it than this file may replace */
};

/* An object that is put into the cache. */
struct putting {
	int top_fd;
	const char *filename, *kind;
	int fd;
	const struct build_id *id;
	struct build_id_hex hex;
	bool keep_room;
	bool is_trusted; /* it may replace what is there, also for other names */
	bool is_marked;  /* its copy is for its own name alone */
};

/* Whether an ELF file has that build-id. Other files cannot say: they are believed. */
static bool is_of(int fd, const struct build_id *id)
{
	struct build_id own;
	if (!elf_fd_content(fd).is_elf) return true; /* a packed module */
	return elf_fd_build_id(fd, &own) && own.size == id->size && memcmp(own.bytes, id->bytes, id->size) == 0;
}

/* Whether `other` has a kind of content that `has` does not. */
static bool lacks(struct elf_content has, struct elf_content other)
{
	return (other.has_symbols && !has.has_symbols) || (other.has_debug_info && !has.has_debug_info) ||
	       (other.has_code && !has.has_code);
}

static bool same_time(const struct stat *a, const struct stat *b)
{
	return a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* own: place_fd is the place for files of this name, where whoever puts files there says the build-id of earlier ones,
 * so that the same size and time are proof enough. Elsewhere they prove nothing, as anybody can give them to a file. */
static enum verdict compare(const struct putting *p, int place_fd, bool own)
{
	_close_ int old_fd = build_id_place_file(place_fd, p->kind);
	struct stat old, new;
	if (old_fd < 0 || fstat(old_fd, &old) < 0 || fstat(p->fd, &new) < 0) return HAS_NONE;
	if (old.st_dev == new.st_dev && old.st_ino == new.st_ino) return HAS_LINK;
	bool is_marked = old.st_mode & BUILD_ID_PLACE_MARK;
	/* What another user's file says counts for its own name only, and only until a trusted file comes. */
	if (is_marked && (p->is_trusted || !own)) return HAS_DOUBTFUL;
	if (own && old.st_size == new.st_size &&same_time(&old, &new)) return HAS_AS_MUCH;
	if (!is_of(old_fd, p->id)) return HAS_STALE;
	struct elf_content has = elf_fd_content(old_fd), other = elf_fd_content(p->fd);
	if (!other.is_elf && !has.is_elf) return old.st_size == new.st_size ? HAS_AS_MUCH : HAS_OTHER;
	if (has.has_code && other.has_code && !elf_same_code(old_fd, p->fd)) return HAS_OTHER;
	if (lacks(has, other) && !lacks(other, has)) return p->is_trusted || is_marked ? HAS_LESS : HAS_OTHER;
	/* so that this is not looked at again next time */
	const struct timespec times[] = { new.st_atim, new.st_mtim };
	if (own && old.st_size == new.st_size &&old.st_nlink == 1) (void)!futimens(old_fd, times);
	return HAS_AS_MUCH;
}

static int open_place(const struct putting *p, const char *filename, bool make)
{
	return build_id_place_open(p->top_fd, filename, &p->hex, make);
}

static int copy_into(const struct putting *p, int place_fd)
{
	const struct build_id_place_copying how = { .keep_room = p->keep_room, .is_marked = p->is_marked };
	return build_id_place_copy(place_fd, p->kind, p->fd, &how);
}

/* Copies to the place of the file's own name, and leads the link there. */
static int put_at_own(const struct putting *p, bool take_link)
{
	_close_ int place_fd = open_place(p, p->filename, true);
	int r = place_fd < 0 ? place_fd : copy_into(p, place_fd);
	if (r >= 0 && take_link) r = build_id_link_write(p->top_fd, p->filename, &p->hex);
	if (r < 0) build_id_place_prune(p->top_fd, p->filename, &p->hex);
	return r;
}

/* The build-id's link leads to the place of another name, `linked`. Either that has the same code already, or it is
 * replaced, or the file is kept by its own name. */
static int put_beside(const struct putting *p, const char *linked)
{
	_close_ int place_fd = open_place(p, linked, false);
	if (place_fd < 0) return put_at_own(p, true); /* it leads nowhere */
	enum verdict verdict = compare(p, place_fd, false);
	if (verdict == HAS_AS_MUCH) return 0;
	if (verdict == HAS_STALE) return put_at_own(p, true);
	if (p->is_trusted && (verdict == HAS_LESS || verdict == HAS_LINK)) return copy_into(p, place_fd);
	if (p->is_trusted && verdict == HAS_NONE)
		return linked[0] == '[' ? put_at_own(p, false) : copy_into(p, place_fd);
	/* each is found by its own name; by the build-id alone, the one that can be trusted */
	return put_at_own(p, p->is_trusted);
}

/* An ELF file, by the rules above. 0 also when nothing had to be done. */
static int put(const struct putting *p)
{
	_free_ char *linked = build_id_link_read(p->top_fd, &p->hex);
	bool own_link = !linked || strcmp(linked, p->filename) == 0;
	_close_ int place_fd = open_place(p, p->filename, false);
	enum verdict verdict = place_fd < 0 ? HAS_NONE : compare(p, place_fd, true);
	if (verdict == HAS_NONE) return own_link ? put_at_own(p, true) : put_beside(p, linked);
	if (verdict == HAS_OTHER && !p->is_trusted) return -EEXIST;
	int r = verdict == HAS_AS_MUCH ? 0 : copy_into(p, place_fd);
	return r < 0 || linked ? r : build_id_link_write(p->top_fd, p->filename, &p->hex);
}

/* What is in no file: lists of symbols, and the code that the kernel gives to programs. */
static int add_special(int top_fd, const char *filename, const struct build_id *id)
{
	bool is_vdso = strcmp(filename, "[vdso]") == 0;
	struct build_id_hex hex = build_id_hex_of(id);
	const char *kind = is_vdso ? "vdso" : "kallsyms";
	_close_ int place_fd = build_id_place_open(top_fd, filename, &hex, true);
	if (place_fd < 0) return place_fd;
	int r = 0;
	if (faccessat(place_fd, kind, F_OK, 0) < 0) {
		size_t size_bytes;
		const void *vdso = is_vdso ? build_id_cache_vdso(&size_bytes) : NULL;
		_close_ int list_fd = is_vdso ? -1 : regular_file_open("/proc/kallsyms");
		if (is_vdso) r = vdso ? build_id_place_write(place_fd, kind, vdso, size_bytes) : -ENOENT;
		else
			r = list_fd < 0 ? list_fd
					: build_id_place_copy(place_fd, kind, list_fd,
							      &(struct build_id_place_copying){ 0 });
	}
	_free_ char *linked = build_id_link_read(top_fd, &hex);
	return r < 0 || linked ? r : build_id_link_write(top_fd, filename, &hex);
}

static bool is_special(const char *filename) { return filename[0] == '['; }

int build_id_cache_add(const char *dir, const char *filename, int fd, const struct build_id *id)
{
	struct stat st;
	/* The first byte names the link's directory, the others the link. */
	if (id->size < 2) return -EINVAL;
	_close_ int top_fd = build_id_place_top(dir, true);
	if (top_fd < 0) return top_fd;
	if (is_special(filename)) return add_special(top_fd, filename, id);
	_close_ int own_fd = fd < 0 ? regular_file_open(filename) : -1;
	if (fd < 0) fd = own_fd;
	if (fd < 0) return fd;
	if (fstat(fd, &st) < 0) return -errno;
	if (!is_of(fd, id)) return -ESTALE;
	struct putting p = { .top_fd = top_fd,
			     .filename = filename,
			     .kind = "elf",
			     .fd = fd,
			     .id = id,
			     .hex = build_id_hex_of(id),
			     .keep_room = true };
	p.is_trusted = st.st_uid == 0 || st.st_uid == geteuid();
	p.is_marked = !p.is_trusted;
	return put(&p);
}

int build_id_cache_put(const char *dir, const char *filename, int fd, const struct build_id *id, const char *kind,
		       enum build_id_word word)
{
	if (id->size < 2) return -EINVAL;
	_close_ int top_fd = build_id_place_top(dir, true);
	if (top_fd < 0) return top_fd;
	struct putting p = { .top_fd = top_fd,
			     .filename = filename,
			     .kind = kind,
			     .fd = fd,
			     .id = id,
			     .hex = build_id_hex_of(id),
			     .is_trusted = word != BUILD_ID_CLAIMED };
	bool replace = word == BUILD_ID_DECIDED;
	struct stat st;
	p.is_marked = word == BUILD_ID_CLAIMED && fstat(fd, &st) == 0 &&
		      st.st_mode & BUILD_ID_PLACE_MARK; /* in an archive */
	/* Programs are weighed against what is there; other kinds are only added, or replaced when it was decided. */
	if (!replace && strcmp(kind, "elf") == 0 && !is_special(filename)) return put(&p);
	_free_ char *linked = build_id_link_read(top_fd, &p.hex);
	_close_ int place_fd = linked ? open_place(&p, linked, false) : -1;
	if (place_fd < 0) {
		free(linked);
		linked = NULL;
		place_fd = open_place(&p, filename, true);
	}
	if (place_fd < 0) return place_fd;
	bool is_there = faccessat(place_fd, kind, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
	int r = replace || !is_there ? copy_into(&p, place_fd) : 0;
	return r < 0 || linked ? r : build_id_link_write(top_fd, filename, &p.hex);
}

/* -- what there is -- */

/* "/usr/bin/ls" of "../../usr/bin/ls/HEX". NULL: it is no such link. */
static char *filename_of(const char *link_path)
{
	char target[PATH_MAX];
	ssize_t n = readlink(link_path, target, sizeof(target) - 1);
	if (n < 0) return NULL;
	target[n] = 0;
	char *slash = strrchr(target, '/');
	if (strncmp(target, "../../", 6) != 0 || !slash || slash < target + 6) return NULL;
	*slash = 0;
	return xstrdup(target[6] == '[' ? target + 6 : target + 5);
}

static bool has_kind(const char *link_path, const char *kind)
{
	_free_ char *path = xasprintf("%s/%s", link_path, kind);
	return access(path, F_OK) == 0;
}

static void list_bucket(const char *dir, const char *prefix, struct build_id_cached_list *ret)
{
	_free_ char *path = xasprintf("%s/.build-id/%s", dir, prefix);
	DIR *bucket = opendir(path);
	for (const struct dirent *e; bucket && (e = readdir(bucket));) {
		struct build_id_cached cached = { .filename = NULL };
		_free_ char *link_path = xasprintf("%s/%s", path, e->d_name);
		_free_ char *hex = xasprintf("%s%s", prefix, e->d_name);
		if (!build_id_of_hex(hex, &cached.id) || !(cached.filename = filename_of(link_path))) continue;
		cached.is_program = has_kind(link_path, "elf") || has_kind(link_path, "debug");
		if (cached.is_program || has_kind(link_path, "kallsyms") || has_kind(link_path, "vdso") ||
		    has_kind(link_path, "kcore"))
			vec_push(&ret->items, cached);
		else free(cached.filename);
	}
	if (bucket) closedir(bucket);
}

/* By build-id, for qsort. */
static int compare_cached(const void *a, const void *b)
{
	const struct build_id_cached *x = a, *y = b;
	int order = memcmp(x->id.bytes, y->id.bytes, MIN(x->id.size, y->id.size));
	return order ? order : x->id.size - y->id.size;
}

int build_id_cache_list(const char *dir, struct build_id_cached_list *ret)
{
	_free_ char *path = xasprintf("%s/.build-id", dir);
	struct build_id_cached_list list = { VEC_INIT };
	DIR *top = opendir(path);
	if (!top) return -errno;
	for (const struct dirent *e; (e = readdir(top));)
		if (strlen(e->d_name) == 2 && e->d_name[0] != '.') list_bucket(dir, e->d_name, &list);
	closedir(top);
	if (list.items.count) qsort(list.items.items, list.items.count, sizeof(*list.items.items), compare_cached);
	*ret = list;
	return 0;
}

void build_id_cached_list_done(struct build_id_cached_list *list)
{
	for (size_t i = 0; i < list->items.count; i++) free(list->items.items[i].filename);
	vec_done(&list->items);
}

int build_id_cache_remove(const char *dir, const struct build_id *id, const char *other_filename)
{
	struct build_id_hex hex = build_id_hex_of(id);
	if (id->size < 2) return -EINVAL;
	_close_ int top_fd = build_id_place_top(dir, false);
	if (top_fd < 0) return top_fd;
	_free_ char *filename = build_id_link_read(top_fd, &hex);
	_close_ int other_fd = other_filename ? build_id_place_open(top_fd, other_filename, &hex, false) : -1;
	if (!filename && other_fd < 0) return -ENOENT;
	int r = filename ? build_id_link_remove(top_fd, &hex) : 0;
	if (r >= 0 && filename) build_id_place_remove(top_fd, filename, &hex);
	if (r >= 0 && other_fd >= 0) build_id_place_remove(top_fd, other_filename, &hex);
	return r;
}

/* For nftw: removes the files of a directory that is named by a build-id. Links are not looked at: the entries that
 * they led to were removed before. */
static int sweep(const char *path, const struct stat *st, int type, struct FTW *at)
{
	struct build_id id;
	const char *name = path + at->base;
	if (type != FTW_DP || at->level < 2 || !build_id_of_hex(name, &id)) return 0;
	_free_ char *top = xstrdup(path), *filename = NULL;
	for (int level = at->level; level; level--) *strrchr(top, '/') = '\0';
	filename = xstrndup(path + strlen(top), (size_t)(at->base - 1) - strlen(top));
	_close_ int top_fd = build_id_place_top(top, false);
	struct build_id_hex hex = build_id_hex_of(&id);
	if (top_fd >= 0) build_id_place_remove(top_fd, filename, &hex);
	(void)st;
	return 0;
}

void build_id_cache_sweep(const char *dir) { (void)nftw(dir, sweep, 16, FTW_PHYS | FTW_DEPTH); }
