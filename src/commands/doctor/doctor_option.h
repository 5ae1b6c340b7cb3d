/* Options of perf doctor. */
#ifndef COMMANDS_DOCTOR_DOCTOR_OPTION_H
#define COMMANDS_DOCTOR_DOCTOR_OPTION_H

#include <stdbool.h>
#include <stdint.h>

struct doctor_values {
	bool json, network, fix, yes;
	const char *only;    /* groups, separated by commas; NULL: all */
	const char *program; /* NULL: none */
	int32_t pid;         /* 0: none */
};

/* Reads the options, and checks them. False, with the command's exit status in *status: it ends now. */
bool doctor_values_parse(struct doctor_values *values, int *argc, const char **argv, int *status);

#endif
