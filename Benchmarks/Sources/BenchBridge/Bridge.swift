import Compositing
import Geometry
import Imaging

// The compositor behind C functions, for `Peers/ours.py`. All that the benchmarks use of the
// product's interface is in this folder. A handle lives until the process ends, and is nil where
// what was asked for does not exist.

private final class Handle<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private func retained(_ object: AnyObject) -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(object).toOpaque()
}

private func object<Value>(_ handle: UnsafeMutableRawPointer, _: Value.Type) -> Value {
  Unmanaged<Handle<Value>>.fromOpaque(handle).takeUnretainedValue().value
}

/// Writes the name of an instruction set, the fastest first, and a zero; false past the last one.
@_cdecl("bench_instruction_set")
public func instructionSet(
  _ index: Int, _ name: UnsafeMutablePointer<CChar>, _ capacity: Int
) -> Bool {
  let names = Compositor.instructionSets
  guard names.indices.contains(index), names[index].utf8.count < capacity else { return false }
  for (i, unit) in names[index].utf8CString.enumerated() { name[i] = unit }
  return true
}

/// Makes a compositor with the kernels of an instruction set.
@_cdecl("bench_compositor")
public func makeCompositor(_ name: UnsafePointer<CChar>) -> UnsafeMutableRawPointer? {
  guard let compositor = try? Compositor(instructionSet: String(cString: name)) else { return nil }
  return retained(Handle(compositor))
}

/// Prepares artwork, packed R, G, B, A, straight, for frames of a format.
@_cdecl("bench_texture")
public func makeTexture(
  _ format: UnsafePointer<CChar>, _ pixels: UnsafePointer<UInt8>, _ width: Int, _ height: Int
) -> UnsafeMutableRawPointer? {
  let bytes = [UInt8](UnsafeBufferPointer(start: pixels, count: 4 * width * height))
  guard let format = pixelFormat(named: String(cString: format)),
    let picture = StraightRGBA8(width: width, height: height, bytes: bytes)
  else { return nil }
  return retained(Handle(Texture(picture, for: format)))
}

/// Makes a dark frame of a format.
@_cdecl("bench_frame")
public func makeFrame(
  _ format: UnsafePointer<CChar>, _ width: Int, _ height: Int
) -> UnsafeMutableRawPointer? {
  guard let format = pixelFormat(named: String(cString: format)),
    let frame = Frame(format, width: width, height: height)
  else { return nil }
  return retained(Handle(frame))
}

/// The first byte of a frame; planes follow one another without gaps.
@_cdecl("bench_frame_bytes")
public func frameBytes(_ frame: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
  object(frame, Frame.self).picture.planes[0].base
}

/// Draws a texture on a frame by a row-major homography from the artwork's pixels to the frame's.
@_cdecl("bench_draw")
public func draw(
  _ compositor: UnsafeMutableRawPointer, _ texture: UnsafeMutableRawPointer,
  _ matrix: UnsafePointer<Double>, _ frame: UnsafeMutableRawPointer
) -> Bool {
  let m = UnsafeBufferPointer(start: matrix, count: 9)
  let map = Homography<ArtworkSpace, OutputSpace>(
    m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
  do {
    try object(compositor, Compositor.self).draw(
      object(texture, Texture.self), at: map, onto: object(frame, Frame.self).picture)
    return true
  } catch {
    return false
  }
}
