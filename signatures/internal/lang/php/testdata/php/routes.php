<?php

use Illuminate\Support\Facades\Route;

// TODO: names
Route::get('/home', [HomeController::class, 'index'])->name('home');
Route::middleware('auth')->group(function () {
    Route::post('/inner', fn () => 1);
});

test('adds numbers', function () {
    expect(1 + 1)->toBe(2);
});

define('LIMIT', 10);

return new class extends Migration {
    public function up(): void
    {
    }
};
