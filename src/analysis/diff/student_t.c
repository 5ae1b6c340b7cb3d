/* Student's t by way of the incomplete beta function, whose continued fraction is evaluated by Lentz's method
 * (Abramowitz and Stegun 26.5.8, 26.7.1); digamma and trigamma by recurrence and asymptotic series
 * (6.3.5, 6.3.18, 6.4.6, 6.4.12). */
#include "analysis/diff/student_t.h"
#include <math.h>

/* Keeps a denominator of the fraction off 0. */
static double off_zero(double value)
{
	const double tiny = 1e-300;
	return fabs(value) < tiny ? tiny : value;
}

static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 / off_zero(1 - (a + b) * x / (a + 1)), h = d;
	for (int m = 1; m <= 500; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / off_zero(1 + even * d);
		c = off_zero(1 + even / c);
		h *= d * c;
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / off_zero(1 + odd * d);
		c = off_zero(1 + odd / c);
		h *= d * c;
		if (fabs(d * c - 1) < 1e-14) break;
	}
	return h;
}

static double log_gamma(double x)
{
	int sign;
	return lgamma_r(x, &sign);
}

/* The regularised incomplete beta function. */
static double beta(double a, double b, double x)
{
	if (x <= 0) return 0;
	if (x >= 1) return 1;
	double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
	if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_t_two_sided(double t, double df)
{
	t = fabs(t);
	if (isinf(t)) return 0;
	if (df > 1e6) return erfc(t / sqrt(2));
	return beta(df / 2, 0.5, df / (df + t * t));
}

double student_t_quantile(double p, double df)
{
	double low = 0, high = 1;
	while (student_t_two_sided(high, df) > p && high < 1e12) high *= 2;
	for (int i = 0; i < 200 && high - low > 1e-12 * high; i++) {
		double middle = (low + high) / 2;
		if (student_t_two_sided(middle, df) > p) low = middle;
		else high = middle;
	}
	return (low + high) / 2;
}

double digamma(double x)
{
	double sum = 0;
	for (; x < 10; x++) sum -= 1 / x;
	double y = 1 / (x * x);
	return sum + log(x) - 1 / (2 * x) - y * (1.0 / 12 - y * (1.0 / 120 - y / 252));
}

double trigamma(double x)
{
	double sum = 0;
	for (; x < 10; x++) sum += 1 / (x * x);
	double y = 1 / (x * x);
	return sum + 1 / x + y / 2 + y / x * (1.0 / 6 - y * (1.0 / 30 - y / 42));
}

/* It falls from infinity to 0. */
double trigamma_inverse(double y)
{
	double low = 1e-8, high = 1e8;
	for (int i = 0; i < 200; i++) {
		double middle = sqrt(low * high);
		if (trigamma(middle) > y) low = middle;
		else high = middle;
	}
	return sqrt(low * high);
}
