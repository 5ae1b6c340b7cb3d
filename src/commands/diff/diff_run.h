/* perf diff itself. */
#ifndef COMMANDS_DIFF_DIFF_RUN_H
#define COMMANDS_DIFF_DIFF_RUN_H

/* argv[0] is its name. Returns the exit status. */
int diff_run(int argc, const char **argv);
/* The same with other names of the recordings that are read where none is given: perf kvm diff. */
int diff_run_of(const char *before, const char *after, int argc, const char **argv);

#endif
