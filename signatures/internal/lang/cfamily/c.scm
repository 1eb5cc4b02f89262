(function_definition) @func
(translation_unit (declaration) @decl)
(declaration_list (declaration) @decl)
(linkage_specification (declaration) @decl)
(preproc_ifdef (declaration) @decl)
(preproc_if (declaration) @decl)
(preproc_else (declaration) @decl)
(preproc_elif (declaration) @decl)
(type_definition) @typedef
(struct_specifier body: (_)) @struct
(union_specifier body: (_)) @struct
(enum_specifier body: (_)) @enum
(field_declaration) @field
(enumerator) @constant
(preproc_def) @macro
(preproc_function_def) @macro

(preproc_include) @import
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (for_statement)
  (while_statement)
  (do_statement)
  (conditional_expression)
] @branch
(case_statement value: (_)) @branch
; Tokens, not expressions: a pattern that waits for the operator of a binary
; expression stays open in all of a long chain, which is quadratic, and ends
; the process where the chain has tens of thousands of parts.
["&&" "||"] @branch
