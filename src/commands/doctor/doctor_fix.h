/* perf doctor --fix. */
#ifndef COMMANDS_DOCTOR_DOCTOR_FIX_H
#define COMMANDS_DOCTOR_DOCTOR_FIX_H

#include "base/outbuf.h"
#include "doctor/doctor.h"

/* Runs the commands of findings of these groups (NULL: all) that change only what runs now, each after it was shown
 * and, unless yes, consented to on standard input; the check is run again. What was done goes to out. Returns the exit
 * status of the machine as it is then. */
int doctor_fix(const struct doctor_scene *scene, const char *groups, bool yes, struct outbuf *out);

#endif
