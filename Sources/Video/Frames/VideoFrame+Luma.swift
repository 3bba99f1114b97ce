internal import CFFmpeg
import Imaging

extension VideoFrame {
  /// The luma of the pixels as it is stored, a byte each, row by row; nil for a frame that has none of 8 bits.
  package borrowing func storedLuma() -> [UInt8]? {
    guard case .yuv(let layout, _) = pixelFormat, layout.bitDepth == 8,
      let plane = unsafe handle.raw.pointee.data.0
    else { return nil }
    let (width, height) = (width, height)
    let stride = unsafe Int(handle.raw.pointee.linesize.0)
    return unsafe [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      for row in 0..<height {
        unsafe (base + row * width).update(from: plane + row * stride, count: width)
      }
      count = width * height
    }
  }
}
