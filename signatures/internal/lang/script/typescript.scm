(program (lexical_declaration) @values)
(program (variable_declaration) @values)
(export_statement (lexical_declaration) @values)
(export_statement) @export
(ambient_declaration) @ambient
(ambient_declaration (lexical_declaration) @values)
[
  (function_declaration)
  (generator_function_declaration)
  (function_signature)
] @func
[
  (class_declaration)
  (abstract_class_declaration)
] @class
(interface_declaration) @interface
(type_alias_declaration) @type
(enum_declaration) @enum
(internal_module) @namespace
(module) @namespace
[
  (method_definition)
  (method_signature)
  (abstract_method_signature)
] @method
[
  (public_field_definition)
  (property_signature)
] @field
[
  (call_signature)
  (construct_signature)
  (index_signature)
] @signature
(enum_body (property_identifier) @member)
(enum_body (string) @member)
(enum_body (enum_assignment) @member)
(class_body (decorator) @attribute)
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
