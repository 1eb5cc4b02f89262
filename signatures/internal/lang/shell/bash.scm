(function_definition) @func
(program (variable_assignment) @var)
(program (declaration_command) @declare)
(program (command name: (command_name (word)) argument: (concatenation)) @alias)
(program (command name: (command_name (word)) . argument: [(string) (raw_string)] . argument: (word) .) @test)

(command name: (command_name (word)) argument: (_)) @import
(subshell) @scope
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (elif_clause)
  (for_statement)
  (c_style_for_statement)
  (while_statement)
  (case_item)
] @branch
; The tokens alone: a pattern that starts at the expression stays open in all of
; a long chain, and its cost is quadratic.
["&&" "||"] @branch
