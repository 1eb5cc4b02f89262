// Macros in the places that the grammar has no room for.
#pragma once

#define API_BEGIN namespace api {
#define CHECK(condition, message) \
    ((condition) /* the grammar ends here */ \
         ? (void)0 : fail(message))

#if HAS_INCLUDE(<optional>)
#include <optional>
#endif

API_EXPORT const Policy* NewPolicy(int bits);
API_EXPORT void Reset(int level);

struct API_EXPORT Options {
  // Create the store if there is none.
  bool create_if_missing = false;
  int level = 1;
};

class API_EXPORT Store : public Base {
 public:
  explicit Store(Mutex* mu) EXCLUSIVE_LOCK_FUNCTION(mu) : mu_(mu) {}
  ~Store() UNLOCK_FUNCTION() { mu_->Unlock(); }
  void Write(int key) LOCKS_EXCLUDED(mu_) { key_ = (key) + WIDTH; }
  int Read() const LOCKS_EXCLUDED(mu_);
  Store(int x BUILTIN, float y BUILTIN);
  operator const Value<int, 2>*() const { return value_; }
  operator bool() const;
  explicit operator unsigned() const { return unsigned(key_); }
  MOCK_METHOD(void, Flush, (int));

 PRIVATE_IN_TESTS:
  typedef REMOVE_REFERENCE_(Container) Raw;
  int shown_;

 private:
  friend std::ostream& operator<<(std::ostream& out, const Store& s) { return out; }
  friend class Other;
  Mutex* mu_;
};

enum : unsigned long { packed_bit = 1UL << 63 };

template <typename Key> struct Store::Node {
  Key key;
};

struct Header {
  int size;
} ATTRIBUTE_PACKED;

FORMAT_AS(signed char, int);
FORMAT_AS(const char*, view);

template <typename T, typename U = decltype(std::declval<T>().template get<U>(), void())>
#if GCC_VERSION > 40
__attribute__((no_sanitize("undefined")))
#endif
auto convert(T& value) -> decltype(value.template get<U>(), void()) {
  if CONSTEXPR (sizeof(T) > 1) return value->operator[](typename T::key_type(unsigned(1)));
  TRY { run(); }
  CATCH(...) {}
}

#if OLD_COMPILER
inline json operator ""_json(const char* s, size_t n)
#else
inline json operator "" _json(const char* s, size_t n)
#endif
{
  return parse(s, s + n);
}

extern template auto convert<int>(int&) -> int;

#if 0
struct Example { int never_compiled; };
#else
struct Compiled { int field; };
#endif

struct Last {
  int size = sizeof(int) * 2;
};

inline Store::operator bool() const { return true; }
struct Cast { operator const String&() const; };

class Locale {
#if USE_LOCALE
 private:
  const void* locale_;

 public:
  constexpr Locale() : locale_(nullptr) {}
#else
 public:
  Locale(int id);
#endif
  int id() const;
};
