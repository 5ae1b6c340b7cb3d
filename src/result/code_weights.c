#include "result/code_weights.h"
#include <stdlib.h>

void code_weights_done(struct code_weights *weights)
{
	free(weights->places);
	free(weights->moments);
	free(weights->is_timed);
	*weights = (struct code_weights){ 0 };
}
