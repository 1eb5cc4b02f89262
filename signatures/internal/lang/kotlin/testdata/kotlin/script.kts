plugins { id("x") }
val x = 1
fun foo() {}
