#include "commands/daemon/daemon_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include "base/outbuf.h"

void daemon_log(const struct daemon_log *log, const char *format, ...)
{
	struct timespec now;
	struct tm local;
	char when[40];
	struct outbuf out;
	va_list args;
	clock_gettime(CLOCK_REALTIME, &now);
	localtime_r(&now.tv_sec, &local);
	out_init(&out, log->fd);
	out_mem(&out, when, strftime(when, sizeof(when), "[%Y-%m-%d %H:%M:%S.", &local));
	out_dec0(&out, (uint64_t)now.tv_nsec / 1000, 6);
	out_lit(&out, "] ");
	va_start(args, format);
	out_vprintf(&out, format, args);
	va_end(args);
	out_char(&out, '\n');
	(void)out_flush(&out); /* nobody to tell */
	out_done(&out);
}
