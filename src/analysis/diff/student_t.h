/* Student's t distribution, for any number of degrees of freedom, whole or not. */
#ifndef ANALYSIS_DIFF_STUDENT_T_H
#define ANALYSIS_DIFF_STUDENT_T_H

/* How probable it is to be at least as far from 0 as t, on either side. df above 0; infinite: the normal
 * distribution. */
double student_t_two_sided(double t, double df);
/* The t (0 or more) for which that is p; p above 0 and at most 1. */
double student_t_quantile(double p, double df);
/* The derivatives of the logarithm of the gamma function, of a number above 0: first and second; and the number whose
 * second derivative is y (above 0). */
double digamma(double x);
double trigamma(double x);
double trigamma_inverse(double y);

#endif
