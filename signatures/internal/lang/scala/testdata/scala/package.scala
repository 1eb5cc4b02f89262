package acme

package object tools {
  type Id = String
  def twice(x: Int) = 2 * x
  private def hidden = 1
}
