trait MyTrait {
  String name
  int twice(int x) { 2 * x }
}
