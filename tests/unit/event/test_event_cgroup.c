/* -G and --for-each-cgroup on lists of events. */
#include "event/spec/event_cgroup.h"

#include <errno.h>
#include "tests/unit/test.h"

static struct event_list make(size_t count)
{
	struct event_list list = EVENT_LIST_INIT;
	for (size_t i = 0; i < count; i++) {
		_free_ char *name = xasprintf("e%zu", i);
		event_list_add(&list, name);
	}
	return list;
}

/* "a,-,b": the groups of the events */
static const char *groups(const struct event_list *list)
{
	static char text[256];
	size_t n = 0;
	text[0] = '\0';
	for (size_t i = 0; i < event_list_count(list); i++) {
		const struct event_spec *spec = event_list_get(list, i);
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s", i ? "," : "",
				      spec->cgroup ? spec->cgroup : "-");
	}
	return text;
}

TEST(in_order)
{
	static const struct {
		size_t events;
		const char *first, *second, *expected;
	} rows[] = {
		{ 2, "a,b", NULL, "a,b" },
		{ 3, "a", NULL, "a,a,a" },
		{ 3, "a,,b", NULL, "a,-,b" },
		{ 2, "a,", NULL, "a,-" },
		{ 2, "a", "b", "a,b" },
		{ 3, "a,b", NULL, "a,b,-" },
		{ 3, "x/y.slice", NULL, "x/y.slice,x/y.slice,x/y.slice" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct event_list list = make(rows[i].events);
		size_t next = 0;
		CHECK_INT(event_cgroup_assign(&list, rows[i].first, &next, NULL), 0);
		if (rows[i].second) CHECK_INT(event_cgroup_assign(&list, rows[i].second, &next, NULL), 0);
		CHECK_STR(groups(&list), rows[i].expected);
		event_list_done(&list);
	}
}

TEST(too_many)
{
	struct event_list list = make(1);
	struct event_list none = EVENT_LIST_INIT;
	_err_done_ struct err err = ERR_INIT;
	size_t next = 0;
	CHECK_INT(event_cgroup_assign(&list, "a,b", &next, &err), -EINVAL);
	CHECK_STR(groups(&list), "-");
	CHECK_INT(event_cgroup_assign(&none, "a", &next, &err), -EINVAL);
	CHECK_STR(err.message, "must define events before cgroups");
	event_list_done(&list);
}

static const char *selected(const char *text, int *ret_code)
{
	static char out[256];
	char *const all_names[] = { xstrdup("/"), xstrdup("a"), xstrdup("ab"), xstrdup("ab/c"), xstrdup("user.slice") };
	struct cgroup_names all = { VEC_INIT }, found = { VEC_INIT };
	for (size_t i = 0; i < ARRAY_SIZE(all_names); i++) vec_push(&all.names, all_names[i]);
	*ret_code = event_cgroup_select(text, &all, &found, NULL);
	size_t n = 0;
	out[0] = '\0';
	for (size_t i = 0; i < found.names.count; i++)
		n += (size_t)snprintf(out + n, sizeof(out) - n, "%s%s", i ? "," : "", found.names.items[i]);
	cgroup_names_done(&all);
	cgroup_names_done(&found);
	return out;
}

TEST(selection)
{
	int code;
	CHECK_STR(selected("a,ab", &code), "a,ab");
	CHECK_STR(selected("a,a", &code), "a");
	CHECK_STR(selected("^a", &code), "a,ab,ab/c");
	CHECK_STR(selected("a,^a", &code), "a,ab,ab/c");
	CHECK_STR(selected("a[b]$", &code), "ab");
	CHECK_STR(selected("a,,ab", &code), "a,/,ab");
	CHECK_STR(selected("unknown", &code), "unknown");
	CHECK_STR(selected("", &code), "/");
	CHECK_STR(selected("zz.*", &code), "");
	CHECK_INT(code, -ENOENT);
	CHECK_STR(selected("a[", &code), "");
	CHECK_INT(code, -EINVAL);
}

TEST(expansion)
{
	struct event_list list = make(3);
	event_list_get(&list, 1)->nr_members = 2;
	event_list_get(&list, 2)->leader = 1;
	event_list_get(&list, 0)->filter = xstrdup("x > 1");
	struct cgroup_names names = { VEC_INIT };
	vec_push(&names.names, xstrdup("a"));
	vec_push(&names.names, xstrdup("b"));
	event_cgroup_expand(&list, &names);
	CHECK_STR(groups(&list), "a,a,a,b,b,b");
	CHECK_INT(event_list_get(&list, 2)->leader, 1);
	CHECK_INT(event_list_get(&list, 3)->leader, 3);
	CHECK_INT(event_list_get(&list, 5)->leader, 4);
	CHECK_INT(event_list_get(&list, 4)->nr_members, 2);
	CHECK_STR(event_list_get(&list, 3)->filter, "x > 1");
	CHECK_STR(event_list_get(&list, 4)->name, "e1");
	cgroup_names_done(&names);
	event_list_done(&list);
}

TEST_MAIN
