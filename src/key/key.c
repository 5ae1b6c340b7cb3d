/* The table of keys, made of key.def. */
#include "key/key_table.h"
#include <strings.h>

static const struct key *const keys[] = {
#define KEY(id) &key_##id,
#include "key/key.def"
#undef KEY
};

size_t key_count(void) { return ARRAY_SIZE(keys); }
const struct key *key_at(size_t i) { return keys[i]; }

const struct key *key_find(const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (strncasecmp(keys[i]->name, name, length) == 0) return keys[i];
	return NULL;
}

void key_join(const struct key *key, const struct key_env *env, uint64_t cell, struct outbuf *out)
{
	if (key->join) key->join(env, cell, out);
	else key->format(env, cell, 0, out);
}
