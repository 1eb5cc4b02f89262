#pragma once
// Shapes.
#include <vector>
#include "point.h"

SHAPES_BEGIN_NAMESPACE

namespace geo {
inline namespace v1 {

using std::vector;
class Forward;

/// A shape. It has an area.
template <typename T, int N = 3>
class SHAPES_API Shape : public Base<T>, private Hidden {
  int secret_;

 public:
  Shape() = default;
  /// Makes one.
  explicit Shape(int sides, const std::vector<T>& points = {}) noexcept(true)
      : Base<T>(sides), secret_(sides) {}
  Shape(const Shape&) = delete;
  virtual ~Shape() override;

  virtual double area(double scale = 1.0) const = 0;
  static constexpr int kSides = N;
  Shape& operator=(const Shape&) = delete;
  bool operator==(const Shape& o) const { return true && secret_; }
  T& operator[](size_t i) { return points_[i]; }
  auto operator()(int a) -> decltype(a);
  explicit operator bool() const;
  template <typename U, ENABLE_IF(is_same<T, U>::value)>
  U get(U fallback) const { if (fallback) return fallback; }

  int open{0}, other = 1;
  using value_type = T;
  typedef T* pointer;
  enum class Mode : unsigned { On, Off = 3 };
  struct Nested { int z; };
  union { int u; float f; };
  friend class Friend;
  friend std::ostream& operator<<(std::ostream& os, const Shape& s);

 protected:
  void forChildren();

 private:
  void hidden();
  class Impl { public: int lost; };
};

struct [[nodiscard]] Result final : Base<int> {
  int value;
  void (*callback)(int, void*);
 private:
  int hidden;
};

enum Plain { A, B = 2, C };

template <> struct Shape<int> { void only(); };
template <> struct Result<geo::v1::Vec<int>, /* of */ 4> { void few(); };
template <> int sum<int>(int a);
template <typename T> using Vec = std::vector<T>;
template <typename T>
concept Drawable = requires(T t) { t.draw(); };
template <Drawable T>
auto draw(T&& t, int depth) -> decltype(t.draw());
template <typename... Args>
SHAPES_INLINE void print(format_string<Args...> f, Args&&... args) { vprint(f); }

constexpr double pi = 3.14;
inline constexpr auto twice = [](int a) { return a * 2; };
extern int counter;
static int file_local = 1;
long double operator""_km(long double x);
std::string operator+(const Result& a, const Result& b);
DEPRECATED("old") void macro_with_arguments(int a);

namespace {
int anonymous() { return 1; }
}  // namespace

}  // namespace v1
}  // namespace geo

extern "C" int c_function(void);
extern "C" {
void c_other(int);
}
