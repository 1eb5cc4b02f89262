# frozen_string_literal: true
require "json"
require_relative "../foo/bar"
load "x.rb"
autoload :Thing, "foo/thing"

# Module docs.
module Foo::Bar
  VERSION = "1.2.3"
  Struct2 = Struct.new(:a, :b) do
    def hi; end
  end
  # Doc for class.
  class Widget < Base
    include Comparable
    extend Forwardable
    attr_accessor :name, :size
    attr_reader :ro
    has_many :things, dependent: :destroy
    belongs_to :owner
    validates :name, presence: true
    scope :active, -> { where(active: true) }
    delegate :x, to: :y
    alias_method :other, :hi
    alias another hi
    PRIV = 1
    private_constant :PRIV

    autoload :Sub, "foo/bar/sub"

    # Creates.
    def initialize(a, b = 1, *rest, c:, d: 2, **opts, &block)
      @a = a if a && b
    end

    def self.build(x) = new(x)
    def ==(o) = true
    def empty?; end
    def self.secret; end
    private_class_method :secret

    class << self
      def klass; end
      private
      def kpriv; end
    end

    protected
    def prot; end
    private
    attr_reader :hidden
    def priv; end
    public
    def pub2; end
    private def inline_priv; end
    def later; end
    private :later
    define_method(:dyn) { |x| }
    def go
      yield while true
    end
    module_function
    def mf; end
  end
  class Error < StandardError; end
  module_function
  def helper(x) x end
  class Empty; end
end

def top(a) end
alias_method :z, :top
namespace :db do
  desc "Migrate"
  task :migrate => :env do
    puts 1
  end
end
describe "Foo" do
  it "works" do
  end
end
$global = 1
Foo.configure do |c|
  c.x = 1
end
