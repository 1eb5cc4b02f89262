(function_declaration) @func
(variable_declaration) @var
(container_field) @field
(test_declaration) @test
(using_namespace_declaration) @using
(comptime_declaration) @scope

(builtin_function (builtin_identifier)) @import
(comment) @comment
(ERROR) @error

[
  (if_statement)
  (if_expression)
  (for_statement)
  (for_expression)
  (while_statement)
  (while_expression)
  (switch_case)
  (catch_expression)
] @branch
