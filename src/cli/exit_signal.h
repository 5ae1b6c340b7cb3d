/* The end by a signal, as the convention wants it of whoever caught it to tidy up first. */
#ifndef CLI_EXIT_SIGNAL_H
#define CLI_EXIT_SIGNAL_H

/* Ends the program by the signal, so that the status says so; without a core, which would not be of the program that
 * crashed. Returns only when the signal is blocked, or none that ends programs. */
void exit_by_signal(int signal_number);

#endif
