(** The store. (* nested "*)" comment *) *)
open Core
open! Import

(* TODO: a functor *)
include Base.Store

(** A value with a key. *)
type 'a t = { name : string; mutable age : int option } [@@deriving show]

type color = Red | Green of int
and ('a, 'b) other = ('a * 'b) list
type ext = ..
type ext += A

exception Not_ok of string
external c_fun : int -> int = "caml_c_fun"

(** Adds three numbers. *)
let add ?(x = 1) ~y (z : int) : int =
  let open Int in
  let module M = struct let hidden = 1 end in
  let w = x + y and v = 2 in
  if w > 1 && z > 1 then w + z else v

let rec even n = n = 0 || odd (n - 1)
and odd n = match n with 0 -> false | exception Not_found -> true | _ -> even (n - 1)

let version = "1.0"
let a, b = (1, 2)
let ( >>= ) x f = f x
let quote = '"' and brace = '{' and text = {q| let no = "one" |q}
let _ = ignore
let () =
let x = 1 in
print_int x
let%test _ = true

module M = struct
  let inner = begin let z = 1 in z end
  module N : sig val shown : int end = struct let shown = 1 let hidden = 2 end
end

module type S = sig
  type t

  val f : t -> int
  (** Documented below. *)

  module Sub : sig
    val g : int
  end
end

module F (X : S) : S with type t = X.t = struct
  type t = X.t
  let f : type a. a -> int = fun _ -> 1
  module Sub = struct let g = 1 end
end

module Alias = Foo.Bar
module Made = F (struct type t = int let f = Fun.id end)

class point x_init = object (self)
  val mutable x = x_init
  method get_x = x
  method private move d = x <- x + d
  method virtual area : float
end
let main () = while true do let _ = 1 in () done

class ['a] stack = object
  val mutable items : 'a list = []
  method push x = items <- x :: items
end

class virtual ['k, 'v] table = object
  method virtual find : 'k -> 'v
end

class [
