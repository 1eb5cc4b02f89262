(function_definition) @func
(translation_unit (declaration) @decl)
(declaration_list (declaration) @decl)
(linkage_specification (declaration) @decl)
(template_declaration (declaration) @decl)
(friend_declaration (declaration) @decl)
(field_declaration_list (declaration) @decl)
(preproc_ifdef (declaration) @decl)
(preproc_if (declaration) @decl)
(preproc_else (declaration) @decl)
(preproc_elif (declaration) @decl)
(type_definition) @typedef
(class_specifier body: (_)) @class
(struct_specifier body: (_)) @struct
(union_specifier body: (_)) @struct
(enum_specifier body: (_)) @enum
(field_declaration) @field
(enumerator) @constant
(preproc_def) @macro
(preproc_function_def) @macro
(alias_declaration) @alias
(concept_definition) @concept
(namespace_definition) @namespace
(field_declaration_list (access_specifier) @access)
(preproc_ifdef (access_specifier) @access)
(preproc_if (access_specifier) @access)
(preproc_else (access_specifier) @access)
(preproc_elif (access_specifier) @access)
(template_declaration) @outer
(friend_declaration) @outer

(preproc_include) @import
(lambda_expression) @scope
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (for_statement)
  (for_range_loop)
  (while_statement)
  (do_statement)
  (conditional_expression)
  (catch_clause)
] @branch
(case_statement value: (_)) @branch
; Tokens, not expressions: a pattern that waits for the operator of a binary
; expression stays open in all of a long chain, which is quadratic, and ends
; the process where the chain has tens of thousands of parts.
["&&" "||"] @branch
