/* How checks fill a finding, and what several of them ask: for the files of this room alone. */
#ifndef DOCTOR_FINDING_H
#define DOCTOR_FINDING_H

#include "doctor/doctor.h"

/* Texts are made as printf does; what %s is given is a name (base/printable.h). */
void finding_set(struct doctor_finding *finding, enum doctor_verdict verdict, const char *what, ...) _printf_(3, 4);
void finding_follows(struct doctor_finding *finding, const char *consequence, ...) _printf_(2, 3);
void finding_advise(struct doctor_finding *finding, const char *advice, ...) _printf_(2, 3);
void finding_saw(struct doctor_finding *finding, const char *from, const char *value, ...) _printf_(3, 4);
/* Takes the command over. can_fix: it changes only what runs now. */
void finding_remedy(struct doctor_finding *finding, char *command, bool can_fix);
/* The remedy is that sysctl, "kernel." left off; with the line that keeps it. */
void finding_sysctl(struct doctor_finding *finding, const char *name, long long value);

/* The text of a file below the machine's root, as kernelfs_read, which becomes evidence. NULL: it cannot be read. */
char *doctor_read(const struct doctor_scene *scene, struct doctor_finding *finding, const char *path);
/* A number of a file, likewise; `otherwise` when there is none. */
long long doctor_read_number(const struct doctor_scene *scene, struct doctor_finding *finding, const char *path,
			     long long otherwise);
/* perf_event_paranoid; the kernel's own default where it is not to be read. */
int doctor_paranoid(const struct doctor_scene *scene, struct doctor_finding *finding);
/* Whether this process has the capability (CAP_*) in the eyes of the kernel itself: those of a user namespace count
 * for nothing there. */
bool doctor_capable(const struct kernelfs *fs, unsigned capability);
/* False for users of a container that has a user namespace of its own: their rights end there. */
bool doctor_is_first_user_namespace(const struct kernelfs *fs);
/* Whether it may measure whatever perf_event_paranoid is: CAP_PERFMON, or CAP_SYS_ADMIN. */
bool doctor_may_measure(const struct kernelfs *fs);
/* Whether the machine is a guest of another; *ret_kind, a constant, in words. */
bool doctor_is_guest(const struct kernelfs *fs, const char **ret_kind);
/* Whether it drives counters of its CPUs: a PMU of the CPU is in sysfs. */
bool doctor_has_core_pmu(const struct kernelfs *fs);
size_t doctor_nr_cpus(const struct kernelfs *fs);

/* Opens the event on this thread (cpu -1) or on a CPU, which becomes evidence under that name, and closes it again.
 * 0 or -errno. */
int doctor_try(const struct doctor_scene *scene, struct doctor_finding *finding, const char *name,
	       const struct event_attr *attr, int32_t cpu);
/* Why it was refused with that code, where perf_event_paranoid at most `needed` allows it: sets verdict, what and
 * remedy. */
void doctor_explain_refusal(const struct doctor_scene *scene, struct doctor_finding *finding, int code, int needed);

#define X(name, group, weight, function) \
	void function(const struct doctor_scene *scene, struct doctor_finding *finding);
#include "doctor/doctor_check.def"
#undef X

#endif
