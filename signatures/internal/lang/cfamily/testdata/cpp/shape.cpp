#include "shape.hpp"

using namespace geo;

namespace geo {

static int helper(int x) { return x ? 1 : 2; }

template <typename T>
Shape<T>::Shape(int sides) : Base<T>(sides) { for (auto& p : points) { try {} catch (...) {} } }

int Shape<int>::area(double scale) const { return 1; }

geo::v1::Shape<int>::~Shape() {}

class Local {
 public:
  void shown();
};

}  // namespace geo

int main(int argc, char* argv[]) {
  auto f = [](int a) { return a && 1; };
  struct Inner { int a; };
  return 0;
}
