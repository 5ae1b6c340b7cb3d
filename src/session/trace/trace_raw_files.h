/* The bytes of a trace as files, a file a CPU, for other programs (letter d of --itrace, where a kind of trace has no
 * decoder that could log what it does). */
#ifndef SESSION_TRACE_TRACE_RAW_FILES_H
#define SESSION_TRACE_TRACE_RAW_FILES_H

#include "session/trace/trace_input.h"

/* Writes DIR/NAME.CPU for each queue, CPU in two hexadecimal digits, with its buffers behind each other; a file that is
 * there is written anew. dir: NULL or no directory: the current one. 0, or -errno with err set. */
int trace_raw_files_write(const struct trace_input *input, const char *dir, const char *name, struct err *err);

#endif
