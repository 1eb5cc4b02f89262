; Declarations: the capture is the symbol's kind.
(function_declaration) @func
(method_declaration) @method
(source_file (const_declaration) @group)
(source_file (var_declaration) @group)
(source_file (type_declaration) @group)
(ERROR (type_declaration) @group)
(const_spec) @const
(var_spec) @var
(type_spec) @type
(type_alias) @type
(field_declaration) @field
(method_elem) @method
(type_elem) @field

(package_clause) @package
(import_spec) @import
(func_literal) @scope
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (for_statement)
  (expression_case)
  (type_case)
  (communication_case)
] @branch
; Tokens, not expressions: a pattern that waits for the operator of a binary
; expression stays open in all of a long chain, which is quadratic, and ends
; the process where the chain has tens of thousands of parts.
["&&" "||"] @branch
