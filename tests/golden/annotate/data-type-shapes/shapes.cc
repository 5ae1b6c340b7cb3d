// Bit fields, unions, arrays, nested members without names, templates, inheritance.
// g++ -O2 -g -nostdlib -static -no-pie -fno-pie -fno-exceptions -fno-asynchronous-unwind-tables -ffile-prefix-map=$PWD=. -Wl,--build-id=none -e all -o prog shapes.cc
struct flags { unsigned ready : 1, order : 7; unsigned long owner : 40; int last; };
union either { long number; struct { int x, y; } point; double real; };
struct nested { int first; union { long number; struct { short low, high; }; }; struct { char code; union either either[3]; } inner; };
template <class T, int N> struct Box { T items[N]; T *next; int count; };
struct Base { long id; int kind; };
struct Other { double weight; };
class Derived : public Base, public Other { public: int own; Box<short, 4> box; };
#define noinline extern "C" __attribute__((noinline))

noinline long bits(flags *f) { f->ready = 1; f->owner++; return f->order + f->last; }
noinline long unions(either *e, nested *n) { return e->point.y + n->high + n->inner.either[2].point.x + n->inner.code; }
noinline long arrays(either (*table)[4], int i, int k) { return table[i][k].point.y; }
noinline long templates(Box<nested, 3> *box) { return box->count + box->items[1].first + box->next->inner.code; }
noinline double inherits(Derived *d) { return d->weight + (double)(d->kind + d->own + d->box.count + *d->box.next); }
noinline double all(flags *f, either *e, nested *n, Box<nested, 3> *b, Derived *d)
{
	return (double)(bits(f) + unions(e, n) + arrays((either (*)[4])e, 1, 2) + templates(b)) + inherits(d);
}
