// Copyright 2020
import Foundation
@testable import MyLib
import struct Foo.Bar
@_exported import Baz

/// A widget.
///
/// More.
@MainActor
public final class Widget<T: Equatable>: Base, Proto where T: Hashable {
    public static let shared = Widget()
    private var secret: Int = 1
    public private(set) var count: Int = 0
    @Published var name: String
    var computed: Int { get { 1 } set { } }
    var ro: String { return "x" }
    lazy var lz: [Int] = { return [1] }()
    weak var delegate: Foo?
    static func make() -> Widget { Widget() }
    /// Inits.
    public init(name: String, _ x: Int = 3) throws { self.name = name }
    public required convenience init?(coder: NSCoder) { if a && b {} }
    deinit { }
    @discardableResult
    public func go<U>(a: Int, with b: @escaping (Int) -> Void, c: Int...) async throws -> U where U: Codable { guard let x = y else { return } }
    fileprivate func fp() {}
    override open func ov() {}
    subscript(i: Int) -> Int { get { 1 } }
    enum Inner: String, CaseIterable { case a, b = "x"; case c(Int, name: String); indirect case d(Inner); var v: Int { 1 } }
    struct S { let x, y: Int }
    typealias H = (Int) -> Void
    static func == (l: Widget, r: Widget) -> Bool { true }
}
protocol P: AnyObject { associatedtype E: Equatable; var x: Int { get set }; func f() -> E; init(); static var s: Int { get } }
extension Widget: Codable where T: Codable {
    func ext() {}
    private func pe() {}
    var e: Int { 1 }
}
private extension Widget { func hid() {} }
public extension String { func pub() {} }
func top(_ a: Int) -> Int { func local() {}; return a }
let const = 1, other = "x"
var (t1, t2) = (1, 2)
typealias Alias<T> = Result<T, Error>
actor Act { var x = 1; nonisolated func y() {} }
@main
struct App { static func main() { } }
infix operator +++: AdditionPrecedence
#if os(iOS)
func iosOnly() {}
#else
func other2() {}
#endif
@available(iOS 13, *)
public func avail() {}
final class FooTests: XCTestCase { func testX() {} }

struct Macros {
    package nonisolated(unsafe) var raw = 1
    func check() throws(Failure) {
        #expect(raw == 1)
    }

    var observed: Int = 0 {
        didSet { print(observed) }
    }

    // FIXME: later
    func after(_ x: consuming sending Widget, file: String = #file) -> some View { x }
}

extension Collection<String> { func joined() {} }
private func hiddenTop() {}
