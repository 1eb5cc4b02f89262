(** Interface of the store, with a text that is long enough to be left out of the outline. It goes on. *)

type t
(** What is stored. *)

type key = private string

val create : ?size:int -> unit -> t
(** [create ()] is empty. It may grow, as much as there is memory for it in the machine. *)

val ( + ) : t -> t -> t
val limit : int

(** Sets of keys. *)
module Set : sig
  type t

  val empty : t
  val fold : (key -> 'a -> 'a) -> t -> 'a -> 'a
end

module Make (X : Stdlib.Set.OrderedType) : Stdlib.Set.S with type elt = X.t
exception Missing of key
class type shape = object method area : float end

class ['a] stack : object method push : 'a -> unit end
class type ['a] queue = object method take : 'a end
