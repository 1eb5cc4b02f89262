defmodule Acme.User do
  use Ecto.Schema
  import Ecto.Changeset

  schema "users" do
    field :name, :string
    belongs_to :team, Acme.Team
    timestamps()
  end

  @typedoc "hidden"
  @type t() :: %__MODULE__{}

  # TODO: validate
  @doc ~S"""
  Builds a "changeset" from `attrs`.

      iex> defmodule NotAModule do
      ...> end
  """
  @spec changeset(t(), map()) :: Ecto.Changeset.t()
  def changeset(user, attrs \\ %{})
  def changeset(%__MODULE__{} = user, attrs) when is_map(attrs), do: cast(user, attrs, [:name])
  def changeset(nil, _), do: nil
  def changeset(a, b, c), do: {a, b, c}

  for name <- [:a, :b] do
    def unquote(name)(), do: unquote(name)
  end

  @deprecated "use changeset/2"
  defmacro __using__(opts) do
    quote do
      def inside, do: 1
    end
  end
end
