/* Around recording_run: what such a recording does without, and how failures are told. */
#include "commands/record/record_watch.h"

#include "cli/compatible_version.h"
#include "cli/console.h"
#include "record/recording.h"

void record_watch_prepare(struct record_setup *setup)
{
	struct recording_options *recording = &setup->recording;
	recording->output.none = true;
	recording->version = COMPATIBLE_VERSION;
	recording->synth_tasks = recording->synth_maps = recording->synth_cgroups = false;
	recording->sampling.raw = recording->sampling.time_set = recording->sampling.sample_cpu = true;
	setup->count = 1;
	setup->count_set = true;
	setup->no_buildid = setup->no_buildid_cache = true;
}

int record_watch_run(struct record_setup *setup, const struct round_consumer *consumer)
{
	_err_done_ struct err err = ERR_INIT;
	struct recording_result result;
	setup->recording.consumer = consumer;
	int r = recording_run(&setup->recording, &setup->events, &result, &err);
	if (r < 0) console_err(&err);
	recording_result_done(&result);
	return r < 0 ? 255 : 0;
}

void record_watch_end(struct recording *recording) { recording_request_end(recording); }
