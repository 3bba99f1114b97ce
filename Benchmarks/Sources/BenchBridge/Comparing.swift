import Comparison
import Imaging

// The comparison behind C functions, for `Peers/compare.py`. A handle lives until the process ends.

private final class Handle<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private func value<Value>(_ handle: UnsafeMutableRawPointer, _: Value.Type) -> Value {
  Unmanaged<Handle<Value>>.fromOpaque(handle).takeUnretainedValue().value
}

/// Makes a picture of packed R, G, B, A, straight; nil for a size that is none.
@_cdecl("bench_picture")
public func makePicture(
  _ pixels: UnsafePointer<UInt8>, _ width: Int, _ height: Int
) -> UnsafeMutableRawPointer? {
  let bytes = [UInt8](UnsafeBufferPointer(start: pixels, count: 4 * width * height))
  return StraightRGBA8(width: width, height: height, bytes: bytes).map {
    Unmanaged.passRetained(Handle($0)).toOpaque()
  }
}

/// Makes a mask of bytes of 1 and 0.
@_cdecl("bench_mask")
public func makeMask(
  _ bytes: UnsafePointer<UInt8>, _ width: Int, _ height: Int
) -> UnsafeMutableRawPointer {
  var mask = PixelMask(width: width, height: height, filled: false)
  for y in 0..<height { for x in 0..<width { mask[x, y] = bytes[y * width + x] != 0 } }
  return Unmanaged.passRetained(Handle(mask)).toOpaque()
}

/// Measures two pictures in a mask, or nil for all: pixels that differ, the largest channel
/// difference, the densest window's share, the mean and the 99.9th percentile of CIEDE2000, and the
/// similarity.
@_cdecl("bench_compare")
public func compare(
  _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ mask: UnsafeMutableRawPointer?,
  _ out: UnsafeMutablePointer<Double>
) -> Bool {
  let (a, b) = (value(a, StraightRGBA8.self), value(b, StraightRGBA8.self))
  let mask = mask.map { value($0, PixelMask.self) }
  guard let measures = PictureComparer().measure(a, b, in: mask) else { return false }
  out[0] = Double(measures.differingPixels)
  out[1] = Double(measures.largestChannelDifference)
  out[2] = measures.densestWindow?.share ?? 0
  out[3] = measures.meanColourDifference
  out[4] = measures.highColourDifference
  out[5] = measures.structuralSimilarity
  return true
}
