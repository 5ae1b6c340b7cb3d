/* The program that is asked about, opened: for the checks of the group "program" alone. */
#ifndef DOCTOR_PROGRAM_H
#define DOCTOR_PROGRAM_H

#include "doctor/doctor.h"
#include "symbol/object.h"
#include "symbol/object_files.h"

struct program {
	/* As the process sees it, and of a script its interpreter's; owned. */
	char *path;
	char *interpreted; /* the script's own path; NULL: it is none. Owned */
	struct symbol_store *store;
	struct object *object;
	struct symbol_file file; /* what runs; path NULL: it cannot be opened */
	int code;                /* why not, -errno */
};

/* Opens what the scene names: a path, or the program of a process below that one's root directory. program_close
 * frees, also after a failure (*ret->code is not 0 then). */
void program_open(const struct doctor_scene *scene, struct program *ret);
void program_close(struct program *program);
#define _program_close_ _cleanup_(program_close)

/* Of functions that call others, how many keep a frame pointer: a sample of at most PROGRAM_FUNCTIONS. 0 or -errno
 * (-ENOTSUP: not known of this processor, or no library to disassemble). */
enum { PROGRAM_FUNCTIONS = 400 };
struct program_frames {
	unsigned nr_functions, nr_with_pointer;
};
int program_frames(const struct program *program, struct program_frames *ret) _warn_unused_;
/* Most do: call chains by frame pointers are whole. */
bool program_frames_are_kept(const struct program_frames *frames);
/* Has it rules to unwind by: .eh_frame, .debug_frame, .ARM.exidx? */
bool program_has_rules(const struct program *program);

/* Whether a program of that name runs code that it makes while it runs (java), not only interprets. */
bool doctor_makes_code(const char *path);

#endif
