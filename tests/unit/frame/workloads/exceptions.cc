// Exceptions, clean-ups while they pass, virtual calls, inlined templates of the standard library, threads' start routines apart.
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" void workload();
static volatile long sum;

namespace {
struct Counted {
	explicit Counted(long value) : value(value) { sum += value; }
	~Counted() { sum -= value; }
	long value;
};

struct Shape {
	virtual ~Shape() = default;
	virtual long area(long factor) const = 0;
};
struct Square : Shape {
	explicit Square(long side) : side(side) {}
	long area(long factor) const override { return side * side * factor; }
	long side;
};
struct Box : Shape {
	Box(long a, long b) : first(std::make_unique<Square>(a)), second(std::make_unique<Square>(b)) {}
	long area(long factor) const override { return first->area(factor) + second->area(factor + 1); }
	std::unique_ptr<Shape> first, second;
};

[[gnu::noinline]] void throws(long depth)
{
	Counted counted(depth);
	if (depth == 0) throw std::runtime_error("thrown");
	throws(depth - 1);
	sum++;
}

[[gnu::noinline]] long catches(long depth)
{
	Counted counted(depth);
	try {
		throws(depth);
	} catch (const std::runtime_error &error) {
		return static_cast<long>(std::string(error.what()).size());
	}
	return 0;
}

[[gnu::noinline]] long nested()
{
	try {
		Counted counted(1);
		if (sum) throw std::string("thrown");
	} catch (...) {
		return catches(1);
	}
	return 0;
}
}

void workload()
{
	std::map<std::string, long> words;
	for (const char *word : { "one", "two", "three", "one" }) words[word] += 1;
	std::vector<long> numbers;
	for (long i = 0; i < 12; i++) numbers.push_back(i * 7 % 11);
	std::sort(numbers.begin(), numbers.end(), [](long a, long b) { return a > b; });
	Box box(3, 4);
	const Shape &shape = box;
	sum += shape.area(2) + nested() + static_cast<long>(words.size());
	sum += static_cast<long>(std::to_string(numbers[3]).size());
}
