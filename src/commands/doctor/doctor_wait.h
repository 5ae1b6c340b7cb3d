/* perf doctor wait: what a process waits for, in ten lines. */
#ifndef COMMANDS_DOCTOR_DOCTOR_WAIT_H
#define COMMANDS_DOCTOR_DOCTOR_WAIT_H

/* argv[0] is "wait". Returns the exit status. */
int doctor_wait(int argc, const char **argv);

#endif
