/* Which types of data, and which of their members, the samples of instructions access. */
#ifndef ANALYSIS_TYPES_TYPE_PROFILE_H
#define ANALYSIS_TYPES_TYPE_PROFILE_H

#include "analysis/annotate/annotate.h"
#include "result/type_layout.h"

/* Out of samples by instruction (annotate_collect), on at most `threads` threads. Fills *ret, which type_layouts_done
 * frees; texts are copies. Does not depend on the number of threads. */
void type_profile_make(const struct annotate *annotate, unsigned threads, struct type_layouts *ret);

#endif
