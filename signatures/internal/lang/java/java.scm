(package_declaration) @package
(class_declaration) @class
(record_declaration) @record
(interface_declaration) @interface
(annotation_type_declaration) @interface
(enum_declaration) @enum
(enum_constant) @constant
[
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
  (annotation_type_element_declaration)
] @method
[
  (field_declaration)
  (constant_declaration)
] @field
(module_declaration) @module

(import_declaration) @import
[
  (line_comment)
  (block_comment)
] @comment
(ERROR) @error

[
  (if_statement)
  (for_statement)
  (enhanced_for_statement)
  (while_statement)
  (do_statement)
  (catch_clause)
  (ternary_expression)
] @branch
(switch_label (_)) @branch
; Tokens, not expressions: a pattern that waits for the operator of a binary
; expression stays open in all of a long chain, which is quadratic, and ends
; the process where the chain has tens of thousands of parts.
["&&" "||"] @branch
