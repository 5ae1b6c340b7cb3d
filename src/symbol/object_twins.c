/* Symbols of one object that have the same name: static functions of several source files, instances of generic code.
 *
 * An index by name as linked is made on first use, with a list a hash. Names that differ only in the hash that the Rust
 * compiler puts behind them are one there, as they are readable: _ZN4core3fmt5write17h0123456789abcdefE. */
#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"
#include "symbol/object_private.h"

/* What is known of names that occur more than once. next_1: by symbol, the number + 1 of the next with its hash. */
struct object_twins {
	struct u64map last_1; /* by hash: the last symbol + 1 */
	uint32_t *next_1;
};

/* "17h", 16 digits, "E" */
enum { RUST_HASH_SIZE = 20 };
/* Behind so many of one name nobody looks for another. */
enum { NEIGHBOURS_MAX = 64 };

static uint64_t hash_of(const char *name)
{
	size_t size = strlen(name);
	const char *hash = name + size - RUST_HASH_SIZE;
	if (size > RUST_HASH_SIZE && memcmp(hash, "17h", 3) == 0 && name[size - 1] == 'E' &&
	    strspn(hash + 3, "0123456789abcdef") == 16)
		size -= RUST_HASH_SIZE;
	return hash_bytes(name, size);
}

/* Backwards, so that lists are ascending. */
static struct object_twins *twins_new(const struct object *object)
{
	struct object_twins *twins = xcalloc(1, sizeof(*twins));
	size_t count = object->table.nr_symbols;
	twins->next_1 = xcalloc(count + 1, sizeof(*twins->next_1));
	u64map_reserve(&twins->last_1, count);
	for (size_t i = count; i-- > 0;) {
		uint64_t *last_1 = u64map_put(&twins->last_1, hash_of(symbol_table_get(&object->table, i).name), NULL);
		twins->next_1[i] = (uint32_t)*last_1;
		*last_1 = i + 1;
	}
	return twins;
}

void object_twins_free(struct object_twins *twins)
{
	if (!twins) return;
	u64map_done(&twins->last_1);
	free(twins->next_1);
	free(twins);
}

static struct object_twins *twins_of(struct object *object)
{
	pthread_mutex_lock(&object->lock);
	if (!object->twins) object->twins = twins_new(object);
	struct object_twins *twins = object->twins;
	pthread_mutex_unlock(&object->lock);
	return twins;
}

/* The symbol's number; as many as there are: it is not of this object. */
static size_t number_of(struct object *object, const struct symbol *symbol)
{
	size_t count = object_nr_symbols(object);
	size_t from = 0, to = count;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (symbol_table_get(&object->table, middle).start < symbol->start) from = middle + 1;
		else to = middle;
	}
	while (from < count && symbol_table_get(&object->table, from).start == symbol->start &&
	       atomic_load_explicit(&object->made[from], memory_order_acquire) != symbol)
		from++;
	return from < count && atomic_load_explicit(&object->made[from], memory_order_acquire) == symbol ? from : count;
}

bool object_has_symbol(struct object *object, const struct symbol *symbol)
{
	return number_of(object, symbol) < object_nr_symbols(object);
}

size_t object_same_named(struct object *object, const struct symbol *symbol, const struct symbol **ret, size_t max)
{
	size_t number = number_of(object, symbol), count = 0;
	if (number == object_nr_symbols(object)) return 0;
	const struct object_twins *twins = twins_of(object);
	const uint64_t *first_1 = u64map_find(&twins->last_1, hash_of(symbol_table_get(&object->table, number).name));
	for (size_t i_1 = first_1 ? *first_1 : 0; i_1 && count < max; i_1 = twins->next_1[i_1 - 1]) {
		const struct symbol *other = object_symbol(object, i_1 - 1);
		if (other && strcmp(other->name, symbol->name) == 0) ret[count++] = other;
	}
	return count;
}

void object_neighbours(struct object *object, const struct symbol *symbol, const char **ret_before,
		       const char **ret_after)
{
	size_t number = number_of(object, symbol), count = object_nr_symbols(object);
	*ret_before = *ret_after = NULL;
	if (number == count) return;
	for (size_t i = number; !*ret_before && i > 0 && number - i < NEIGHBOURS_MAX; i--) {
		const struct symbol *other = object_symbol(object, i - 1);
		if (strcmp(other->name, symbol->name) != 0) *ret_before = other->name;
	}
	for (size_t i = number + 1; !*ret_after && i < count && i - number <= NEIGHBOURS_MAX; i++) {
		const struct symbol *other = object_symbol(object, i);
		if (strcmp(other->name, symbol->name) != 0) *ret_after = other->name;
	}
}

uint64_t object_linked_hash(struct object *object, const struct symbol *symbol)
{
	size_t number = number_of(object, symbol);
	return number < object_nr_symbols(object) ? hash_of(symbol_table_get(&object->table, number).name) : 0;
}

bool object_is_shared(const struct object *object) { return !object->store->options.shared; }
