// What C++ has that C has not: classes and bases, references, templates, overloads, lambdas, namespaces, members defined elsewhere.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shapes {
struct point { double x, y; int tag; };
class shape {
public:
	explicit shape(const char *name) : name_(name), id_(next_id++) {}
	virtual ~shape() {}
	virtual double area() const = 0;
	int id() const { return id_; }
	static int count() { return next_id; }
protected:
	const char *name_;
	int id_;
	static int next_id;
};
int shape::next_id = 1;

class circle : public shape {
public:
	circle(point center, double radius) : shape("circle"), center_(center), radius_(radius) {}
	double area() const override;
	void grow(double by);
	void grow(int percent);
private:
	point center_;
	double radius_;
};
double circle::area() const
{
	double square = radius_ * radius_;
	return square * 3.14159 + id_;
}
__attribute__((noinline)) void circle::grow(double by)
{
	radius_ += by;
	if (radius_ > 1000) radius_ = 1;
}
__attribute__((noinline)) void circle::grow(int percent)
{
	radius_ += radius_ * percent / 100;
	center_.tag = percent;
}

template <typename T> __attribute__((noinline)) T sum_of(const std::vector<T> &items, T start)
{
	T sum = start;
	for (const T &item : items) sum += item;
	return sum;
}
inline int twice(int value) { return value * 2 + shape::count(); }
namespace {
int hidden_state = 3;
__attribute__((noinline)) int hidden(int a, int &out)
{
	static int calls;
	calls += a;
	out = calls + hidden_state;
	return twice(out);
}
}
}

struct counter {
	unsigned low : 5, high : 9;
	int total[4];
	std::string label;
	counter &add(int index, int value)
	{
		total[index & 3] += value;
		low = (unsigned)value;
		return *this;
	}
	int operator[](int index) const { return total[index & 3]; }
	static counter *make(const char *label);
};
__attribute__((noinline)) counter *counter::make(const char *label)
{
	auto *made = new counter();
	made->label = label;
	made->high = 7;
	return made;
}

__attribute__((noinline)) static int overloaded(int value) { return value + 1; }
__attribute__((noinline)) static int overloaded(const char *text) { return text[0]; }
__attribute__((noinline)) static int overloaded(int a, int b) { return a * b; }

template <int N> struct depth { static int count(int n) { return n + depth<N - 1>::count(n + 1); } };
template <> struct depth<0> { static int count(int n) { return n; } };

__attribute__((noinline)) static int catches(int value)
{
	try {
		if (value % 3 == 0) throw value;
		return value;
	} catch (int thrown) {
		int doubled = thrown * 2;
		return doubled;
	}
}

__attribute__((noinline)) static long work(int rounds, counter &c)
{
	long result = 0;
	std::map<int, std::string> names;
	auto step = [&result, rounds](int by) {
		int before = (int)result;
		result += by * rounds;
		return before;
	};
	for (int i = 0; i < rounds; i++) {
		int out = 0;
		result += shapes::hidden(i, out);
		names[i] = "n" + std::to_string(out);
		c.add(i, out).add(i + 1, step(i));
		result += catches(i) + depth<4>::count(i);
	}
	return result + (long)names.size() + c[1];
}

int main(int argc, char **argv)
{
	std::unique_ptr<shapes::circle> circle(new shapes::circle({ 1, 2, argc }, 3));
	circle->grow(2.5);
	circle->grow(10);
	counter *c = counter::make(argv[0]);
	std::vector<long> numbers = { 1, 2, 3 };
	std::vector<double> reals = { 1.5, 2.5 };
	long all = work(argc + 5, *c) + shapes::sum_of(numbers, 4L) + (long)shapes::sum_of(reals, 1.0);
	all += overloaded(argc) + overloaded(argv[0]) + overloaded(argc, 3);
	std::printf("%ld %f\n", all, circle->area());
	delete c;
	return 0;
}
