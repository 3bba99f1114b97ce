internal import CMatting
package import Imaging

/// The pixels of a picture under a matte as they were, to bring them back after something was drawn on
/// it.
///
/// What was not drawn on, and what the matte does not cover, keeps its bytes. Where the matte covers all,
/// pixels are as they were bit for bit. On a transparent background this takes away what was drawn.
package struct KeptPixels: Sendable {
  private var matte: Matte
  /// The planes' parts under the matte, one after the other, rows without padding.
  private let bytes: [UInt8]

  /// Keeps the pixels of a picture that lie in a matte's area.
  package init(of picture: MutablePicture, under matte: Matte) {
    self.matte = matte
    var bytes: [UInt8] = []
    for index in unsafe 0..<picture.format.planeCount {
      let part = unsafe PlanePart(picture, index, in: matte)
      unsafe bytes.reserveCapacity(bytes.count + part.rows.count * part.rowBytes)
      for row in unsafe part.rows {
        unsafe bytes.append(
          contentsOf: UnsafeBufferPointer(start: part.address(row), count: part.rowBytes))
      }
    }
    self.bytes = bytes
  }

  /// Brings the pixels back, as far as the matte covers them, onto the same picture.
  package mutating func bringBack(onto picture: MutablePicture) {
    let whole = matte
    var coverage = [UInt8](repeating: 0, count: whole.columns.count)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard var kept = bytes.baseAddress else { return }
      unsafe matte.withView { matte in
        for index in unsafe 0..<picture.format.planeCount {
          let part = unsafe PlanePart(picture, index, in: whole)
          for row in unsafe part.rows {
            unsafe cm_subsample(
              matte, part.across, part.down, Int32(part.columns.lowerBound), Int32(row),
              Int32(part.columns.count), &coverage)
            unsafe part.bringBack(kept, to: row, by: coverage)
            unsafe kept += part.rowBytes
          }
        }
      }
    }
  }
}

/// The part of a plane that lies in a matte's area.
@unsafe private struct PlanePart {
  private let plane: MutablePlane
  /// Samples, counted from the plane's upper left corner.
  let columns, rows: Range<Int>
  /// Pixels to a sample.
  let across, down: Int32
  private let components: Int
  private let bytes: Int
  private let padding: Int

  init(_ picture: MutablePicture, _ index: Int, in matte: Matte) {
    let format = unsafe picture.format
    let plane = unsafe picture.planes[index]
    unsafe self.plane = unsafe plane
    var (across, down) = (1, 1)
    switch format {
    case .yuv(let layout, _):
      unsafe bytes = layout.bytesPerSample
      unsafe padding = layout.paddingBits
      unsafe components = index > 0 && layout.isSemiPlanar ? 2 : 1
      if index > 0 { (across, down) = (layout.subsamplingX, layout.subsamplingY) }
    default:
      unsafe bytes = 1
      unsafe padding = 0
      unsafe components = format.shape(ofPlane: 0, width: 1, height: 1).bytes
    }
    unsafe (self.across, self.down) = (Int32(across), Int32(down))
    func samples(_ pixels: Range<Int>, _ step: Int, of side: Int) -> Range<Int> {
      (pixels.lowerBound / step..<(pixels.upperBound + step - 1) / step).clamped(to: 0..<side)
    }
    unsafe columns = samples(matte.columns, across, of: plane.width)
    unsafe rows = samples(matte.rows, down, of: plane.height)
  }

  var rowBytes: Int { unsafe columns.count * components * bytes }

  /// The first byte of a row of the part.
  func address(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe plane.base + (row * plane.stride + columns.lowerBound * components * bytes)
  }

  func bringBack(_ kept: UnsafePointer<UInt8>, to row: Int, by coverage: [UInt8]) {
    let (count, components) = unsafe (Int32(columns.count), Int32(self.components))
    if unsafe bytes == 1 {
      unsafe cm_bring_back8(address(row), kept, coverage, count, components)
    } else {
      unsafe cm_bring_back16(
        address(row), kept, coverage, count, components, Int32(padding))
    }
  }
}
