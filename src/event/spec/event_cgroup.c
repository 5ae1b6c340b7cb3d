/* Events of control groups: a name in event_spec.cgroup. -G writes names into the events there are; --for-each-cgroup
 * makes the list as many times as long as there are groups:
 *
 *     a,b for x,y  ->  a(x) b(x) a(y) b(y) */
#include "event/spec/event_cgroup.h"

#include <errno.h>
#include <regex.h>
#include <string.h>

/* An empty name is no group. */
static void set_cgroup(struct event_spec *spec, const char *name)
{
	free(spec->cgroup);
	spec->cgroup = *name ? xstrdup(name) : NULL;
}

int event_cgroup_assign(struct event_list *list, const char *names, size_t *next, struct err *err)
{
	size_t count = event_list_count(list), nr_names = 1;
	for (const char *comma = names; (comma = strchr(comma, ',')); comma++) nr_names++;
	if (!count) return err_set(err, -EINVAL, "must define events before cgroups");
	if (*next + nr_names > count) return err_set(err, -EINVAL, "more cgroups than events");
	_free_ char *copy = xstrdup(names);
	for (char *name, *rest = copy; (name = strsep(&rest, ","));) set_cgroup(event_list_get(list, (*next)++), name);
	/* the only name so far */
	if (*next == 1)
		for (size_t i = 1; i < count; i++) set_cgroup(event_list_get(list, i), names);
	return 0;
}

void cgroup_names_done(struct cgroup_names *names)
{
	for (size_t i = 0; i < names->names.count; i++) free(names->names.items[i]);
	vec_done(&names->names);
}

/* Keeps the order of first mention. */
static void add_once(struct cgroup_names *names, const char *name)
{
	for (size_t i = 0; i < names->names.count; i++)
		if (strcmp(names->names.items[i], name) == 0) return;
	vec_push(&names->names, xstrdup(name));
}

/* Adds each group of all that the expression matches. */
static int add_matches(const char *expression, const struct cgroup_names *all, struct cgroup_names *ret,
		       struct err *err)
{
	regex_t regex;
	int code = regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB);
	if (code) {
		char why[200];
		regerror(code, &regex, why, sizeof(why));
		return err_set(err, -EINVAL, "cgroup '%s': %s", expression, why);
	}
	for (size_t i = 0; i < all->names.count; i++)
		if (regexec(&regex, all->names.items[i], 0, NULL, 0) == 0) add_once(ret, all->names.items[i]);
	regfree(&regex);
	return 0;
}

int event_cgroup_select(const char *text, const struct cgroup_names *all, struct cgroup_names *ret, struct err *err)
{
	_free_ char *copy = xstrdup(text);
	for (char *name, *rest = copy; (name = strsep(&rest, ","));) {
		int r = 0;
		/* A name with any of these characters is an expression. */
		if (strpbrk(name, "^$.*+?[](){}|\\")) r = add_matches(name, all, ret, err);
		else add_once(ret, *name ? name : "/");
		if (r < 0) return r;
	}
	return ret->names.count ? 0 : err_set(err, -ENOENT, "no cgroup matched: %s", text);
}

void event_cgroup_expand(struct event_list *list, const struct cgroup_names *names)
{
	size_t count = event_list_count(list);
	/* list gives its events away and gets copies, so that it never holds both */
	struct event_list originals = *list;
	list->items_vec = (__typeof__(list->items_vec))VEC_INIT;
	for (size_t k = 0; k < names->names.count; k++) {
		for (size_t i = 0; i < count; i++) {
			struct event_spec *copy = event_spec_copy(event_list_get(&originals, i));
			/* Copies lie one behind the other, so that leaders move by as many events as there are. */
			copy->leader += (uint32_t)(k * count);
			set_cgroup(copy, names->names.items[k]);
			vec_push(&list->items_vec, copy);
		}
	}
	event_list_done(&originals);
}
