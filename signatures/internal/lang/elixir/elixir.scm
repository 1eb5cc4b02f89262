(source (call target: (identifier)) @call)
(do_block (call target: (identifier)) @call)
(do_block (unary_operator operator: "@" operand: (call)) @attr)

(source (call target: (identifier)) @import)
(do_block (call target: (identifier)) @import)
(anonymous_function) @scope
(comment) @comment
(ERROR) @error

(stab_clause) @branch
["&&" "||" "and" "or"] @branch
