(function_item) @func
(function_signature_item) @func
(struct_item) @struct
(union_item) @struct
(enum_item) @enum
(enum_variant) @variant
(trait_item) @trait
(impl_item) @impl
(mod_item) @module
(foreign_mod_item) @extern
(const_item) @const
(static_item) @var
(type_item) @type
(associated_type) @type
(field_declaration) @field
(macro_definition) @macro
(source_file (use_declaration) @reexport)
(mod_item body: (declaration_list (use_declaration) @reexport))

(attribute_item) @attribute
(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import
[
  (line_comment)
  (block_comment)
] @comment
(ERROR) @error

[
  (if_expression)
  (while_expression)
  (loop_expression)
  (for_expression)
  (match_arm)
  (try_expression)
] @branch
; Tokens, not expressions: a pattern that waits for the operator of a binary
; expression stays open in all of a long chain, which is quadratic, and ends
; the process where the chain has tens of thousands of parts.
["&&" "||"] @branch
