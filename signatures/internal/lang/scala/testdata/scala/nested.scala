package shop {
  package views.html {
    object page {
      def index(message: String): String = "x"
    }
  }

  class Parser(source: String) {
    val quote = ("""\""" ^^ (_ => "")) ~> (
      """\""" | "^.".r ^^ ("""\""" + _)
    )
    def after: Int = 1
  }

  class Both[K](implicit k: Hash[K]) extends Single[K]()(k) with Hash[Map[K, K]] {
    def both: K
  }

  package object tools {
    def tool = 1
  }
}
