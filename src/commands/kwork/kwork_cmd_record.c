/* perf kwork record: the events of the classes that are asked for, each of them. */
#include "commands/kwork/kwork_cmd.h"
#include "commands/record/record_request.h"

int kwork_cmd_record(const struct kwork_cmd_values *before, int argc, const char **argv)
{
	struct record_request request = { .all_cpus = true, .raw = true, .pages = 1024, .period = 1 };
	uint32_t classes = kwork_cmd_classes(before->classes, KWORK_CMD_USUAL);
	for (unsigned class = 0; class < KWORK_CLASSES; class ++)
		for (size_t i = 0; classes >> class & 1 && kwork_events_name(class, i); i++)
			record_request_add(&request, kwork_events_name(class, i), NULL);
	int status = record_request_run(&request, argc, argv);
	record_request_done(&request);
	return status;
}
