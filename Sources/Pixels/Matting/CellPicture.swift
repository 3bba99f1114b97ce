internal import CMatting
package import Geometry
package import Imaging

/// A picture of square cells, a byte each of its three components: luma and two colour differences, or red,
/// green and blue; and where the background is hidden, as two judgements see it.
package struct CellPicture: Sendable {
  package let columns, rows: Int
  /// Pixels to a cell's side.
  package let side: Int
  /// Four bytes a cell, row by row.
  var bytes: [UInt8]

  /// A judgement where the background is hidden.
  package struct Flag: Sendable {
    let bit: UInt8

    /// The first judgement, by outlines, and the second one, by a first cut.
    package static let (outline, cut) = (Flag(bit: 1), Flag(bit: 2))
  }

  /// How many cells the longer side of a picture has at most, unless cells were larger than those of a
  /// grid may be.
  package static let longestSide = 640

  /// Pixels to a cell's side in a picture of a size.
  package static func side(of size: PixelSize<OutputSpace>) -> Int {
    let longer = max(size.width, size.height)
    return min(max((longer + longestSide - 1) / longestSide, 1), MatteGrid.largestSide)
  }

  /// Takes the means of a picture's cells.
  package init(_ picture: MutablePicture, side: Int) {
    let size = unsafe picture.size
    let (columns, rows) = ((size.width + side - 1) / side, (size.height + side - 1) / side)
    unsafe self.init(picture, columns: 0..<columns, rows: 0..<rows, side: side)
  }

  /// Takes the means of the cells of a grid.
  init(_ picture: MutablePicture, over grid: MatteGrid) {
    unsafe self.init(picture, columns: grid.columns, rows: grid.rows, side: grid.side)
  }

  private init(_ picture: MutablePicture, columns: Range<Int>, rows: Range<Int>, side: Int) {
    let components = unsafe PictureComponents(picture)
    (self.columns, self.rows, self.side) = (columns.count, rows.count, side)
    bytes = [UInt8](repeating: 0, count: 4 * columns.count * rows.count)
    let lanes = Int(CM_LANES)
    let stride = (columns.count + lanes - 1) / lanes * lanes
    var grid = cm_grid(
      column: Int32(columns.lowerBound), row: Int32(rows.lowerBound),
      columns: Int32(columns.count), rows: Int32(rows.count), stride: Int32(stride),
      side: Int32(side), x: 0, y: 0, step_x: 1, step_y: 1)
    let means = unsafe components.all.map { component in
      var component = unsafe component
      var means = [UInt8](repeating: 0, count: stride * rows.count)
      unsafe cm_means(&grid, &component, &means)
      return means
    }
    unsafe cm_pack(
      means[0], means[1], means[2], Int32(stride), Int32(columns.count), Int32(rows.count), &bytes)
  }

  /// Whether the background is hidden in the cell of a place, in cells; true beyond the picture.
  package func isHidden(at place: SIMD2<Float>, _ flag: Flag) -> Bool {
    guard place.x >= 0, place.y >= 0, place.x < Float(columns), place.y < Float(rows) else {
      return true
    }
    return bytes[4 * (Int(place.y) * columns + Int(place.x)) + 3] & flag.bit != 0
  }

  package subscript(column: Int, row: Int, component: Int) -> UInt8 {
    bytes[4 * (row * columns + column) + component]
  }

  /// Hides the background where a field is above a number.
  package mutating func hide(
    _ field: [Float], above least: Float, on grid: MatteGrid, as flag: Flag
  ) {
    var view = grid.view
    unsafe cm_flag(&view, field, least, flag.bit, Int32(columns), &bytes)
  }

  /// Lends the cells to a kernel.
  func withCells<Result>(_ flag: Flag = .outline, _ body: (cm_cells) -> Result) -> Result? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map {
        unsafe body(
          cm_cells(base: $0, width: Int32(columns), height: Int32(rows), mask: flag.bit))
      }
    }
  }

  /// The background that stands still: the median of pictures of one size.
  ///
  /// Nil without three of them; those beyond the 24th are left out.
  package init?(stillIn pictures: [CellPicture], _ flag: Flag) {
    guard let first = pictures.first, pictures.count > 2 else { return nil }
    self = first
    var views: [cm_cells] = unsafe []
    let used = pictures.prefix(Int(CM_PICTURES)).filter { $0.bytes.count == first.bytes.count }
    unsafe Self.withAll(used[...], flag, &views) { [count = used.count] views in
      unsafe cm_still(views, Int32(count), &bytes)
    }
  }

  /// Lends the cells of several pictures at once.
  private static func withAll(
    _ pictures: ArraySlice<CellPicture>, _ flag: Flag, _ views: inout [cm_cells],
    _ body: ([cm_cells]) -> Void
  ) {
    guard let first = pictures.first else { return unsafe body(views) }
    _ = unsafe first.withCells(flag) { view in
      unsafe views.append(view)
      unsafe withAll(pictures.dropFirst(), flag, &views, body)
    }
  }
}

/// The three components of a picture, as kernels take them.
@unsafe struct PictureComponents {
  let all: [cm_component]

  init(_ picture: MutablePicture) {
    let planes = unsafe picture.planes
    func packed(_ bytes: Int) -> [cm_component] {
      unsafe (0..<3).map { index in
        let plane = unsafe planes[0]
        return unsafe cm_component(
          base: plane.base + index, stride: plane.stride, step: bytes, width: Int32(plane.width),
          height: Int32(plane.height), bytes: 1, shift: 0, across: 1, down: 1)
      }
    }
    switch unsafe picture.format {
    case .premultipliedRGBA8, .premultipliedBGRA8: unsafe all = packed(4)
    case .opaqueRGB8, .opaqueBGR8: unsafe all = packed(3)
    case .yuv(let layout, _):
      let bytes = layout.bytesPerSample
      func component(_ plane: MutablePlane, _ index: Int, of count: Int, isLuma: Bool)
        -> cm_component
      {
        unsafe cm_component(
          base: plane.base + index * bytes, stride: plane.stride, step: count * bytes,
          width: Int32(plane.width), height: Int32(plane.height), bytes: Int32(bytes),
          shift: Int32(layout.bitDepth - 8 + layout.paddingBits),
          across: isLuma ? 1 : Int32(layout.subsamplingX),
          down: isLuma ? 1 : Int32(layout.subsamplingY))
      }
      let pair = layout.isSemiPlanar ? 2 : 1
      unsafe all = [
        component(planes[0], 0, of: 1, isLuma: true),
        component(planes[1], 0, of: pair, isLuma: false),
        component(
          layout.isSemiPlanar ? planes[1] : planes[2], pair - 1, of: pair, isLuma: false),
      ]
    }
  }
}
