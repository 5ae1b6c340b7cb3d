/* What the configuration says to perf daemon, and the words of a command line. */
#include "commands/daemon/daemon_settings.h"

#include <errno.h>
#include <unistd.h>
#include "commands/daemon/daemon_command_line.h"
#include "tests/unit/test.h"

/* The words of the text with '|' between, and '!' behind where a quote is open. */
static void check_words(const char *text, const char *want)
{
	struct daemon_words words = { 0 };
	char got[200] = "";
	int r = daemon_words_split(text, &words, NULL);
	for (size_t i = 0; i < words.words.count; i++)
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s", i ? "|" : "", words.words.items[i]);
	if (r < 0) strcat(got, "!");
	CHECK_STR(got, want);
	daemon_words_done(&words);
}

TEST(words)
{
	check_words("", "");
	check_words("  \t ", "");
	check_words("-a  -e cycles\t-m 10M ", "-a|-e|cycles|-m|10M");
	check_words("--filter 'a == 1' x", "--filter|a == 1|x");
	check_words("a\"b c\"d '' \"\\\"\\n\"", "ab cd||\"\\n");
	check_words("a\\ b \\' 'c\\'", "a b|'|c\\");
	check_words("a 'b", "a|b!");
	check_words("a \"b\\", "a|b\\!");
	check_words("sched:* $HOME `id`;x", "sched:*|$HOME|`id`;x");
}

TEST(names)
{
	CHECK(daemon_name_is_valid("cycles-2_x.y"));
	CHECK(!daemon_name_is_valid(""));
	CHECK(!daemon_name_is_valid(".."));
	CHECK(!daemon_name_is_valid("a/b"));
	CHECK(!daemon_name_is_valid("a b"));
	CHECK(!daemon_name_is_valid("\xc3\xa4"));
	char name[66];
	memset(name, 'a', sizeof(name));
	name[65] = '\0';
	CHECK(!daemon_name_is_valid(name));
	name[64] = '\0';
	CHECK(daemon_name_is_valid(name));
}

TEST(a_file)
{
	char path[] = "/tmp/test_daemon_settings.XXXXXX";
	static const char text[] = "[daemon]\nbase=/opt/perfdata\n\n[session-cycles]\nrun = -m 10M -e cycles -a\n"
				   "[session-sched]\nrun = -e sched:* # all\n[session-empty]\nrun =\n"
				   "[session-x]\nrnu = -a\n[session-y \"../z\"]\nrun = -a\n[session-q]\nrun = 'a\n";
	struct warnings *warnings = warnings_new();
	struct daemon_settings settings;
	int fd = mkstemp(path);
	CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
	CHECK_INT(daemon_settings_read(path, &settings, warnings, NULL), 0);
	unlink(path);
	CHECK_STR(settings.base, "/opt/perfdata");
	CHECK_INT(warnings_count(warnings, "daemon"), 3);
	CHECK_INT(settings.sessions.count, 3);
	if (settings.sessions.count == 3) {
		CHECK_STR(settings.sessions.items[0].name, "cycles");
		CHECK_STR(settings.sessions.items[0].run, "-m 10M -e cycles -a");
		CHECK_STR(settings.sessions.items[1].run, "-e sched:*");
		CHECK_STR(settings.sessions.items[2].run, "");
	}
	daemon_settings_done(&settings);
	CHECK_INT(daemon_settings_read(path, &settings, warnings, NULL), -ENOENT);
	daemon_settings_done(&settings);
	warnings_free(warnings);
}

TEST_MAIN
