/// A linear map between the lights of two sets of primaries.
public struct ColourMatrix: Hashable, Sendable {
  /// What goes into each channel of the target, by the source's R, G and B.
  public let red, green, blue: SIMD3<Double>

  /// The map from one set of primaries to another; the identity between equal ones.
  ///
  /// Both have the white D65, so nothing is adapted: through CIE XYZ, from the chromaticities
  /// (SMPTE RP 177; ITU-R BT.2087-0 annex 1 gives the one from BT.709 to BT.2020 to four digits).
  public init(from source: YUVEncoding.Primaries, to target: YUVEncoding.Primaries) {
    guard source != target else {
      self.init([1, 0, 0], [0, 1, 0], [0, 0, 1])
      return
    }
    self = Self.toXYZ(of: target).inverse.after(Self.toXYZ(of: source))
  }

  private init(_ red: SIMD3<Double>, _ green: SIMD3<Double>, _ blue: SIMD3<Double>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The light in the target's primaries.
  public func callAsFunction(_ light: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((red * light).sum(), (green * light).sum(), (blue * light).sum())
  }

  /// The share of each primary in luminance.
  public static func luminance(of primaries: YUVEncoding.Primaries) -> SIMD3<Double> {
    toXYZ(of: primaries).green
  }

  /// CIE XYZ, with Y of white 1, of light in these primaries.
  private static func toXYZ(of primaries: YUVEncoding.Primaries) -> ColourMatrix {
    let (r, g, b): (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) =
      switch primaries {
      case .bt709: ([0.64, 0.33], [0.30, 0.60], [0.15, 0.06])
      case .displayP3: ([0.680, 0.320], [0.265, 0.690], [0.150, 0.060])
      case .bt2020: ([0.708, 0.292], [0.170, 0.797], [0.131, 0.046])
      }
    func xyz(_ p: SIMD2<Double>) -> SIMD3<Double> { [p.x / p.y, 1, (1 - p.x - p.y) / p.y] }
    let (x, y, z) = (xyz(r), xyz(g), xyz(b))
    let columns = ColourMatrix([x.x, y.x, z.x], [x.y, y.y, z.y], [x.z, y.z, z.z])
    let white = columns.inverse(xyz([0.3127, 0.3290]))
    return ColourMatrix(columns.red * white, columns.green * white, columns.blue * white)
  }

  /// The product: this map of what another one gives.
  private func after(_ other: ColourMatrix) -> ColourMatrix {
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> {
      other.red * r.x + other.green * r.y + other.blue * r.z
    }
    return ColourMatrix(row(red), row(green), row(blue))
  }

  /// The inverse; primaries span a space, so there is one.
  private var inverse: ColourMatrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
    let (a, b, c) = (cross(green, blue), cross(blue, red), cross(red, green))
    let determinant = (red * a).sum()
    return ColourMatrix(
      SIMD3(a.x, b.x, c.x) / determinant, SIMD3(a.y, b.y, c.y) / determinant,
      SIMD3(a.z, b.z, c.z) / determinant)
  }
}
