before <- function(x) x + 1

broken <- function(x, {
  x[[1
}

after <- function(y) {
  y
}
