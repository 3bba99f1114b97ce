internal import CMatting
package import Imaging

/// The colours of a grid's cells, each one of 4,096 that are told apart.
package struct CellColours: Sendable {
  /// The grid.
  package let grid: MatteGrid
  /// The colours, row by row: below `count`.
  package private(set) var numbers: [UInt16]

  /// Colours that are told apart.
  package static let count = Int(CM_COLOURS)

  /// Reads a picture of the size that the grid was made for.
  package init(_ grid: MatteGrid, of picture: MutablePicture) {
    self.init(grid)
    let planes = unsafe picture.planes
    switch unsafe picture.format {
    case .premultipliedRGBA8: unsafe readPacked(planes[0], bytes: 4, red: 0)
    case .premultipliedBGRA8: unsafe readPacked(planes[0], bytes: 4, red: 2)
    case .opaqueRGB8: unsafe readPacked(planes[0], bytes: 3, red: 0)
    case .opaqueBGR8: unsafe readPacked(planes[0], bytes: 3, red: 2)
    case .yuv(let layout, _): unsafe read(planes, layout)
    }
  }

  /// Reads a picture of the size that the grid was made for.
  package init(_ grid: MatteGrid, of picture: StraightRGBA8) {
    self.init(grid)
    unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      let components = (0..<3).map { index in
        unsafe means(
          cm_component(
            base: base + index, stride: 4 * picture.width, step: 4,
            width: Int32(picture.width), height: Int32(picture.height), bytes: 1, shift: 0,
            across: 1, down: 1))
      }
      colour(ofPrimaries: components)
    }
  }

  private init(_ grid: MatteGrid) {
    self.grid = grid
    numbers = [UInt16](repeating: 0, count: grid.count)
  }

  private mutating func readPacked(_ plane: MutablePlane, bytes: Int, red: Int) {
    let components = [red, 1, 2 - red].map { index in
      unsafe means(
        cm_component(
          base: plane.base + index, stride: plane.stride, step: bytes,
          width: Int32(plane.width), height: Int32(plane.height), bytes: 1, shift: 0,
          across: 1, down: 1))
    }
    colour(ofPrimaries: components)
  }

  private mutating func read(_ planes: MutablePlanes, _ layout: YUVLayout) {
    let bytes = layout.bytesPerSample
    func component(_ plane: MutablePlane, _ index: Int, of count: Int, isLuma: Bool) -> [UInt8] {
      unsafe means(
        cm_component(
          base: plane.base + index * bytes, stride: plane.stride, step: count * bytes,
          width: Int32(plane.width), height: Int32(plane.height), bytes: Int32(bytes),
          shift: Int32(layout.bitDepth - 8 + layout.paddingBits),
          across: isLuma ? 1 : Int32(layout.subsamplingX),
          down: isLuma ? 1 : Int32(layout.subsamplingY)))
    }
    let luma = unsafe component(planes[0], 0, of: 1, isLuma: true)
    let pair = layout.isSemiPlanar ? 2 : 1
    let blue = unsafe component(planes[1], 0, of: pair, isLuma: false)
    let red = unsafe component(
      layout.isSemiPlanar ? planes[1] : planes[2], pair - 1, of: pair, isLuma: false)
    unsafe cm_colours_of_differences(luma, blue, red, Int32(grid.count), &numbers)
  }

  private mutating func colour(ofPrimaries means: [[UInt8]]) {
    unsafe cm_colours_of_primaries(
      means[0], means[1], means[2], Int32(grid.count), &numbers)
  }

  private func means(_ component: cm_component) -> [UInt8] {
    var (view, component) = unsafe (grid.view, component)
    var means = [UInt8](repeating: 0, count: grid.count)
    unsafe cm_means(&view, &component, &means)
    return means
  }
}
