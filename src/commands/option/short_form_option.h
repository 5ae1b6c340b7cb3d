/* Whether tracepoints are printed as libtraceevent's plugins do. There is no option for it: upstream prints so where
 * plugins are installed. */
#ifndef COMMANDS_OPTION_SHORT_FORM_OPTION_H
#define COMMANDS_OPTION_SHORT_FORM_OPTION_H

#include <stdbool.h>

/* trace.plugins of the configuration, where it is set; else whether TRACEEVENT_PLUGIN_DIR names a directory with a
 * file plugin_NAME.so. Reads the directory at each call. */
bool short_form_option_get(void);

#endif
