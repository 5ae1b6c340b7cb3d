/* Functions of C++: of namespaces, classes, templates; some of the same name. */
namespace shape {
struct base {
	int id;
	virtual int area() const;
};
struct square : base {
	long side;
	int area() const override;
	void grow(int by, const long &to);
	int operator()(int x) const;
};
int base::area() const { return id; }
int square::area() const { return static_cast<int>(side * side) + id; }
void square::grow(int by, const long &to) { side = by + to; id += by; }
int square::operator()(int x) const { return x + id; }
template <typename T> __attribute__((noinline)) T twice(T value) { return value + value; }
}
static int hidden = 1;
int area(shape::square &&given, char *text)
{
	hidden += shape::twice(given.area()) + static_cast<int>(shape::twice(2.5));
	given.grow(3, hidden);
	return text[0] + given(1);
}
extern "C" int plain(int a) { return a + hidden; }
extern "C" int other_name(int a) __attribute__((alias("plain")));
namespace { __attribute__((noinline)) int unseen(unsigned char c) { return c / 3 + hidden; } }
int use(int a) { return unseen(static_cast<unsigned char>(a)) + unseen(5); }
