/* Values (base/value_sink.h) as members of a JSON object: "fd": 3, "stat": {"size": 12}, "list": [1, 2]. The braces of
 * the outermost object are the caller's. Values that were given no name are called "value". */
#ifndef BASE_VALUE_JSON_H
#define BASE_VALUE_JSON_H

#include "base/value_sink.h"

/* For struct value_sink's type; out and all else of the sink zero. Constant, used by any number of sinks at once. */
extern const struct value_sink_type value_json;

#endif
