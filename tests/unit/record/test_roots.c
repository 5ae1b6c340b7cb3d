/* The files that processes see: of containers, chroots, and of nobody any more. /proc is the test's own. */
#include "record/objects/roots.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include "kernel/elf_note.h"
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;

static void link_root(const char *pid, const char *to)
{
	_free_ char *dir = xasprintf("%s/proc/%s", fixture_root, pid), *path = xasprintf("%s/root", dir);
	_free_ char *target = xasprintf("%s%s", fixture_root, to);
	mkdir(dir, 0755);
	unlink(path);
	CHECK(symlink(target, path) == 0);
}

static void unlink_root(const char *pid)
{
	_free_ char *path = xasprintf("%s/proc/%s/root", fixture_root, pid);
	CHECK(unlink(path) == 0);
}

/* A copy of this program, which has a build-id, and more behind it. */
static void copy_self(const char *path)
{
	static char bytes[16 << 20];
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n = read(fd, bytes, sizeof(bytes));
	close(fd);
	CHECK(n > 0 && (size_t)n < sizeof(bytes));
	fixture_bytes(path, bytes, (size_t)n);
}

__attribute__((constructor)) static void begin(void)
{
	fs.root = fixture_begin();
	fixture_file("lib.so", "the recorder's");
	fixture_file("container/lib.so", "the container's");
	fixture_file("container/jail/lib.so", "the jail's");
	fixture_file("container/other.so", "other");
	fixture_file("proc/self/status", "");
	link_root("self", "");
	link_root("7", "/container");
	link_root("8", "");
	link_root("9", "/container/jail");
	link_root("10", "/container");
}

static const struct roots_wanted whatever = { 0 };

/* What is read of it; -errno as "-N". */
static const char *text_of(struct roots *roots, int32_t pid, const char *path, const struct roots_wanted *wanted)
{
	static char text[64];
	int fd = roots_open(roots, pid, path, wanted);
	if (fd < 0) {
		snprintf(text, sizeof(text), "%d", fd);
		return text;
	}
	ssize_t n = read(fd, text, sizeof(text) - 1);
	text[n > 0 ? n : 0] = '\0';
	close(fd);
	return text;
}

TEST(each_has_its_own)
{
	struct roots roots;
	roots_init(&roots, &fs);
	CHECK_STR(text_of(&roots, 7, "/lib.so", &whatever), "the container's");
	CHECK_STR(text_of(&roots, 8, "/lib.so", &whatever), "the recorder's");
	CHECK_STR(text_of(&roots, 4444, "/lib.so", &whatever), "the recorder's");
	CHECK_INT(roots_open(&roots, 7, "/nothing", &whatever), -ENOENT);
	CHECK_INT(roots.others.count, 0); /* nobody was seen */
	roots_done(&roots);
	roots_done(&roots);
}

/* What was seen is held: the process, and what stood for it, may go. */
TEST(held_after_the_process)
{
	struct roots roots;
	link_root("7", "/container");
	roots_init(&roots, &fs);
	roots_see(&roots, 7);
	roots_see(&roots, 10); /* the same */
	roots_see(&roots, 8);  /* the recorder's own */
	roots_see(&roots, 4444);
	CHECK_INT(roots.others.count, 1);
	unlink_root("7");
	CHECK_STR(text_of(&roots, 7, "/lib.so", &whatever), "the container's");
	CHECK_STR(text_of(&roots, 7, "/jail/lib.so", &whatever), "the jail's");
	link_root("7", "");
	CHECK_STR(text_of(&roots, 7, "/lib.so", &whatever), "the container's"); /* when it was recorded */
	link_root("7", "/container");
	roots_done(&roots);
}

/* Links are the container's: they lead nowhere outside. */
TEST(links_end_at_the_root)
{
	struct roots roots;
	_free_ char *link = xasprintf("%s/container/link.so", fixture_root),
		    *up = xasprintf("%s/container/up.so", fixture_root);
	CHECK(symlink("/lib.so", link) == 0 && symlink("../../../lib.so", up) == 0);
	roots_init(&roots, &fs);
	roots_see(&roots, 7);
	CHECK_STR(text_of(&roots, 7, "/link.so", &whatever), "the container's");
	CHECK_STR(text_of(&roots, 7, "/up.so", &whatever), "the container's");
	roots_done(&roots);
}

/* A chroot: paths of /proc/PID/maps begin at the namespace's root. */
TEST(above_a_chroot)
{
	struct roots roots;
	struct stat st;
	_free_ char *path = xasprintf("%s/container/other.so", fixture_root);
	roots_init(&roots, &fs);
	roots_see(&roots, 9);
	CHECK_STR(text_of(&roots, 9, "/lib.so", &whatever), "the jail's");
	CHECK(stat(path, &st) == 0);
	CHECK_STR(text_of(&roots, 9, path, &whatever), "other");
	roots_done(&roots);
}

/* Of several files of that name, the one that was mapped. */
TEST(by_inode)
{
	struct roots roots;
	struct stat st;
	_free_ char *own = xasprintf("%s/lib.so", fixture_root);
	CHECK(stat(own, &st) == 0);
	struct roots_wanted wanted = { .maj = major(st.st_dev), .min = minor(st.st_dev), .ino = st.st_ino };
	roots_init(&roots, &fs);
	roots_see(&roots, 7);
	CHECK_STR(text_of(&roots, 7, "/lib.so", &wanted), "the recorder's");
	wanted.ino++; /* /tmp may be an overlay, whose inodes the kernel tells otherwise: then any will do */
	const char *text = text_of(&roots, 4444, "/lib.so", &wanted);
	CHECK(strcmp(text, "-116") == 0 || strcmp(text, "the recorder's") == 0);
	wanted.maj += 1;
	CHECK_STR(text_of(&roots, 4444, "/lib.so", &wanted), "the recorder's");
	roots_done(&roots);
}

TEST(by_build_id)
{
	struct roots roots;
	struct roots_wanted wanted = { .ino = 1 };
	CHECK(elf_file_build_id("/proc/self/exe", &wanted.id));
	copy_self("program");
	fixture_file("container/program", "not that one");
	roots_init(&roots, &fs);
	roots_see(&roots, 7);
	int fd = roots_open(&roots, 7, "/program", &wanted); /* the container's is another */
	struct build_id id;
	CHECK(fd >= 0 && elf_fd_build_id(fd, &id) && !memcmp(id.bytes, wanted.id.bytes, id.size));
	if (fd >= 0) close(fd);
	CHECK_INT(roots_open(&roots, 7, "/lib.so", &wanted), -ESTALE);
	wanted.id.bytes[wanted.id.size - 1] ^= 1;
	CHECK_INT(roots_open(&roots, 7, "/program", &wanted), -ESTALE);
	roots_done(&roots);
}

/* As they stand in records; others are passed over. */
TEST(seen_in_records)
{
	struct roots roots;
	struct {
		uint32_t type;
		uint16_t misc, size;
		uint32_t pid, tid;
	} records[] = { { RECORD_COMM, 0, 16, 9, 9 },
			{ RECORD_MMAP2, 0, 16, 8, 8 },
			{ RECORD_MMAP2, 0, 16, (uint32_t)-1, 0 },
			{ RECORD_MMAP2, 0, 16, 7, 7 } };
	roots_init(&roots, &fs);
	roots_see_all(&roots, records, sizeof(records));
	CHECK_INT(roots.others.count, 1);
	CHECK(u64map_find(&roots.by_pid, 7) && !u64map_find(&roots.by_pid, 9));
	roots_done(&roots);
}

TEST_MAIN
