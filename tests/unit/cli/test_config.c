/* Configuration as commands see it: which files are read, values by type, storing. */
#include "cli/config.h"
#include <errno.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "tests/unit/test.h"

static struct config config;
static struct warnings *warnings;

static void parse(const char *text)
{
	config_init(&config);
	warnings = warnings_new();
	config_parse(&config, text, strlen(text), "text", warnings);
}

static void done(void)
{
	config_done(&config);
	warnings_free(warnings);
}

TEST(find)
{
	parse("[report]\nchildren=no\n[core]\nx=1\n[report]\nchildren=yes\nGroup=1\n");
	CHECK_STR(config_find(&config, "report.children"), "yes");
	CHECK_STR(config_find(&config, "Report.GROUP"), "1");
	CHECK_STR(config_find(&config, "report"), NULL);
	CHECK_STR(config_find(&config, "report.child"), NULL);
	CHECK_STR(config_find(&config, "repor.children"), NULL);
	CHECK_INT(config.variables.count, 3);
	CHECK_STR(config.variables.items[1].name, "group"); /* sections stay together */
	done();
}

TEST(types)
{
	int64_t number = 5;
	double real = 5;
	bool flag = true;
	const char *text = "old";

	parse("[a]\nn=-3\nk=2k\ng=9999999999g\nhex=0x10\njunk=1z\nf=0.25\npercent=3%\nno=off\nyes=TRUE\nempty=\n");
	CHECK_INT(config_int(&config, "a.n", -10, 10, &number), 1);
	CHECK_INT(number, -3);
	CHECK_INT(config_int(&config, "a.k", 0, INT64_MAX, &number), 1);
	CHECK_INT(number, 2048);
	CHECK_INT(config_int(&config, "a.hex", 0, 100, &number), 1);
	CHECK_INT(number, 16);
	CHECK_INT(config_int(&config, "a.n", 0, 10, &number), -EINVAL);
	CHECK_INT(config_int(&config, "a.g", 0, INT64_MAX, &number), -EINVAL);
	CHECK_INT(config_int(&config, "a.junk", 0, INT64_MAX, &number), -EINVAL);
	CHECK_INT(config_int(&config, "a.nothing", 0, 10, &number), 0);
	CHECK_INT(number, 16);
	CHECK_INT(config_float(&config, "a.f", &real), 1);
	CHECK(real == 0.25);
	CHECK_INT(config_float(&config, "a.percent", &real), 1);
	CHECK(real == 3);
	CHECK_INT(config_float(&config, "a.no", &real), -EINVAL);
	CHECK_INT(config_bool(&config, "a.no", &flag), 1);
	CHECK(!flag);
	CHECK_INT(config_bool(&config, "a.yes", &flag), 1);
	CHECK(flag);
	CHECK_INT(config_bool(&config, "a.empty", &flag), 1);
	CHECK(!flag);
	CHECK_INT(config_bool(&config, "a.f", &flag), -EINVAL);
	CHECK_INT(config_string(&config, "a.f", &text), 1);
	CHECK_STR(text, "0.25");
	CHECK_INT(config_string(&config, "a.zzz", &text), 0);
	done();
}

static void keep_warning(void *ctx, const char *kind, const char *text, uint64_t more)
{
	snprintf(ctx, 200, "%s", text);
}

TEST(warning_names_the_line)
{
	char text[200] = "";

	parse("[a]\nx\ny=1\n");
	warnings_visit(warnings, keep_warning, text);
	CHECK_STR(text, "bad config file line 2 in text: no value");
	CHECK_STR(config_find(&config, "a.y"), "1");
	done();
}

TEST(many_variables_are_cut)
{
	size_t size = 0;
	char *text = malloc(200000);

	size += (size_t)sprintf(text, "[a]\n");
	for (int i = 0; i < 10000; i++) size += (size_t)sprintf(text + size, "v%d=%d\n", i, i);
	parse(text);
	CHECK_INT(config.variables.count, 4096);
	CHECK_INT(warnings_count(warnings, NULL), 1);
	done();
	free(text);
}

static char home[] = "/tmp/perf-test-config-XXXXXX";

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
}

TEST(files)
{
	struct config_variable change = { "a", "x", "2" };
	struct err err = ERR_INIT;
	struct stat st;
	char path[100], link_path[100], *text;

	CHECK(mkdtemp(home) != NULL);
	setenv("HOME", home, 1);
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("PERF_CONFIG");
	setenv("PERF_CONFIG_NOSYSTEM", "1", 1);
	snprintf(path, sizeof(path), "%s/.perfconfig", home);
	warnings = warnings_new();

	config_init(&config);
	config_load(&config, CONFIG_ALL, warnings);
	CHECK_INT(config.variables.count, 0);
	config_done(&config);

	/* stored: made, then changed with its mode and through a link */
	CHECK_INT(config_store(CONFIG_ALL, &change, 1, &err), 0);
	chmod(path, 0600);
	snprintf(link_path, sizeof(link_path), "%s/real", home);
	rename(path, link_path);
	CHECK_INT(symlink(link_path, path), 0);
	change.value = "3";
	CHECK_INT(config_store(CONFIG_USER, &change, 1, &err), 0);
	CHECK(lstat(path, &st) == 0 && S_ISLNK(st.st_mode));
	CHECK(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
	config_init(&config);
	config_load(&config, CONFIG_ALL, warnings);
	CHECK_STR(config_find(&config, "a.x"), "3");
	config_done(&config);

	/* not the user's, or wanted not to be read */
	setenv("PERF_CONFIG_NOGLOBAL", "true", 1);
	config_init(&config);
	config_load(&config, CONFIG_ALL, warnings);
	CHECK_STR(config_find(&config, "a.x"), NULL);
	config_done(&config);
	unsetenv("PERF_CONFIG_NOGLOBAL");
	setenv("PERF_CONFIG", "/dev/null", 1);
	config_init(&config);
	config_load(&config, CONFIG_ALL, warnings);
	CHECK_INT(config.variables.count, 0);
	config_done(&config);

	/* another file */
	snprintf(link_path, sizeof(link_path), "%s/other", home);
	write_text(link_path, "[b]\ny=7\n");
	setenv("PERF_CONFIG", link_path, 1);
	config_init(&config);
	config_load(&config, CONFIG_ALL, warnings);
	CHECK_STR(config_find(&config, "b.y"), "7");
	CHECK_STR(config_find(&config, "a.x"), NULL);
	config_done(&config);
	text = config_path(CONFIG_USER);
	CHECK_STR(text, link_path);
	free(text);
	unsetenv("PERF_CONFIG");

	/* what cannot be written leaves the file alone */
	change.name = "bad name";
	CHECK_INT(config_store(CONFIG_USER, &change, 1, &err), -EINVAL);
	CHECK_STR(err.message, "invalid config variable: a.bad name");
	err_done(&err);
	CHECK_INT(warnings_count(warnings, NULL), 0);
	warnings_free(warnings);

	unlink(link_path);
	unlink(path);
	snprintf(link_path, sizeof(link_path), "%s/real", home);
	unlink(link_path);
	CHECK_INT(rmdir(home), 0);
}

TEST(a_device_is_never_replaced)
{
	struct config_variable change = { "a", "x", "2" };
	_err_done_ struct err err = ERR_INIT;
	struct stat st;
	char directory[] = "/tmp/perf-test-config-XXXXXX", path[100];

	CHECK(mkdtemp(directory) != NULL);
	snprintf(path, sizeof(path), "%s/null", directory);
	bool made = mknod(path, S_IFCHR | 0666, makedev(1, 3)) == 0; /* as /dev/null */
	if (made) {
		setenv("PERF_CONFIG", path, 1);
		CHECK_INT(config_store(CONFIG_ALL, &change, 1, &err), -EINVAL);
		CHECK(err.message && strstr(err.message, "is no regular file"));
		CHECK(lstat(path, &st) == 0 && S_ISCHR(st.st_mode));
		unsetenv("PERF_CONFIG");
		unlink(path);
	}
	CHECK_INT(rmdir(directory), 0);
	if (!made) SKIP("devices are root's to make");
}

/* Files of the kernel say how much they could hold; reading ends where their text does. */
TEST(shorter_than_its_size)
{
	const char *path = "/sys/devices/system/cpu/online";
	struct stat st;
	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size < 1000) SKIP("no such file here");
	setenv("PERF_CONFIG", path, 1);
	warnings = warnings_new();
	config_init(&config);
	config_load(&config, CONFIG_ALL, warnings);
	CHECK_INT(config.variables.count, 0);
	CHECK(warnings_count(warnings, NULL) > 0); /* its one line is no setting */
	unsetenv("PERF_CONFIG");
	done();
}

static bool warned(const char *text)
{
	parse(text);
	uint64_t count = warnings_count(warnings, NULL);
	done();
	return count > 0;
}

TEST(unknown_variables)
{
	CHECK(!warned("[report]\nchildren=no\nCHILDREN=no\n[Report]\nchildren=no\n"));
	CHECK(warned("[report]\nchildern=no\n"));
	CHECK(warned("[repot]\nchildren=no\n"));
	CHECK(warned("[reprot]\nanything=no\n"));
	CHECK(!warned("[pager]\nreport=cat\n[man "
		      "\"woman\"]\ncmd=x\n[session-one]\nrun=x\n[llvm]\nclang-path=x\n[scripts]\nmine=x\n"));
	/* other programs' */
	CHECK(!warned("[mytool]\nspeed=1\n[toplev]\nx=2\n[flamegraph]\nwidth=100\n[x]\ny=1\n"));
}

TEST(words)
{
	static const char *const names[] = { "caller", "callee", NULL };
	static const struct option_set set = { .what = "order", .names = names };
	const char *text = "old";

	parse("[call-graph]\norder=Caller\nprint-type=calller\n");
	CHECK_INT(config_word(&config, "call-graph.order", &set, &text), 1);
	CHECK_STR(text, "Caller");
	CHECK_INT(config_word(&config, "call-graph.print-type", &set, &text), -EINVAL);
	CHECK_INT(config_word(&config, "call-graph.threshold", &set, &text), 0);
	CHECK_STR(text, "Caller");
	done();
}

TEST_MAIN
