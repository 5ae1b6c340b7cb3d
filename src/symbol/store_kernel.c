/* The kernel that was recorded, as far as a store knows it. */
#include "symbol/object_private.h"

enum kernel_match symbol_store_kernel_match(struct symbol_store *store, bool *ret_hidden)
{
	const struct symbol_options *o = &store->options;
	bool is_elsewhere =
		/* symfs names another machine's files: only a build-id can show that its kernel is the running one. */
		o->symfs[strspn(o->symfs, "/")];

	pthread_mutex_lock(&store->lock);
	if (!store->running_kernel.known) {
		bool hidden = false;
		enum kernel_match match = KERNEL_UNKNOWN;
		if (!store->kernel.build_id_size && o->use_running_kernel) match = KERNEL_SAME;
		else if (store->kernel.build_id_size || !is_elsewhere)
			match = running_kernel_match(&store->kernel, o->running_root, &hidden);
		store->running_kernel.match = match;
		store->running_kernel.hidden = hidden;
		store->running_kernel.known = true;
	}
	pthread_mutex_unlock(&store->lock);
	*ret_hidden = store->running_kernel.hidden;
	return store->running_kernel.match;
}

const char *symbol_store_kernel_release(struct symbol_store *store, struct host *host)
{
	bool hidden;
	if (store->kernel.release) return store->kernel.release;
	if (store->kernel.module_release) return store->kernel.module_release;
	if (symbol_store_kernel_match(store, &hidden) != KERNEL_SAME) return NULL;
	*host = host_read();
	return *host->release ? host->release : NULL;
}
