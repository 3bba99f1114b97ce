internal import CKernels

/// Where a level of a texture is transparent and where it is opaque: for each square of 2 x 2 texels, what there
/// is in a window of squares from it on.
@safe final class CoverageMap: @unchecked Sendable {
  private let windows: UnsafeMutablePointer<UInt8>
  /// The kernels' view of the map, for as long as it lives.
  @unsafe let coverage: ck_coverage

  /// Looks a level through.
  init(of level: Pyramid.Level, channels: Int) {
    let (width, height) = (level.stride, level.height + Pyramid.Level.border)
    let side = 1 << Int(CK_COVERAGE_BITS)
    let (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
    let stride = (columns + 3) / 4
    let windows = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * rows)
    let coverage = unsafe ck_coverage(
      windows: windows, columns: Int32(columns), rows: Int32(rows), stride: Int32(stride),
      width: Int32(width), height: Int32(height))
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns * (rows + 1)) { room in
      guard let room = room.baseAddress else { return }
      unsafe withUnsafePointer(to: coverage) {
        unsafe ck_find_coverage(level.texels.base, Int32(channels), $0, windows, room)
      }
    }
    unsafe self.windows = unsafe windows
    unsafe self.coverage = unsafe coverage
  }

  deinit { unsafe windows.deallocate() }
}
