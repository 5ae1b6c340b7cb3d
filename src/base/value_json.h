/* Values (base/value_sink.h) as members of a JSON object: "fd": 3, "stat": {"size": 12}, "list": [1, 2]. */
#ifndef BASE_VALUE_JSON_H
#define BASE_VALUE_JSON_H

#include "base/value_sink.h"

extern const struct value_sink_type value_json;

#endif
