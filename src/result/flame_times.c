#include "result/flame_times.h"
#include <stdlib.h>

void flame_times_done(struct flame_times *times)
{
	free(times->threads);
	free(times->moments);
	*times = (struct flame_times){ 0 };
}
