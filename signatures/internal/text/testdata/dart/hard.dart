// Copyright A
library shapes;

import 'dart:async';
import 'package:flutter/material.dart' as m show Widget;
import '../src/util.dart';
export 'src/circle.dart' hide Secret;
part 'shapes.g.dart';

/// The most sides.
const int maxSides = 12;
final Map<String, List<int>> table = {
  'a': [1, 2],
};
var _hidden = 3;
late final String? name;
typedef Callback<T> = void Function(T value, {int? count});

/// What can be drawn. On a canvas.
@immutable
abstract class Shape<T extends Object> extends Base with Mixin implements Drawable {
  /// Makes a shape.
  const Shape(this.id, {required this.label, super.key}) : _area = 0, assert(id != null);
  Shape.named(int id) : this(id, label: 'x${id}');
  Shape._private();
  factory Shape.fromJson(Map<String, dynamic> json) => _$ShapeFromJson(json);

  final int id;
  static const String kind = "shape { ' }";
  final List<Map<String, T>> parts = const [];
  double _area;
  int? a, b;

  /// The area.
  double get area => _area;
  set area(double value) {
    _area = value;
  }

  @override
  Future<void> draw(Canvas canvas, [int times = 1]) async {
    var local = 3;
    void inner() {}
    for (var i = 0; i < times; i++) { inner(); }
  }

  T? find<K>(K key, T Function(K) make);
  bool operator ==(Object other) => other is Shape && other.id == id;
  String operator [](int i) => '''
{ not code "
''';
  void _secret() {}
  static Shape of(BuildContext context) {
    return context.find<Shape>()!; // TODO: none
  }
}

class _State extends State<Widget> {
  void initState() {
    super.initState();
  }
}

enum Side { left, right }

/// Planets.
enum Planet with Named {
  earth(mass: 5.9, radius: 6.3),
  mars(mass: 0.6, radius: 3.3);

  const Planet({required this.mass, required this.radius});
  final double mass;
  double get gravity => mass / 2;
}

mixin Named on Object {
  String get name;
}

extension StringTools on String {
  bool get isBlank => trim().isEmpty;
}

extension on int {
  int twice() => this * 2;
}

extension type Id(int value) {
  Id next() => Id(value + 1);
}

sealed class Result {}

class Ok extends Result {}

Future<int> load(String path, {Duration timeout = const Duration(seconds: 3)}) async {
  return 1;
}

int _private(int a) => a;

void main(List<String> args) {
  runApp(const App());
}
