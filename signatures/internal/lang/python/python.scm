(class_definition) @class
(function_definition) @func
(decorated_definition) @outer
(module (if_statement) @conditional)
(module (expression_statement (assignment) @var))
(module (expression_statement (augmented_assignment) @var))
(class_definition body: (block (expression_statement (assignment) @field)))
(module (if_statement consequence: (block (expression_statement (assignment) @var))))
(module (try_statement body: (block (expression_statement (assignment) @var))))
(type_alias_statement) @type
(module (import_from_statement) @reexport)

[
  (import_statement)
  (import_from_statement)
] @import
(lambda) @scope
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (elif_clause)
  (for_statement)
  (while_statement)
  (except_clause)
  (except_group_clause)
  (case_clause)
  (conditional_expression)
  (boolean_operator)
  (for_in_clause)
  (if_clause)
] @branch
