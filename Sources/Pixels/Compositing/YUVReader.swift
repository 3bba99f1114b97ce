internal import CKernels
internal import Imaging

/// Reads the colour of a Y'CbCr picture at the places of luma and of chroma samples, in the
/// kernels' samples.
@unsafe struct YUVReader {
  let layout: YUVLayout
  let planes: MutablePlanes

  /// The colour at a luma sample: its block's chroma.
  func readLuma(_ x: Int, _ y: Int, into colours: ck_colours, at index: Int) {
    unsafe colours.luma[2 * index] = number(0, x, y)
    unsafe readChromaNumbers(
      x / layout.subsamplingX, y / layout.subsamplingY, into: colours, at: index)
  }

  /// The colour at a chroma sample: the mean of its block's luma.
  func readChroma(_ x: Int, _ y: Int, into colours: ck_colours, at index: Int) {
    let (left, top) = unsafe (x * layout.subsamplingX, y * layout.subsamplingY)
    let right = unsafe min(left + layout.subsamplingX, planes[0].width) - 1
    let bottom = unsafe min(top + layout.subsamplingY, planes[0].height) - 1
    let sum =
      unsafe Int32(number(0, left, top)) + Int32(number(0, right, top))
      + Int32(number(0, left, bottom)) + Int32(number(0, right, bottom))
    unsafe colours.luma[2 * index] = Int16((sum + 2) / 4)
    unsafe readChromaNumbers(x, y, into: colours, at: index)
  }

  private func readChromaNumbers(_ x: Int, _ y: Int, into colours: ck_colours, at index: Int) {
    let isShared = unsafe layout.isSemiPlanar
    unsafe colours.chroma[4 * index] = number(1, isShared ? 2 * x : x, y)
    unsafe colours.chroma[4 * index + 1] = isShared ? number(1, 2 * x + 1, y) : number(2, x, y)
  }

  /// A word of a plane.
  private func number(_ plane: Int, _ column: Int, _ row: Int) -> Int16 {
    let start = unsafe planes[plane].base + row * planes[plane].stride
    guard unsafe layout.bytesPerSample == 2 else {
      return unsafe Int16(start[column]) << CK_LEVEL_BITS
    }
    let word = unsafe UInt16(start[2 * column]) | UInt16(start[2 * column + 1]) << 8
    let level = unsafe word >> layout.paddingBits & (1 << layout.bitDepth - 1)
    return unsafe Int16(level) << (Int16(CK_LEVEL_BITS) - Int16(layout.bitDepth - 8))
  }
}
