(program (lexical_declaration) @values)
(program (variable_declaration) @values)
(export_statement (lexical_declaration) @values)
(export_statement) @export
[
  (function_declaration)
  (generator_function_declaration)
] @func
(class_declaration) @class
(method_definition) @method
(field_definition property: (_) @name) @field
(program (expression_statement (assignment_expression) @assign))

(import_statement) @import
(call_expression function: (import)) @import
(call_expression function: (identifier) arguments: (arguments . (string) .)) @import
[
  (arrow_function)
  (function_expression)
  (class)
  (class_static_block)
] @scope
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (switch_case)
  (for_statement)
  (for_in_statement)
  (while_statement)
  (do_statement)
  (catch_clause)
  (ternary_expression)
] @branch
; Tokens, not expressions: a pattern that waits for the operator of a binary
; expression stays open in all of a long chain, which is quadratic, and ends
; the process where the chain has tens of thousands of parts.
["&&" "||" "??"] @branch
