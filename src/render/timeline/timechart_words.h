/* What is said of spans of a timechart. */
#ifndef RENDER_TIMELINE_TIMECHART_WORDS_H
#define RENDER_TIMELINE_TIMECHART_WORDS_H

#include "result/timechart.h"

/* "running", "waiting", ... of an enum timechart_kind */
const char *timechart_word(uint8_t kind);

#endif
