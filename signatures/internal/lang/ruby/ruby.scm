(class) @class
(module) @module
(singleton_class) @singleton
[
  (method)
  (singleton_method)
] @method
(assignment left: [(constant) (scope_resolution)]) @const
(program (assignment left: (global_variable)) @var)
(alias) @alias
(body_statement (identifier) @section)
(program (identifier) @section)

; Calls that declare: in the bodies of classes and modules, of blocks there,
; and at the top level.
(class body: (body_statement (call !receiver) @call))
(module body: (body_statement (call !receiver) @call))
(singleton_class body: (body_statement (call !receiver) @call))
(do_block body: (body_statement (call !receiver) @call))
(program (call) @call)
(call !receiver arguments: (argument_list (call !receiver) @call))

(call !receiver method: (identifier) arguments: (argument_list . [(string) (call) (simple_symbol)])) @import
(lambda) @scope
(comment) @comment
(ERROR) @error

[
  (if)
  (elsif)
  (unless)
  (if_modifier)
  (unless_modifier)
  (while)
  (until)
  (for)
  (while_modifier)
  (until_modifier)
  (rescue)
  (rescue_modifier)
  (when)
  (in_clause)
  (conditional)
] @branch
; The tokens alone: a pattern that starts at the expression stays open in all of
; a long chain, and its cost is quadratic.
["&&" "||" "and" "or"] @branch
