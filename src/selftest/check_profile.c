/* All together: a program with a known profile is sampled, and its samples resolve to the functions it spends its time
 * in.
 *
 * The program is the specimen leafloop in a child: leafloop() calls parent(), which calls leaf(), where it spins for
 * 0.3 s. Samples come each millisecond with a call chain by frame pointers; function_at makes names of addresses by way
 * of the child's maps and our own symbol table. More than half of the samples must be in leaf, and nine of ten of those
 * have the right callers.
 *
 * A failure means that opening events, rings, maps, symbols or call chains do not work together here: the other tests
 * say which. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "kernel/procfs.h"
#include "kernel/machine_root.h"
#include "selftest/self_sampling.h"
#include "symbol/object.h"
#include "specimen/specimen.h"

#define PERIOD_NS 1000000
#define SAMPLES_MIN 20 /* of about 300; fewer say nothing */

/* object: our own file. leaf, caller and caller_of_caller count samples whose frame 1, 2 and 3 is the right
 * function. */
struct profile {
	struct object *object;
	char *maps;
	unsigned samples, leaf, caller, caller_of_caller;
};

/* The symbol at an address of the specimen, which is this program: by its maps, as they were while it ran. */
static const char *function_at(const struct profile *profile, uint64_t ip)
{
	_free_ char *text = xstrdup(profile->maps); /* reading changes it */
	char *pos = text;
	struct procfs_map map;

	while (procfs_next_map(&pos, &map)) {
		if (ip < map.start || ip >= map.end) continue;
		const struct symbol *symbol = object_find(profile->object, ip - map.start + map.pgoff);
		return symbol ? symbol->name : "";
	}
	return "";
}

/* Whether the frame is there and in that function. */
static bool frame_is(const struct profile *profile, const struct sample *sample, uint64_t frame, const char *name)
{
	return frame < sample->nr_callchain && strcmp(function_at(profile, sample->callchain[frame]), name) == 0;
}

/* A visitor; samples outside of leaf (starting, ending) are not looked at. */
static void resolve(void *ctx, const struct sample *sample)
{
	struct profile *profile = ctx;

	if (strcmp(function_at(profile, sample->ip), "leaf") != 0) return;
	profile->samples++;
	/* callchain[0] is the marker of the user's side */
	profile->leaf += frame_is(profile, sample, 1, "leaf");
	profile->caller += frame_is(profile, sample, 2, "parent");
	profile->caller_of_caller += frame_is(profile, sample, 3, "leafloop");
}

/* The specimen in a child that waits until its event is open: a byte in go_fd says so. */
static pid_t start_workload(int go_fd)
{
	static const char *const arguments[] = { "0.3", NULL };
	pid_t pid = fork();
	char byte;

	if (pid) return pid;
	signal(SIGALRM, SIG_DFL);
	if (read(go_fd, &byte, 1) != 1) _exit(1);
	_exit(specimen_find("leafloop")->run(1, (const char **)arguments));
}

/* Fork, open, let the child run, wait for it, then look at what is in the ring: 128 pages hold all of its samples. */
static void leafloop(struct selftest_run *run)
{
	struct event_attr attr = self_sampling_attr(ATTR_TYPE_SOFTWARE, 0, PERIOD_NS);
	struct symbol_options options = { .demangle = true };
	struct profile profile = { 0 };
	char path[PATH_MAX] = "";
	struct self_sampling live;
	int go[2], status;

	SELFTEST_REQUIRE(run, readlink("/proc/self/exe", path, sizeof(path) - 1) > 0 && pipe(go) == 0);
	/* started before the event is open, as the event needs its number; held at the pipe until then */
	pid_t pid = start_workload(go[0]);
	SELFTEST_REQUIRE(run, pid > 0);
	attr.sample_type |= SAMPLE_CALLCHAIN;
	attr.flags |= ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_CALLCHAIN_KERNEL;
	/* the child ends in any case, so that it can be waited for */
	bool opened = self_sampling_open(&live, &attr, pid, 128, run);
	if (opened) event_enable(live.fd);
	else kill(pid, SIGKILL);
	/* a child of a fork has our maps; read while it lives */
	profile.maps = procfs_maps(machine_of_this_process(), pid);
	if (write(go[1], "", 1) != 1) kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
	close(go[0]);
	close(go[1]);
	if (opened) {
		struct symbol_store *store = symbol_store_new(&options);

		profile.object = symbol_store_object(
			store, &(struct object_identity){ .kind = OBJECT_USER, .path = path, .pid = -1 });
		int samples = self_sampling_visit(&live, resolve, &profile);
		if (!object_nr_symbols(profile.object)) run->skip = "the program is stripped";
		else if (samples < SAMPLES_MIN) run->skip = "the machine is too busy";
		else SELFTEST_CHECK(run, profile.samples > (unsigned)samples / 2);
		SELFTEST_CHECK(run, profile.leaf >= profile.samples);
		SELFTEST_CHECK(run, profile.caller >= profile.samples * 9 / 10);
		SELFTEST_CHECK(run, profile.caller_of_caller >= profile.samples * 9 / 10);
		symbol_store_free(store);
		self_sampling_close(&live);
	}
	free(profile.maps);
}

const struct selftest selftest_check_profile = { .name = "Samples of a known program and its call chains",
						 .run = leafloop };
