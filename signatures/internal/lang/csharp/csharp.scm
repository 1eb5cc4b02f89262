(namespace_declaration) @namespace
(file_scoped_namespace_declaration) @package
(class_declaration) @class
(struct_declaration) @struct
(record_declaration) @record
(interface_declaration) @interface
(enum_declaration) @enum
(delegate_declaration) @delegate
(enum_member_declaration) @constant
[
  (method_declaration)
  (constructor_declaration)
  (destructor_declaration)
  (operator_declaration)
  (conversion_operator_declaration)
] @method
(indexer_declaration accessors: (_)? @body) @indexer
(property_declaration accessors: (_)? @body) @property
(event_declaration accessors: (_)? @body) @event
[
  (field_declaration)
  (event_field_declaration)
] @field
(global_statement) @program
(global_statement (local_function_statement) @func)

(using_directive) @import
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (for_statement)
  (foreach_statement)
  (while_statement)
  (do_statement)
  (switch_section)
  (switch_expression_arm)
  (catch_clause)
  (conditional_expression)
] @branch
; The tokens alone: a pattern that starts at the expression stays open in all of
; a long chain, and its cost is quadratic.
["&&" "||" "??"] @branch
