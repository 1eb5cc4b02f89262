#!/usr/bin/env Rscript
# Copyright A

library(dplyr)
require("methods")
suppressPackageStartupMessages(library(tidyr))
source("R/helpers.R")
source(file.path("R", "computed.R"))

MAX_ROWS <- 1e6
options = list(digits = 3, scipen = 10)
.cache <- new.env()
x$y <- 3

#' Add two numbers.
#'
#' @param x A number.
#' @export
add <- function(x, y = 1, ...) {
  inner <- function(z) z + 1
  if (x > y) {
    for (i in 1:10) inner(i)
  }
  x + y # TODO: overflow
}

"my name" <- function(a) a
square = \(x) x^2
function(x) x + 1 -> increment
.private <- function(a) a

print.person <- function(x, ...) {
  cat("<person>\n")
  invisible(x)
}

long_one <- function(first_argument_with_a_name, second_argument = c("a", "b"),
                     third_argument = list(a = 1, b = 2), # a comment
                     fourth = NULL) {
  NULL
}

#' A person
Person <- R6Class("Person",
  inherit = Being,
  public = list(
    name = NULL,
    #' @description Make one.
    initialize = function(name, hair = NA) {
      self$name <- name
      private$secret(list(nested = function() 1))
    },
    greet = function() cat("Hello")
  ),
  private = list(
    age = 3,
    secret = function(x) x
  ),
  active = list(
    double = function(value) 2
  ),
  cloneable = FALSE
)

setClass("Circle", representation(r = "numeric", label = "character"))
setGeneric("area", function(shape, ...) standardGeneric("area"))
setMethod("area", "Circle", function(shape, ...) {
  pi * shape@r^2
})
Account <- setRefClass("Account", fields = list(balance = "numeric"), methods = list(
  deposit = function(x) balance <<- balance + x
))
Dog <- S7::new_class("Dog", properties = list(name = class_character))

test_that("areas are positive", {
  expect_true(area(new("Circle", r = 1)) > 0)
})

raw <- r"---(a "quoted" [text])---"
model <- lm(y ~ x, data = df) |> summary()
if (interactive()) {
  run <- function() 1
}
