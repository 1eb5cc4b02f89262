<?php
declare(strict_types=1);

namespace App\Http;

use Foo\Bar;
use Foo\{A, B as C, Sub\D};
use function Foo\helper;
use const Foo\X;
use Foo\Baz as Qux, Foo\Quux;

require_once __DIR__ . '/bootstrap.php';
include 'x.php';
require dirname(__FILE__) . "/y.php";

const TOP = 1;
define('DEFINED', 'v');

/**
 * A widget.
 *
 * @param int $x
 */
#[Attribute(Attribute::TARGET_CLASS)]
#[Route('/x')]
final class Widget extends Base implements \Countable, Foo
{
    use SomeTrait, Other { a as protected b; }
    public const A = 1, B = 'two';
    private const P = 1;
    public readonly string $name;
    protected static ?int $count = 0;
    private $secret;
    var $old = [1,2];

    /** Makes. */
    public function __construct(private readonly Foo $foo, protected ?int $x = null, string ...$rest) { if ($x && $y) {} }
    #[Test]
    public static function make(int|string $a, &$b = []): ?static { return new class { public function inner() {} }; }
    abstract protected function abs(): void;
    private function priv() {}
    function implicit() {}
}
interface Foo extends A, B { const C = 1; public function m(string $a): array; }
trait T { public function t() {} private $x; abstract public function z(); }
/** Suits. */
enum Suit: string implements HasLabel
{
    case Hearts = 'H'; // red
    case Spades = 'S';

    const Wild = self::Spades;
    public const LIST = [
        self::Hearts,
        'x',
    ];
    private const Hidden = 1;

    public function label(): string
    {
        return 'x';
    }
}

class Newest
{
    const string VERSION = '8.4';

    public string $name {
        get => strtoupper($this->name);
        set { $this->name = $value; }
    }

    public function after(): void
    {
    }
}

abstract class Abs {}
function top(int $a): int { function inner() {} return $a; }
if (!function_exists('helper')) {
    /** Helper. */
    function helper($x) {}
}
$f = function () {};
return ['a' => 1];
