(package_clause) @package
(package_object) @packageobject
(class_definition) @class
(object_definition) @object
(trait_definition) @trait
(enum_definition) @enum
(enum_case_definitions) @case
[
  (function_definition)
  (function_declaration)
] @func
[
  (val_definition)
  (val_declaration)
  (var_definition)
  (var_declaration)
] @val
(type_definition) @type
(given_definition) @given
(extension_definition) @extension

(import_declaration) @import
[
  (instance_expression)
  (block)
  (case_block)
] @scope
[
  (comment)
  (block_comment)
] @comment
(ERROR) @error

[
  (if_expression)
  (case_clause)
  (while_expression)
  (do_while_expression)
  (for_expression)
  (catch_clause)
] @branch
