##
# Counts things, of several kinds, until
# they run out.
module Countable # :nodoc:
  extend ActiveSupport::Concern

  included do
    has_many :counts
    before_action :check, only: %i[show]
  end

  class_methods do
    def counted(*names, **options); end
  end

  Point = Struct.new(:x, :y) do
    def +(other) = Point.new(x + other.x, y + other.y)
  end

  # FIXME: slow
  HEREDOC = <<~TEXT
    def not_a_method
    end
  TEXT

  def count?; end
  def count=(value); @count = value; end
  def [](i) = @list[i]

  if RUBY_VERSION > "3"
    def modern(...) = forward(...)
  end

  private

  def secret(x) = x

  class Inner
    def visible; end
  end
end

require File.expand_path("../lib/thing", __FILE__)
require "#{__dir__}/other"
require some_variable
