(function_statement) @func
(program (variable_declaration) @var)
(module_return_statement) @return

(function_call prefix: (identifier)) @import
(function) @scope
[
  (comment)
  (emmy_documentation)
] @comment
(ERROR) @error

[
  (if_statement)
  (if_elseif)
  (for_statement)
  (while_statement)
] @branch
