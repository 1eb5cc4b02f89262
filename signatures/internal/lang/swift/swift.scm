(class_declaration) @class
(protocol_declaration) @interface
(enum_entry) @case
[
  (function_declaration)
  (protocol_function_declaration)
] @func
[
  (init_declaration)
  (deinit_declaration)
] @init
(subscript_declaration) @subscript
[
  (property_declaration)
  (protocol_property_declaration)
] @property
[
  (typealias_declaration)
  (associatedtype_declaration)
] @type
(operator_declaration) @operator

(import_declaration) @import
(lambda_literal) @scope
[
  (comment)
  (multiline_comment)
] @comment
(ERROR) @error

[
  (if_statement)
  (guard_statement)
  (for_statement)
  (while_statement)
  (repeat_while_statement)
  (switch_entry)
  (catch_block)
  (conjunction_expression)
  (disjunction_expression)
  (ternary_expression)
  (nil_coalescing_expression)
] @branch
