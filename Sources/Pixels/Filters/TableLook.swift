internal import CFilters

/// The colours of a file.
struct TableLook: Look {
  private let filter: PictureFilter
  private var room: [Float]

  init(_ filter: PictureFilter, _ shape: FilterPlanes.Shape) {
    self.filter = filter
    room = [Float](repeating: 0, count: 4 * shape.width)
  }

  mutating func paint(_ canvas: FilterPlanes, atMs time: Double, _ kernels: FilterKernels) {
    guard let table = filter.table else { return }
    let amount = Float(filter.value("amount"))
    unsafe room.withUnsafeMutableBufferPointer { room in
      guard let room = room.baseAddress else { return }
      unsafe table.withView { view in
        unsafe view.amount = amount
        unsafe canvas.withView { unsafe kernels.kernels.look_up($0, &view, room) }
      }
    }
  }
}

extension ColourTable {
  /// The table, for kernels.
  @unsafe fileprivate func withView(_ body: (inout cf_table) -> Void) {
    var view = unsafe cf_table()
    if let curve {
      unsafe view.curve_size = Int32(curve.size)
      unsafe (view.curve_low, view.curve_high, view.curve_scale) = curve.bounds
    }
    if let cube {
      unsafe view.cube_size = Int32(cube.size)
      unsafe (view.cube_low, view.cube_high, view.cube_scale) = cube.bounds
    }
    unsafe (curve?.entries ?? []).withUnsafeBufferPointer { curve in
      unsafe (cube?.entries ?? []).withUnsafeBufferPointer { cube in
        unsafe view.curve = self.curve == nil ? nil : curve.baseAddress
        unsafe view.cube = self.cube == nil ? nil : cube.baseAddress
        unsafe body(&view)
      }
    }
  }
}

extension ColourTable.Part {
  private typealias Three = (Float, Float, Float)

  /// What the first and last entries are for, and entries for 1.
  fileprivate var bounds:
    (low: (Float, Float, Float), high: (Float, Float, Float), scale: (Float, Float, Float))
  {
    func three(_ v: SIMD3<Double>) -> Three { (Float(v.x), Float(v.y), Float(v.z)) }
    let span = domain.high - domain.low
    return (
      three(domain.low), three(domain.high), three(SIMD3(repeating: Double(size - 1)) / span)
    )
  }
}
