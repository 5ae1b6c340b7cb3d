/* What the build-id cache holds: copies, the fullest of files with one code, and neither hard links nor impostors. The
 * programs are made by the system's compiler; without one there is nothing to test with. */
#include "record/build_id/build_id_cache.h"
#include "record/build_id/build_id_import.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "kernel/elf_content.h"
#include "tests/unit/test.h"

static char dir[32], *cache;

static bool shell(const char *command)
{
	_free_ char *line = xasprintf("cd %s && { %s; } >/dev/null 2>&1", dir, command);
	return system(line) == 0;
}

static char *below(const char *name) { return xasprintf("%s/%s", dir, name); }

#define ID "-Wl,--build-id=0x0102030405060708090a0b0c0d0e0f1011121314"
#define HEX "0102030405060708090a0b0c0d0e0f1011121314"
static const struct build_id id = { .size = 20, .bytes = { 1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
							   11, 12, 13, 14, 15, 16, 17, 18, 19, 20 } };

/* whole, stripped, debug: of one program; other: another one, which says the same build-id. */
static bool begin(void)
{
	strcpy(dir, "/tmp/build-id-XXXXXX");
	if (!mkdtemp(dir)) return false;
	cache = below("cache");
	return shell("echo 'int main(void) { return 0; }' > p.c && echo 'int main(int c, char **v) { return c * 77; }' "
		     "> o.c && cc -g " ID " p.c -o whole && "
		     "cp whole stripped && strip stripped && cc -g " ID
		     " o.c -o other && cc -Wl,--build-id=sha1 o.c -o new");
}

static void end(void)
{
	_free_ char *command = xasprintf("rm -rf %s", dir);
	CHECK(system(command) == 0);
	free(cache);
}

/* Of a file below dir, as one that was mapped by that name. */
static int add_as(const char *file, const char *filename)
{
	_free_ char *path = below(file);
	_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	return build_id_cache_add(cache, filename, fd, &id);
}

static int put_kind(const char *file, const char *filename, const char *kind, enum build_id_word word)
{
	_free_ char *path = below(file);
	_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	return build_id_cache_put(cache, filename, fd, &id, kind, word);
}
static int put_as(const char *file, const char *filename, enum build_id_word word)
{
	return put_kind(file, filename, "elf", word);
}

static bool same_file(const char *a, const char *b)
{
	_free_ char *command = xasprintf("cmp %s %s", a, b);
	return shell(command);
}

static bool linked_is(const char *file)
{
	return same_file("cache/.build-id/01/02030405060708090a0b0c0d0e0f1011121314/elf", file);
}
static bool place_is(const char *filename, const char *file)
{
	_free_ char *path = xasprintf("cache%s/" HEX "/elf", filename);
	return same_file(path, file);
}

TEST(copies)
{
	struct stat original, cached;
	if (!begin()) SKIP("no compiler");
	_free_ char *whole = below("whole"), *elf = below("cache/bin/prog/" HEX "/elf");
	CHECK(shell("cp -p whole kept"));
	CHECK_INT(add_as("whole", "/bin/prog"), 0);
	CHECK(stat(whole, &original) == 0 && stat(elf, &cached) == 0);
	CHECK(original.st_ino != cached.st_ino && cached.st_nlink == 1 && original.st_mtime == cached.st_mtime);
	CHECK(shell("cp new whole")); /* in place */
	CHECK(linked_is("kept") && place_is("/bin/prog", "kept"));
	CHECK_INT(add_as("whole", "/bin/prog"), -ESTALE); /* it is another one now */
	CHECK(linked_is("kept"));
	/* what is there is not copied again */
	CHECK(stat(elf, &original) == 0);
	CHECK_INT(add_as("kept", "/bin/prog"), 0);
	CHECK(stat(elf, &cached) == 0 && cached.st_ino == original.st_ino);
	end();
}

TEST(hard_links_become_copies)
{
	struct stat cached;
	if (!begin()) SKIP("no compiler");
	_free_ char *elf = below("cache/bin/prog/" HEX "/elf");
	CHECK(shell("mkdir -p cache/bin/prog/" HEX " cache/.build-id/01 && ln whole cache/bin/prog/" HEX "/elf && "
		    "ln -s ../../bin/prog/" HEX
		    " cache/.build-id/01/02030405060708090a0b0c0d0e0f1011121314 && cp -p whole kept"));
	CHECK_INT(add_as("whole", "/bin/prog"), 0);
	CHECK(stat(elf, &cached) == 0 && cached.st_nlink == 1 && linked_is("whole"));
	/* and one whose file was overwritten is replaced */
	CHECK(shell("ln -f whole cache/bin/prog/" HEX "/elf && cp new whole"));
	CHECK(linked_is("new"));
	CHECK_INT(add_as("kept", "/bin/prog"), 0);
	CHECK(linked_is("kept"));
	CHECK(shell("ln -f whole cache/bin/prog/" HEX "/elf && echo '#!/bin/sh' > whole"));
	CHECK_INT(add_as("kept", "/bin/prog"), 0);
	CHECK(linked_is("kept"));
	end();
}

TEST(the_fuller_one_stays)
{
	if (!begin()) SKIP("no compiler");
	CHECK_INT(add_as("stripped", "/bin/prog"), 0);
	CHECK(linked_is("stripped"));
	CHECK_INT(add_as("whole", "/bin/prog"), 0);
	CHECK(linked_is("whole"));
	CHECK_INT(add_as("stripped", "/bin/prog"), 0);
	CHECK(linked_is("whole"));
	/* whatever the name */
	CHECK_INT(add_as("stripped", "/usr/bin/prog"), 0);
	CHECK(linked_is("whole") && !shell("test -e cache/usr"));
	CHECK_INT(put_as("stripped", "/bin/prog", BUILD_ID_VOUCHED), 0);
	CHECK(linked_is("whole"));
	CHECK_INT(put_as("stripped", "/bin/prog", BUILD_ID_DECIDED), 0); /* asked for */
	CHECK(linked_is("stripped"));
	CHECK_INT(put_as("whole", "/bin/prog", BUILD_ID_VOUCHED), 0); /* programs are weighed on anybody's word */
	CHECK(linked_is("whole"));
	CHECK_INT(put_as("stripped", "/bin/prog", BUILD_ID_DECIDED), 0);
	CHECK_INT(add_as("whole", "/build/prog"), 0);
	CHECK(linked_is("whole"));
	end();
}

TEST(impostors)
{
	if (!begin()) SKIP("no compiler");
	CHECK_INT(add_as("whole", "/bin/prog"), 0);
	if (geteuid() == 0) {
		/* another user's file that says the same build-id: kept by its own name, and nowhere else */
		CHECK(shell("chown 12345 other"));
		CHECK_INT(add_as("other", "/tmp/x"), 0);
		CHECK(linked_is("whole") && place_is("/bin/prog", "whole") && place_is("/tmp/x", "other"));
		CHECK_INT(add_as("other", "/bin/prog"), -EEXIST); /* in a container, say */
		CHECK(linked_is("whole") && place_is("/bin/prog", "whole"));
		CHECK_INT(build_id_cache_remove(cache, &id, "/tmp/x"), 0);
		CHECK(!shell("test -e cache/tmp || test -e cache/bin"));
		CHECK_INT(build_id_cache_remove(cache, &id, "/tmp/x"), -ENOENT);
		CHECK_INT(add_as("whole", "/bin/prog"), 0);
		CHECK_INT(add_as("other", "/tmp/x"), 0);
		CHECK_INT(build_id_cache_remove(cache, &id, NULL), 0);
		build_id_cache_sweep(cache);
		CHECK(!shell("test -e cache/tmp || test -e cache/bin"));
		/* also when it was first */
		CHECK_INT(add_as("other", "/tmp/x"), 0);
		CHECK_INT(add_as("whole", "/bin/prog"), 0);
		CHECK(linked_is("whole") && place_is("/bin/prog", "whole") && place_is("/tmp/x", "other"));
	}
	/* a program of one's own that was built anew with the build-id of before */
	CHECK(shell("cp other another"));
	CHECK_INT(add_as("another", "/bin/prog"), 0);
	CHECK(linked_is("other"));
	end();
}

TEST(links_are_not_followed)
{
	if (!begin()) SKIP("no compiler");
	CHECK(shell("mkdir cache away && ln -s ../away cache/bin"));
	CHECK(add_as("whole", "/bin/prog") < 0);
	CHECK(shell("rmdir away && rm cache/bin")); /* it is empty */
	CHECK_INT(add_as("whole", "/bin/../../prog"), -EINVAL);
	CHECK(shell("mkdir -p away cache/.build-id/01 && ln -s ../../../away/" HEX
		    " cache/.build-id/01/02030405060708090a0b0c0d0e0f1011121314 && mkdir away/" HEX));
	CHECK_INT(put_as("whole", "/bin/prog", BUILD_ID_DECIDED), 0);
	CHECK(place_is("/bin/prog", "whole") && linked_is("whole") && shell("rmdir away/" HEX));
	end();
}

TEST(names_of_any_kind)
{
	struct build_id_cached_list list;
	if (!begin()) SKIP("no compiler");
	CHECK_INT(add_as("whole", "/bin/two\nlines %s"), 0);
	CHECK_INT(build_id_cache_list(cache, &list), 0);
	CHECK_INT(list.items.count, 1);
	if (list.items.count) CHECK_STR(list.items.items[0].filename, "/bin/two\nlines %s");
	build_id_cached_list_done(&list);
	CHECK_INT(build_id_cache_remove(cache, &id, NULL), 0);
	CHECK(shell("test \"$(ls -A cache)\" = .build-id && test -z \"$(ls -A cache/.build-id)\""));
	end();
}

/* Beside the program: what is there stays, unless it was decided. */
TEST(other_kinds)
{
	if (!begin()) SKIP("no compiler");
	CHECK(shell("echo one > one && echo two > two"));
	CHECK_INT(put_kind("one", "/bin/prog", "probes", BUILD_ID_CLAIMED), 0);
	CHECK(same_file("cache/bin/prog/" HEX "/probes", "one"));
	CHECK_INT(put_kind("two", "/bin/prog", "probes", BUILD_ID_CLAIMED), 0);
	CHECK_INT(put_kind("two", "/bin/prog", "probes", BUILD_ID_VOUCHED), 0);
	CHECK(same_file("cache/bin/prog/" HEX "/probes", "one"));
	CHECK_INT(put_kind("two", "/bin/prog", "probes", BUILD_ID_DECIDED), 0);
	CHECK(same_file("cache/bin/prog/" HEX "/probes", "two"));
	/* a program joins them, and others go where its link leads to, whatever their name */
	CHECK_INT(put_as("whole", "/bin/prog", BUILD_ID_VOUCHED), 0);
	CHECK(linked_is("whole"));
	CHECK_INT(put_kind("one", "/elsewhere", "debug", BUILD_ID_VOUCHED), 0);
	CHECK(same_file("cache/bin/prog/" HEX "/debug", "one") && !shell("test -e cache/elsewhere"));
	/* the kernel's list is no program either */
	CHECK(shell("rm -r cache"));
	CHECK_INT(put_kind("one", "[kernel.kallsyms]", "kallsyms", BUILD_ID_CLAIMED), 0);
	CHECK(same_file("cache/.build-id/01/02030405060708090a0b0c0d0e0f1011121314/kallsyms", "one"));
	end();
}

static struct build_id_imported import_from(const char *other)
{
	struct build_id_imported found;
	_free_ char *from = below(other);
	build_id_import(cache, from, &found);
	return found;
}

TEST(another_cache)
{
	if (!begin()) SKIP("no compiler");
	CHECK(shell("echo one > one"));
	CHECK_INT(put_as("whole", "/bin/prog", BUILD_ID_VOUCHED), 0);
	CHECK_INT(put_kind("one", "/bin/prog", "probes", BUILD_ID_VOUCHED), 0);
	CHECK(shell("mv cache archived"));
	struct build_id_imported found = import_from("archived");
	CHECK_INT(found.nr_objects, 1);
	CHECK_INT(found.nr_refused, 0);
	CHECK_INT(found.code, 0);
	CHECK(linked_is("whole") && same_file("cache/bin/prog/" HEX "/probes", "one"));
	/* once more: what is there counts too */
	found = import_from("archived");
	CHECK_INT(found.nr_objects, 1);
	CHECK_INT(found.nr_refused, 0);
	/* a place that no link leads to */
	CHECK(shell("rm -r cache archived/.build-id"));
	found = import_from("archived");
	CHECK_INT(found.nr_objects, 1);
	CHECK(linked_is("whole"));
	/* a program of another build-id, and a link in the place of a file */
	CHECK(shell("rm -r cache && cd archived/bin/prog/" HEX " && cp ../../../../new elf && rm probes && "
		    "ln -s ../../../../one probes"));
	found = import_from("archived");
	CHECK_INT(found.nr_objects, 0);
	CHECK(found.nr_refused >= 2);
	CHECK(!shell("test -e cache/bin"));
	found = import_from("nowhere");
	CHECK_INT(found.nr_objects, 0);
	end();
}

TEST(contents)
{
	if (!begin()) SKIP("no compiler");
	_free_ char *whole = below("whole"), *stripped = below("stripped"), *other = below("other"),
		    *debug = below("debug"), *text = below("p.c");
	_close_ int whole_fd = open(whole, O_RDONLY | O_CLOEXEC), stripped_fd = open(stripped, O_RDONLY | O_CLOEXEC);
	_close_ int other_fd = open(other, O_RDONLY | O_CLOEXEC), text_fd = open(text, O_RDONLY | O_CLOEXEC);
	struct elf_content c = elf_fd_content(whole_fd);
	CHECK(c.is_elf && c.has_code && c.has_symbols && c.has_debug_info);
	c = elf_fd_content(stripped_fd);
	CHECK(c.is_elf && c.has_code && !c.has_symbols && !c.has_debug_info);
	CHECK(!elf_fd_content(text_fd).is_elf);
	CHECK(elf_same_code(whole_fd, stripped_fd) && !elf_same_code(whole_fd, other_fd) &&
	      !elf_same_code(text_fd, text_fd));
	if (shell("objcopy --only-keep-debug whole debug")) {
		_close_ int debug_fd = open(debug, O_RDONLY | O_CLOEXEC);
		c = elf_fd_content(debug_fd);
		CHECK(c.is_elf && !c.has_code && c.has_symbols && c.has_debug_info);
	}
	/* names of sections are whole names, also the one that older compressed information has */
	static const struct {
		const char *name;
		bool is_debug_info;
	} sections[] = { { ".debug_info.dwo", false },
			 { ".debug_inf", false },
			 { ".debug_infs", false },
			 { ".zdebug_info", true },
			 { ".zdebug_infs", false } };
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		_free_ char *command = xasprintf("objcopy --rename-section .debug_info=%s whole renamed",
						 sections[i].name);
		if (!shell(command)) continue;
		_free_ char *renamed = below("renamed");
		_close_ int renamed_fd = open(renamed, O_RDONLY | O_CLOEXEC);
		c = elf_fd_content(renamed_fd);
		CHECK(c.is_elf && c.has_code);
		CHECK_INT(c.has_debug_info, sections[i].is_debug_info);
	}
	end();
}

TEST_MAIN
