/* Accesses of classes: bases, templates, references, containers, what lambdas capture (types_mark.h). */
#include <memory>
#include <vector>
#include "types_mark.h"
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

class Shape
{
      public:
	virtual ~Shape() {}
	virtual long area() = 0;
	long id;
};
template <class T> struct Box {
	T first, second;
};
class Square : public Shape
{
      public:
	noinline long area() override;
	noinline long read(int n);
	int side, border;
	Box<long> bounds;
	Square *neighbour;
	int &origin;
	std::vector<Box<short>> parts;
	std::unique_ptr<Box<double>> weight;
	explicit Square(int &from) : origin(from) {}
};

long Square::area()
{
	IN(Square, "Square", side, side);
	IN(Square, "Square", border, neighbour->border);
	MARK("Square", offsetof(Square, id), "Shape.id", id);
	IN(Square, "Square", bounds.second, bounds.second);
	return side;
}

long Square::read(int n)
{
	VALUE("int", origin);
	MARK("struct Box<short int>", 2, "second", parts[n].second);
	MARK("struct Box<double>", 8, "second", weight->second);
	MARK("Square", offsetof(Square, neighbour), "neighbour", neighbour->neighbour);
	return 0;
}

noinline long of_template(Box<Square *> *box, const Box<int> &by_reference)
{
	MARK("struct Box<Square*>", 8, "second", box->second);
	IN(Square, "Square", side, box->first->side);
	MARK("struct Box<int>", 4, "second", by_reference.second);
	return 0;
}

noinline long of_vector(std::vector<Square *> &squares)
{
	long sum = 0;
	for (Square *square : squares) {
		IN(Square, "Square", border, square->border);
		sum += square->side;
	}
	return sum;
}

noinline long of_lambda(Square *square, int n)
{
	auto inner = [square, n]() {
		IN(Square, "Square", border, square->border);
		return square->side + n;
	};
	return inner() + square->area();
}

int main(int argc, char **argv)
{
	if (argc != 77) return 0; /* never run: the accesses are looked at, not made */
	Square square(argc);
	Box<Square *> box = { &square, &square };
	Box<int> numbers = { argc, argc };
	std::vector<Square *> squares(3, &square);
	return (int)(square.area() + square.read(argc) + of_template(&box, numbers) + of_vector(squares) +
		     of_lambda(&square, argc));
}
