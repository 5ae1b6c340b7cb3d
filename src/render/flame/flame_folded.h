/* Call stacks as FlameGraph's folded text: a line a stack, outermost frame first, sorted, equal ones added up.
 *
 *     make;main;read_file;[libc.so.6];ksys_read 250000
 *
 * Written as stackcollapse-perf.pl makes it of perf script's text, so that flamegraph.pl, inferno, speedscope and the
 * like read it: blanks in commands are "_", ";" in names is ":", parameters and quotes are taken off, a frame without a
 * name is its object in brackets. The number is the sum of periods. Control characters are escaped (base/printable.h).
 */
#ifndef RENDER_FLAME_FLAME_FOLDED_H
#define RENDER_FLAME_FLAME_FOLDED_H

#include "base/outbuf.h"
#include "result/flame.h"

/* Appends the lines and flushes now and then. With a baseline each has two numbers, as difffolded.pl writes: of the
 * baseline, then of now. 0, or -errno of writing. */
int flame_folded(const struct flame *flame, struct outbuf *out) _warn_unused_;

/* A frame's name as it stands in a line, appended. */
void flame_folded_name(const struct flame_frame *frame, struct outbuf *out);

#endif
