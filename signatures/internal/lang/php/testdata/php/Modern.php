<?php

namespace App\Models;

use App\Contracts\{Sized, Named as HasName};

/**
 * @template T of object
 */
abstract readonly class Money implements HasName, Sized
{
    use Comparable;
    use Loggable, Cachable {
        Loggable::write insteadof Cachable;
        Cachable::write as protected cachedWrite;
    }

    final public const string CURRENCY = 'EUR';
    protected const int SCALE = 2;

    public function __construct(
        public int $amount,
        protected readonly ?string $note = null,
        private array $tags = ['a', 'b'],
    ) {
    }

    abstract public function format(string $locale, int|float|null $scale = self::SCALE, Closure&callable ...$steps): string|false;

    /** Adds two of them. */
    #[Pure] #[Deprecated('use plus')]
    final public static function add(self $a, self &$b): static
    {
        return new static($a->amount + $b->amount);
    }

    public function &reference(): array { return $this->tags; }

    protected function inner(): never { throw new \Exception(); }

    private function hidden(): void {}

    public function __get(string $name): mixed { return null; }
}

final class User
{
    public private(set) string $email = '';
    public protected(set) int $age;
    public int|null $a = 1, $b;
    protected string $full { get => $this->email; }
}

enum Status
{
    use Labels;

    case Active;
    case Gone;

    const DEFAULT = self::Active;

    public static function parse(string $s): self { return self::Active; }
}

interface Sized
{
    public const MAX = 10;

    public int $size { get; }

    public function size(): int;
}

function compose(callable ...$steps): Closure { return fn ($x) => $x; }

const LIMIT = 10, OTHER = 'x';
class_alias(User::class, 'App\User');
