int before(void) { return 1; }

int broken(int a {
    if (a == {
    return }

struct after { int a; };

int after(struct after *x)
{
    return x->a;
}
