(package_header) @package
(class_declaration) @class
(object_declaration) @object
(companion_object) @companion
(enum_entry) @entry
(function_declaration) @func
(secondary_constructor) @constructor
(property_declaration) @property
(type_alias) @type

(import_header) @import
[
  (anonymous_initializer)
  (lambda_literal)
  (getter)
  (setter)
  (object_literal)
] @scope
[
  (line_comment)
  (multiline_comment)
] @comment
(ERROR) @error

[
  (if_expression)
  (when_entry)
  (for_statement)
  (while_statement)
  (do_while_statement)
  (catch_block)
  (conjunction_expression)
  (disjunction_expression)
  (elvis_expression)
] @branch
