/* Where filters are: files, and what is in them. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/vec.h"
#include "script/filter/dlfilter_private.h"

int dlfilter_object_open(const char *path, struct dlfilter_object *ret, struct err *err)
{
	struct dlfilter_object object = { .handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) };
	const struct {
		const char *name;
		void *at;
	} symbols[] = {
		{ "start", &object.start },
		{ "stop", &object.stop },
		{ "filter_event_early", &object.event[DLFILTER_EARLY] },
		{ "filter_event", &object.event[DLFILTER_LATE] },
		{ "filter_description", &object.description },
		{ "perf_dlfilter_fns", &object.functions },
	};
	if (!object.handle) {
		const char *why = dlerror();
		if (!err) return -ENOENT;
		(void)err_set(err, -ENOENT, "--dlfilter: %s", why ? why : path);
		err_hint(err, "perf script --list-dlfilters lists the filters there are");
		return -ENOENT;
	}
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		void *symbol = dlsym(object.handle, symbols[i].name);
		/* C has no conversion from void * to a function pointer */
		memcpy(symbols[i].at, &symbol, sizeof(symbol));
	}
	*ret = object;
	return 0;
}

void dlfilter_object_close(struct dlfilter_object *object)
{
	if (object->handle) (void)dlclose(object->handle);
	object->handle = NULL;
}

char *dlfilter_find(const char *file, const char *exec_path)
{
	if (strchr(file, '/')) return xstrdup(file);
	char *path = xasprintf("./%s", file);
	if (access(path, R_OK) == 0) return path;
	free(path);
	path = xasprintf("%s/dlfilters/%s", exec_path, file);
	if (access(path, R_OK) == 0) return path;
	free(path);
	return xstrdup(file);
}

/* Names of the shared objects in a directory. */
struct file_names {
	VEC(char *) all;
};

static int compare_names(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void find_files(const char *directory, struct file_names *ret)
{
	const char *const suffix = ".so";
	DIR *dir = opendir(directory);
	const struct dirent *entry;
	while (dir && (entry = readdir(dir))) {
		size_t size = strlen(entry->d_name);
		if (size <= strlen(suffix) || strcmp(entry->d_name + size - strlen(suffix), suffix) != 0) continue;
		vec_push(&ret->all, xstrdup(entry->d_name));
	}
	if (dir) (void)closedir(dir);
	if (ret->all.count) qsort(ret->all.items, ret->all.count, sizeof(*ret->all.items), compare_names);
}

static void list_file(const char *directory, const char *name, bool verbose, struct outbuf *out)
{
	struct dlfilter_object object;
	const char *longer = NULL;
	_free_ char *path = xasprintf("%s/%s", directory, name);
	if (dlfilter_object_open(path, &object, NULL) < 0) return;
	if (object.event[DLFILTER_EARLY] || object.event[DLFILTER_LATE]) {
		const char *what = object.description ? object.description(&longer) : NULL;
		out_printf(out, "  %-36s %s\n", name, what ? what : "");
		if (verbose && longer) out_printf(out, "%*s%s\n", 39, "", longer);
	}
	dlfilter_object_close(&object);
}

void dlfilter_list(const char *exec_path, bool verbose, struct outbuf *out)
{
	_free_ char *installed = xasprintf("%s/dlfilters", exec_path);
	const char *const directories[] = { ".", installed };
	out_lit(out, "List of available dlfilters:\n");
	for (size_t i = 0; i < ARRAY_SIZE(directories); i++) {
		struct file_names files = { 0 };
		find_files(directories[i], &files);
		for (size_t j = 0; j < files.all.count; j++) {
			list_file(directories[i], files.all.items[j], verbose, out);
			free(files.all.items[j]);
		}
		vec_done(&files.all);
	}
}
