(groovy_package) @package
(class_definition) @class
[
  (function_definition)
  (function_declaration)
] @func
(source_file (declaration) @var)
(class_definition body: (closure (declaration) @property))
(source_file (juxt_function_call) @call)
(source_file (function_call) @call)

(groovy_import) @import
[
  (comment)
  (groovy_doc)
] @comment
(ERROR) @error

[
  (if_statement)
  (for_loop)
  (for_in_loop)
  (while_loop)
  (case)
  (ternary_op)
] @branch
["&&" "||"] @branch
