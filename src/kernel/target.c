/* From options to lists of threads and CPUs. What ends between looking and opening is for those who open events to
 * cope with. */
#include "kernel/target.h"

#include <errno.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>
#include "kernel/cpu_list.h"
#include "kernel/procfs.h"

/* "12,34". code: what to return for text that is no such list, which differs between -p and -t as upstream's exit
 * codes do. */
static int parse_ids(const char *text, int code, struct procfs_ids *ids, struct err *err)
{
	while (*text) {
		char *end;
		long id = strtol(text, &end, 10);
		if (end == text || id <= 0 || id > INT32_MAX || (*end && *end != ','))
			return err_set(err, code, "'%s' is no list of process ids, such as 12,34 (-p, -t)", text);
		vec_push(&ids->ids, (int32_t)id);
		text = *end ? end + 1 : end;
	}
	return ids->ids.count ? 0 : err_set(err, code, "no process id given");
}

/* A thread that is named twice is counted once. Linear: lists of -p and -t are short. */
static void add_thread(struct target *target, int32_t tid)
{
	for (size_t i = 0; i < target->tids.count; i++)
		if (target->tids.items[i] == tid) return;
	vec_push(&target->tids, tid);
}

/* All threads of a process; err may be NULL. */
static int add_process(struct target *target, const struct kernelfs *fs, int32_t pid, struct err *err)
{
	struct procfs_ids tids = { VEC_INIT };
	if (procfs_tids(fs, pid, &tids) < 0 || !tids.ids.count) {
		vec_done(&tids.ids);
		err_set(err, -ESRCH, "Couldn't create thread/CPU maps: No such process");
		err_hint(err, "There is no process %d.", pid);
		return -ESRCH;
	}
	for (size_t i = 0; i < tids.ids.count; i++) add_thread(target, tids.ids.items[i]);
	vec_push(&target->pids, pid);
	vec_done(&tids.ids);
	return 0;
}

/* All processes of a user, by name or number. One that ends meanwhile is no error. */
static int add_user(struct target *target, const struct kernelfs *fs, const char *name, struct err *err)
{
	char *end;
	uint32_t uid = (uint32_t)strtoul(name, &end, 10);
	if (end == name || *end) {
		const struct passwd *user = getpwnam(name);
		if (!user)
			return err_set(err, -ENOENT,
				       "Invalid User: %s (-u, --uid): neither the name nor the number of a user", name);
		uid = user->pw_uid;
	}
	struct procfs_ids pids = { VEC_INIT };
	int r = procfs_pids(fs, &pids);
	target->takes_command = uid == geteuid();
	for (size_t i = 0; r >= 0 && i < pids.ids.count; i++) {
		uint32_t owner;
		if (procfs_uid(fs, pids.ids.items[i], &owner) && owner == uid)
			add_process(target, fs, pids.ids.items[i], NULL);
	}
	vec_done(&pids.ids);
	return target->tids.count ? 0 : err_set(err, -ESRCH, "User %s has no processes", name);
}

/* All threads of all processes. */
static int add_everyone(struct target *target, const struct kernelfs *fs, struct err *err)
{
	struct procfs_ids pids = { VEC_INIT };
	int r = procfs_pids(fs, &pids);
	for (size_t i = 0; r >= 0 && i < pids.ids.count; i++) {
		struct procfs_ids tids = { VEC_INIT };
		if (procfs_tids(fs, pids.ids.items[i], &tids) >= 0)
			for (size_t k = 0; k < tids.ids.count; k++) vec_push(&target->tids, tids.ids.items[k]);
		vec_done(&tids.ids);
	}
	vec_done(&pids.ids);
	return target->tids.count ? 0 : err_set(err, -ESRCH, "Couldn't create thread/CPU maps: No such process");
}

/* Sets target->cpus. With skip_offline the last CPU of the list is only skipped when another was taken. */
static int resolve_cpus(const struct target_options *options, const struct kernelfs *fs, struct target *target,
			struct err *err)
{
	struct cpu_list online, wanted;
	cpu_list_online(fs, &online);
	int r = 0;
	if (target->per_thread) {
		vec_push(&target->cpus, -1);
	} else if (!target->cpus_given) {
		for (size_t i = 0; i < online.cpus.count; i++) vec_push(&target->cpus, online.cpus.items[i]);
	} else if (!*options->cpus) {
		r = err_set(err, -ENXIO, "no CPU given");
	} else if (!cpu_list_parse(options->cpus, &wanted)) {
		r = err_set(err, -EINVAL, "'%s' is no list of CPUs (-C, --cpu): numbers and ranges, such as 0,2-3",
			    options->cpus);
	} else {
		for (size_t i = 0; r >= 0 && i < wanted.cpus.count; i++) {
			size_t k = 0;
			while (k < online.cpus.count && online.cpus.items[k] != wanted.cpus.items[i]) k++;
			if (k < online.cpus.count) vec_push(&target->cpus, wanted.cpus.items[i]);
			else if (options->skip_offline && i + 1 < wanted.cpus.count + target->cpus.count)
				target->nr_offline++;
			else
				r = err_set(err, -ENODEV, "CPU %d of '%s' is not online", wanted.cpus.items[i],
					    options->cpus);
		}
		vec_done(&wanted.cpus);
	}
	vec_done(&online.cpus);
	return r;
}

/* Of the kinds of options the first that is given counts: -p or -t, -u, all threads, CPUs. */
int target_resolve(const struct target_options *options, const struct kernelfs *fs, struct target *ret, struct err *err)
{
	struct target target = { .per_thread = options->per_thread };
	int r = 0;
	target.has_task = options->pids || options->tids || options->uid;
	if (options->pids || options->tids) {
		struct procfs_ids ids = { VEC_INIT };
		r = parse_ids(options->pids ? options->pids : options->tids, options->pids ? -ESRCH : -EINVAL, &ids,
			      err);
		for (size_t i = 0; r >= 0 && i < ids.ids.count; i++) {
			struct procfs_task task;
			if (options->pids) {
				r = add_process(&target, fs, ids.ids.items[i], err);
			} else if (!procfs_task(fs, ids.ids.items[i], &task)) {
				r = err_set(err, -ENXIO, "There is no thread %d.", ids.ids.items[i]);
			} else {
				add_thread(&target, ids.ids.items[i]);
				vec_push(&target.pids, task.tgid);
			}
		}
		vec_done(&ids.ids);
	} else if (options->uid) {
		r = add_user(&target, fs, options->uid, err);
	} else if (options->all_threads) {
		target.has_task = true;
		r = add_everyone(&target, fs, err);
	} else if (options->all_cpus || options->cpus) {
		target.has_cpu = true;
		target.cpus_given = options->cpus != NULL;
		target.per_thread = false;
		vec_push(&target.tids, -1);
	}
	if (r >= 0) r = resolve_cpus(options, fs, &target, err);
	if (r < 0) {
		target_done(&target);
		return r;
	}
	*ret = target;
	return 0;
}

void target_done(struct target *target)
{
	vec_done(&target->tids);
	vec_done(&target->cpus);
	vec_done(&target->pids);
}

/* Is the CPU among the target's? */
static bool has_number(const struct target *target, int32_t number)
{
	for (size_t i = 0; i < target->cpus.count; i++)
		if (target->cpus.items[i] == number) return true;
	return false;
}

void target_add_package_cpus(struct target *target, const struct event_list *events)
{
	/* With -a and -C events of threads do not exist. */
	if (target->has_cpu) return;
	for (size_t i = 0; i < event_list_count(events); i++) {
		const struct event_spec *spec = event_list_get(events, i);
		struct cpu_list own;
		if (!spec->is_uncore || !spec->pmu_cpus || !cpu_list_parse(spec->pmu_cpus, &own)) continue;
		for (size_t k = 0; k < own.cpus.count; k++) {
			if (has_number(target, own.cpus.items[k])) continue;
			vec_push(&target->cpus, own.cpus.items[k]);
			target->nr_package_cpus++;
		}
		vec_done(&own.cpus);
	}
}

bool target_has_place(const struct target *target, const struct event_spec *spec, size_t cpu)
{
	if (!target->nr_package_cpus) return true;
	return spec->is_uncore == (cpu + target->nr_package_cpus >= target->cpus.count);
}
