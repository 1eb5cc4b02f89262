(function_declaration) @func
(chunk (variable_declaration) @var)
(chunk (assignment_statement) @var)
(chunk (return_statement) @return)

(function_call name: (identifier)) @import
(function_definition) @scope
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (elseif_statement)
  (for_statement)
  (while_statement)
] @branch
