(program (binary_operator) @assign)
(program (call) @call)
(argument name: (_)) @member

(call function: (identifier)) @import
(function_definition) @scope
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (for_statement)
  (while_statement)
  (repeat_statement)
] @branch
