internal import CFilters

/// An instant photograph: the tone curves of a faded print, light that falls off towards the corners,
/// and film grain.
struct InstantLook: Look {
  /// The print's curves: R'G'B' c of 0...1 becomes k0 + k1 c + k2 c^2 + k3 c^3 + k4 c^4.
  ///
  /// Each goes through five points, at 0, 1/4, 1/2, 3/4 and 1: red 0.055 0.235 0.545 0.83 0.985, green
  /// 0.05 0.24 0.52 0.785 0.95, blue 0.11 0.27 0.48 0.67 0.82. So black is a washed-out blue, white is
  /// cream, and skin grows warmer and a little more contrasty, as on a print that was kept.
  static let curves: [[Float]] = [
    [0.055, 0.2033, 2.6467, -2.4533, 0.5333],
    [0.05, 0.42, 1.7067, -1.44, 0.2133],
    [0.11, 0.3967, 1.3267, -1.5467, 0.5333],
  ]

  private let filter: PictureFilter
  private let columns: [Float]
  private let rows: [Float]
  private let grain: GrainTile
  private var room: [Float]

  init(_ filter: PictureFilter, _ shape: FilterPlanes.Shape) {
    self.filter = filter
    (columns, rows) = Self.falloff(shape)
    grain = GrainTile.of(
      deviation: 0.75 * Scale(shape).pixel, seed: UInt64(filter.value("seed")))
    room = [Float](repeating: 0, count: 5 * shape.width)
  }

  /// What adds up, for a column and a row, to how far beyond the middle a pixel lies: 0 and less within
  /// an ellipse, 1 in the corners.
  private static func falloff(_ shape: FilterPlanes.Shape) -> ([Float], [Float]) {
    let inner = 0.25
    func squares(_ count: Int) -> [Double] {
      (0..<count).map { i in
        let t = (2 * Double(i) + 1) / Double(count) - 1
        return t * t / 2
      }
    }
    return (
      squares(shape.width).map { Float(($0 - inner) / (1 - inner)) },
      squares(shape.height).map { Float($0 / (1 - inner)) }
    )
  }

  mutating func paint(_ canvas: FilterPlanes, atMs time: Double, _ kernels: FilterKernels) {
    var grade = unsafe cf_grade()
    unsafe grade.setCurves(Self.curves)
    unsafe grade.saturation = 0.94
    unsafe grade.amount = Float(filter.value("amount"))
    unsafe grade.vignette = Float(0.9 * filter.value("vignette"))
    let place = grain.place(atMs: time)
    unsafe grade.grain_side = Int32(GrainTile.side)
    unsafe grade.grain_x = Int32(place.x)
    unsafe grade.grain_y = Int32(place.y)
    // At the standard 0.5 a deviation of 4.5 levels in the middle tones.
    unsafe grade.grain_gain = Float(9 * filter.value("grain") / GrainTile.deviation)
    unsafe columns.withUnsafeBufferPointer { columns in
      unsafe rows.withUnsafeBufferPointer { rows in
        unsafe grain.tile.withUnsafeBufferPointer { tile in
          unsafe room.withUnsafeMutableBufferPointer { room in
            guard let room = room.baseAddress, let tile = tile.baseAddress else { return }
            unsafe grade.columns = columns.baseAddress
            unsafe grade.rows = rows.baseAddress
            unsafe grade.grain = tile
            unsafe canvas.withView { unsafe kernels.kernels.grade($0, &grade, room) }
          }
        }
      }
    }
  }
}

extension cf_grade {
  /// Sets the curves of red, green and blue.
  mutating func setCurves(_ curves: [[Float]]) {
    unsafe withUnsafeMutableBytes(of: &curve) { bytes in
      let coefficients = unsafe bytes.bindMemory(to: Float.self)
      for (i, value) in curves.joined().enumerated() { unsafe coefficients[i] = value }
    }
  }
}
