/// A point of a plane.
public struct Point2<Space: CoordinateSpace>: Hashable, Sendable {
  /// The horizontal coordinate, in the space's own unit.
  public var x: Double
  /// The vertical coordinate, in the space's own unit.
  public var y: Double

  /// Makes the point (x, y).
  @inlinable
  public init(_ x: Double, _ y: Double) {
    (self.x, self.y) = (x, y)
  }

  /// The point's distance from another one.
  @inlinable
  public func distance(to other: Point2) -> Double {
    (self - other).length
  }

  /// The vector from the second point to the first.
  @inlinable
  public static func - (head: Point2, tail: Point2) -> Vector2<Space> {
    Vector2(head.x - tail.x, head.y - tail.y)
  }

  /// The point moved by a vector.
  @inlinable
  public static func + (point: Point2, move: Vector2<Space>) -> Point2 {
    Point2(point.x + move.x, point.y + move.y)
  }

  /// The mean of the points; nil for none.
  ///
  /// Inlinable, as generic code of another module is put together at run time, for every frame's anchors.
  @inlinable
  public static func mean(of points: some Collection<Point2>) -> Point2? {
    guard !points.isEmpty else { return nil }
    let sum = points.reduce(Point2(0, 0)) { Point2($0.x + $1.x, $0.y + $1.y) }
    return Point2(sum.x / Double(points.count), sum.y / Double(points.count))
  }

  /// The point at a part of the way to another: 0 is this point, 1 the other.
  public func interpolated(to other: Point2, at part: Double) -> Point2 {
    Point2(x + (other.x - x) * part, y + (other.y - y) * part)
  }
}

/// A displacement in a plane.
public struct Vector2<Space: CoordinateSpace>: Hashable, Sendable {
  /// The horizontal component.
  public var x: Double
  /// The vertical component.
  public var y: Double

  /// Makes the vector (x, y).
  @inlinable
  public init(_ x: Double, _ y: Double) {
    (self.x, self.y) = (x, y)
  }

  /// The Euclidean length.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }

  /// The z component of the cross product; positive where `other` lies clockwise of this one
  /// in a space whose y points down.
  @inlinable
  public func cross(_ other: Vector2) -> Double { x * other.y - y * other.x }
}

/// A point of space.
public struct Point3<Space: CoordinateSpace>: Hashable, Sendable {
  /// The coordinate to the right.
  public var x: Double
  /// The coordinate up or down, as the space has it.
  public var y: Double
  /// The coordinate along the line of sight.
  public var z: Double

  /// Makes the point (x, y, z).
  @inlinable
  public init(_ x: Double, _ y: Double, _ z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// The point without its depth.
  public var xy: Point2<Space> { Point2(x, y) }

  /// The vector from the second point to the first.
  public static func - (head: Point3, tail: Point3) -> Vector3<Space> {
    Vector3(head.x - tail.x, head.y - tail.y, head.z - tail.z)
  }

  /// The point moved by a vector.
  public static func + (point: Point3, move: Vector3<Space>) -> Point3 {
    Point3(point.x + move.x, point.y + move.y, point.z + move.z)
  }

  /// The mean of the points; nil for none.
  @inlinable
  public static func mean(of points: some Collection<Point3>) -> Point3? {
    guard !points.isEmpty else { return nil }
    let sum = points.reduce(Point3(0, 0, 0)) { Point3($0.x + $1.x, $0.y + $1.y, $0.z + $1.z) }
    let count = Double(points.count)
    return Point3(sum.x / count, sum.y / count, sum.z / count)
  }

  /// The point at a part of the way to another: 0 is this point, 1 the other.
  public func interpolated(to other: Point3, at part: Double) -> Point3 {
    Point3(x + (other.x - x) * part, y + (other.y - y) * part, z + (other.z - z) * part)
  }
}

/// A displacement in space.
public struct Vector3<Space: CoordinateSpace>: Hashable, Sendable {
  /// The component to the right.
  public var x: Double
  /// The component up or down, as the space has it.
  public var y: Double
  /// The component along the line of sight.
  public var z: Double

  /// Makes the vector (x, y, z).
  @inlinable
  public init(_ x: Double, _ y: Double, _ z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// The vector of length 0.
  @inlinable public static var zero: Vector3 { Vector3(0, 0, 0) }

  /// The Euclidean length.
  @inlinable public var length: Double { (x * x + y * y + z * z).squareRoot() }

  /// The dot product.
  public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

  /// The sum of two vectors.
  @inlinable
  public static func + (left: Vector3, right: Vector3) -> Vector3 {
    Vector3(left.x + right.x, left.y + right.y, left.z + right.z)
  }

  /// The vector made longer by a factor.
  @inlinable
  public static func * (vector: Vector3, factor: Double) -> Vector3 {
    Vector3(vector.x * factor, vector.y * factor, vector.z * factor)
  }
}
