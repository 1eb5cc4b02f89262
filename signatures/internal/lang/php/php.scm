(namespace_definition) @namespace
(class_declaration) @class
(interface_declaration) @interface
(trait_declaration) @trait
(enum_declaration) @enum
(object_creation_expression (declaration_list) @body) @anonymous
(enum_case) @case
(function_definition) @func
(method_declaration) @method
(property_declaration) @property
(const_declaration) @const
(use_declaration) @uses
(program (expression_statement [
  (function_call_expression)
  (member_call_expression)
  (scoped_call_expression)
] @call))

(namespace_use_declaration) @import
[
  (require_expression)
  (require_once_expression)
  (include_expression)
  (include_once_expression)
] @import
[
  (anonymous_function_creation_expression)
  (arrow_function)
] @scope
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (else_if_clause)
  (for_statement)
  (foreach_statement)
  (while_statement)
  (do_statement)
  (case_statement)
  (match_conditional_expression)
  (catch_clause)
  (conditional_expression)
] @branch
; The tokens alone: a pattern that starts at the expression stays open in all of
; a long chain, and its cost is quadratic.
["&&" "||" "??" "and" "or"] @branch
