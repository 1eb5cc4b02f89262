defmodule MyApp.Widget do
  @moduledoc """
  A widget.

  More.
  """
  use GenServer
  use MyAppWeb, :controller
  import Ecto.Query, only: [from: 2]
  alias MyApp.{Repo, Accounts.User}
  alias MyApp.Other, as: O
  require Logger
  alias __MODULE__.Sub
  @behaviour Foo
  @type t :: %__MODULE__{a: integer}
  @typep p :: atom
  @opaque o :: binary
  @callback run(arg :: term) :: :ok
  @max 10
  defstruct [:a, b: 1]
  defexception [:message]
  @doc """
  Adds things.
  """
  @spec add(integer, integer) :: integer
  def add(a, b \\ 1)
  def add(a, b) when is_integer(a) and a > 0 do
    if a > b, do: a, else: b
    case a do
      1 -> 2
      _ -> 3
    end
  end
  def add(a, nil), do: a
  @doc false
  def hidden(x), do: x
  defp priv(x), do: x
  defmacro mac(x) do quote do unquote(x) end end
  defmacrop mp(x), do: x
  defguard is_foo(x) when x == 1
  defdelegate foo(a), to: Bar
  def a + b, do: 1
  @impl true
  def init(s), do: {:ok, s}
  def no_parens, do: 1
  defmodule Inner do
    def x, do: 1
  end
end
defprotocol Size do
  @doc "Calculates"
  def size(data)
end
defimpl Size, for: BitString do
  def size(b), do: byte_size(b)
end
defmodule MyAppWeb.Router do
  use Phoenix.Router
  scope "/", MyAppWeb do
    pipe_through :browser
    get "/", PageController, :index
    live "/x", XLive
    resources "/users", UserController
  end
end
defmodule FooTest do
  use ExUnit.Case
  describe "add" do
    test "adds", %{conn: conn} do
      assert 1
    end
  end
end
