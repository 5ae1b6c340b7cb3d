#include "render/timeline/timechart_words.h"

static const char *const words[TIMECHART_NR_KINDS] = {
	[TIMECHART_RUNNING] = "running", [TIMECHART_WAITING] = "waiting", [TIMECHART_BLOCKED] = "blocked",
	[TIMECHART_IDLE] = "idle",       [TIMECHART_READ] = "read",       [TIMECHART_WRITE] = "write",
	[TIMECHART_SYNC] = "sync",       [TIMECHART_RECEIVE] = "receive", [TIMECHART_SEND] = "send",
	[TIMECHART_POLL] = "poll",       [TIMECHART_MIXED] = "mixed",
};

const char *timechart_word(uint8_t kind) { return kind < TIMECHART_NR_KINDS ? words[kind] : "?"; }
