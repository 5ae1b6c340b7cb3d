/* What uname(2) says of the machine that perf runs on. Recordings of other machines say in their header what theirs is:
 * this one is for those that say nothing, and for what is measured here. */
#ifndef BASE_HOST_H
#define BASE_HOST_H

#include <stdbool.h>

/* Texts are cut to 64 bytes, which is what uname(2) gives at most. */
struct host {
	char name[65];    /* "buildd2" */
	char release[65]; /* of the kernel: "6.12.5-amd64" */
	char version[65]; /* its build: "#1 SMP PREEMPT_DYNAMIC Debian 6.12.5-1" */
	char machine[65]; /* "x86_64" */
};

/* One call of uname(2) each time; texts are empty when it fails. Thread safe. */
struct host host_read(void);
/* Whether the kernel that runs here has this release; false for "" and when uname(2) fails. */
bool host_runs_release(const char *release);

#endif
