/* Words of -e to a set of calls: a bool for each row of the table. Groups are globs, or follow from what calls take: a
 * call with a path among its arguments is in "file", one with a descriptor in "desc". */
#include "syscall/syscall_set.h"

#include <errno.h>
#include <fnmatch.h>
#include <string.h>

/* Groups as strace has them. kinds: calls with an argument of one of these belong to the group; only the first two rows
 * have some. globs: names besides, with blanks between. To add a group: a row at the end. */
static const struct {
	const char *name;
	uint16_t kinds[2];
	const char *globs;
} groups[] = {
	{ "file", { SYSCALL_KIND_path, SYSCALL_KIND_path }, "read getcwd" }, /* read is upstream's idea */
	{ "desc", { SYSCALL_KIND_fd, SYSCALL_KIND_at_fd }, "" },
	{ "network",
	  { NR_SYSCALL_KINDS },
	  "socket socketpair socketcall bind listen accept accept4 connect shutdown getsockname getpeername getsockopt "
	  "setsockopt send sendto "
	  "sendmsg sendmmsg recv recvfrom recvmsg recvmmsg" },
	{ "process",
	  { NR_SYSCALL_KINDS },
	  "fork vfork clone clone3 execve execveat exit exit_group wait4 waitid waitpid kill tkill tgkill "
	  "pidfd_send_signal rt_sigqueueinfo "
	  "rt_tgsigqueueinfo" },
	{ "signal", { NR_SYSCALL_KINDS }, "*sig* kill tkill tgkill pause" },
	{ "memory",
	  { NR_SYSCALL_KINDS },
	  "brk mmap mmap2 munmap mremap mprotect pkey_mprotect madvise process_madvise mlock mlock2 mlockall munlock "
	  "munlockall mincore msync mbind "
	  "get_mempolicy set_mempolicy migrate_pages move_pages remap_file_pages shmat shmdt" },
	{ "ipc", { NR_SYSCALL_KINDS }, "ipc msg* sem* shm*" },
};

void syscall_set_done(struct syscall_set *set)
{
	free(set->has);
	*set = (struct syscall_set){ 0 };
}

/* Returns how many calls match. */
static size_t add_glob(struct syscall_set *set, const char *glob, bool value)
{
	size_t nr = 0;
	for (size_t i = 0; i < syscall_count(); i++) {
		if (fnmatch(glob, syscall_at(i)->name, 0) != 0) continue;
		set->has[i] = value;
		nr++;
	}
	return nr;
}

/* Whether the call has an argument of one of these kinds. */
static bool takes(const struct syscall *syscall, const uint16_t kinds[2])
{
	for (unsigned i = 0; i < syscall->nr_args; i++)
		if (syscall->args[i].kind == kinds[0] || syscall->args[i].kind == kinds[1]) return true;
	return false;
}

/* False: there is no group of that name. */
static bool add_group(struct syscall_set *set, const char *name, bool value)
{
	if (*name == '%') name++;
	for (size_t g = 0; g < ARRAY_SIZE(groups); g++) {
		if (strcmp(groups[g].name, name) != 0) continue;
		if (g < 2) {
			for (size_t i = 0; i < syscall_count(); i++)
				if (takes(syscall_at(i), groups[g].kinds)) set->has[i] = value;
		}
		_free_ char *globs = xstrdup(groups[g].globs);
		char *rest = NULL;
		for (char *glob = strtok_r(globs, " ", &rest); glob; glob = strtok_r(NULL, " ", &rest))
			add_glob(set, glob, value);
		return true;
	}
	return false;
}

/* The table's name of a call that has two, of which people type both: its tracepoint's (sys_enter_newstat), or its
 * manual page's (fstatat). A name that is in the table stays. */
static const char *present_name(const char *word)
{
	static const char *const names[][2] = { { "stat", "newstat" },
						{ "fstat", "newfstat" },
						{ "lstat", "newlstat" },
						{ "fstatat", "newfstatat" },
						{ "umount", "umount2" } };
	if (syscall_find(word)) return word;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(word, names[i][1]) == 0) return names[i][0];
		if (strcmp(word, names[i][0]) == 0) return names[i][1];
	}
	return word;
}

int syscall_set_parse(struct syscall_set *set, const char *list, int (*other)(void *ctx, const char *word), void *ctx,
		      struct err *err)
{
	bool negated = *list == '!';
	bool fresh = !set->has;
	_free_ char *text = xstrdup(list + negated);
	bool some = false;
	char *rest = NULL;
	if (fresh) set->has = xcalloc(syscall_count(), sizeof(*set->has));
	for (size_t i = 0; fresh && negated && i < syscall_count(); i++) set->has[i] = true;
	set->is_negated = fresh ? negated : set->is_negated;
	for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
		if (add_group(set, word, !negated) || add_glob(set, present_name(word), !negated)) {
			some = true;
			continue;
		}
		int r = other ? other(ctx, word) : err_set(err, -EINVAL, "'%s' is no system call", word);
		if (r < 0) return r;
	}
	if (fresh && !some && !negated) { /* nothing but events: nothing was said about calls */
		free(set->has);
		set->has = NULL;
	}
	return 0;
}

bool syscall_set_has(const struct syscall_set *set, const struct syscall *syscall)
{
	if (!set->has) return true;
	return syscall ? set->has[syscall - syscall_at(0)] : set->is_negated;
}
