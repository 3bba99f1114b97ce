internal import CFilters

/// A plane of single precision with a margin, as the filters' kernels know it.
@safe final class PaddedPlane {
  private let memory: UnsafeMutablePointer<Float>
  /// The plane, for kernels.
  @unsafe let view: cf_padded

  /// Makes a plane of zeros of `components` to a sample, of whose margin kernels fill `reach` samples.
  init(width: Int, height: Int, components: Int = 1, reach: Int = 2) {
    let margin = Int(CF_MARGIN)
    let stride = components * (width + 2 * margin) + Int(CF_SLACK)
    let count = stride * (height + 2 * margin)
    unsafe memory = .allocate(capacity: count)
    unsafe memory.initialize(repeating: 0, count: count)
    unsafe view = unsafe cf_padded(
      at: memory + margin * stride + margin * components, stride: stride, width: Int32(width),
      height: Int32(height), reach: Int32(min(reach, margin)))
  }

  deinit { unsafe memory.deallocate() }

  /// One sample of the plane, or of its margin.
  subscript(x: Int, y: Int) -> Float {
    get { unsafe view.at[y * view.stride + x] }
    set { unsafe view.at[y * view.stride + x] = newValue }
  }
}
