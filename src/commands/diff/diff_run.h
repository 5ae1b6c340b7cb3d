/* perf diff itself. */
#ifndef COMMANDS_DIFF_DIFF_RUN_H
#define COMMANDS_DIFF_DIFF_RUN_H

/* argv[0] is its name. Returns the exit status. */
int diff_run(int argc, const char **argv);

#endif
