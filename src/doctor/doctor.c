/* The table of checks, and running it. */
#include "doctor/doctor.h"

#include <string.h>
#include "doctor/finding.h"

const struct doctor_check doctor_checks[] = {
#define X(name, group, weight, function) { name, group, weight, function },
#include "doctor/doctor_check.def"
#undef X
	{ NULL, NULL, DOCTOR_EXTRA, NULL }
};

/* Calls of one word of the list after the other: where it begins; NULL behind the last. */
static const char *next_word(const char **list, size_t *ret_size)
{
	const char *word = *list;
	if (!word) return NULL;
	*ret_size = strcspn(word, ",");
	*list = word[*ret_size] ? word + *ret_size + 1 : NULL;
	return word;
}

static bool is_group(const char *group, const char *word, size_t size)
{
	return strlen(group) == size && memcmp(group, word, size) == 0;
}

static bool is_wanted(const char *groups, const char *group)
{
	size_t size;
	if (!groups) return true;
	for (const char *word; (word = next_word(&groups, &size));)
		if (is_group(group, word, size)) return true;
	return false;
}

bool doctor_groups_are_known(const char *groups, const char **ret_bad, size_t *ret_size)
{
	for (const char *word; (word = next_word(&groups, ret_size));) {
		const struct doctor_check *check = doctor_checks;
		while (check->name && !is_group(check->group, word, *ret_size)) check++;
		*ret_bad = word;
		if (!check->name) return false;
	}
	return true;
}

void doctor_check_run(const struct doctor_check *check, const struct doctor_scene *scene, struct doctor_finding *ret)
{
	*ret = (struct doctor_finding){ .name = check->name, .group = check->group, .weight = check->weight };
	check->check(scene, ret);
}

const struct doctor_check *doctor_check_of(const struct doctor_finding *finding)
{
	const struct doctor_check *check = doctor_checks;
	while (check->name && (strcmp(check->name, finding->name) != 0 || strcmp(check->group, finding->group) != 0))
		check++;
	return check;
}

void doctor_examine(const struct doctor_scene *scene, const char *groups, struct doctor_findings *ret)
{
	bool has_program = scene->program || scene->pid;
	*ret = (struct doctor_findings){ VEC_INIT };
	for (const struct doctor_check *check = doctor_checks; check->name; check++) {
		if (!is_wanted(groups, check->group)) continue;
		if (!has_program && strcmp(check->group, "program") == 0) continue;
		struct doctor_finding finding;
		doctor_check_run(check, scene, &finding);
		vec_push(&ret->items, finding);
	}
}
