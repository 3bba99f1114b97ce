import Foundation
import Geometry
import Imaging
import Lottie

// Lottie animations behind C functions, for `Lottie/compare.py`.

/// An animation that was read, held by the script.
private final class Animation {
  let file: LottieFile
  init(_ file: LottieFile) { self.file = file }
}

/// Reads a file's bytes; nil where it is refused.
///
/// The words become those of its fault, or of what is not drawn.
@_cdecl("bench_lottie")
public func makeAnimation(
  _ bytes: UnsafePointer<UInt8>, _ count: Int, _ words: UnsafeMutablePointer<UInt8>,
  _ capacity: Int
) -> UnsafeMutableRawPointer? {
  func tell(_ text: String) {
    for (index, byte) in (Array(text.utf8.prefix(capacity - 1)) + [0]).enumerated() {
      words[index] = byte
    }
  }
  do {
    let file = try LottieFile([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
    tell(file.missing.map(\.feature).joined(separator: ", "))
    return Unmanaged.passRetained(Animation(file)).toOpaque()
  } catch {
    tell("\(error)")
    return nil
  }
}

/// How many frames an animation has.
@_cdecl("bench_lottie_frames")
public func animationFrames(_ animation: UnsafeMutableRawPointer) -> Int {
  Unmanaged<Animation>.fromOpaque(animation).takeUnretainedValue().file.frames
}

/// The columns and rows at which an animation is drawn that is seen so many pixels long.
@_cdecl("bench_lottie_size")
public func animationSize(
  _ animation: UnsafeMutableRawPointer, _ side: Int, _ size: UnsafeMutablePointer<Int>
) {
  let file = Unmanaged<Animation>.fromOpaque(animation).takeUnretainedValue().file
  let drawn = LottieSize(of: file.size, seen: Double(side))
  (size[0], size[1]) = (drawn.width, drawn.height)
}

/// Draws a frame as straight RGBA; false where it cannot be.
@_cdecl("bench_lottie_draw")
public func drawAnimation(
  _ animation: UnsafeMutableRawPointer, _ frame: Int, _ width: Int, _ height: Int,
  _ rgba: UnsafeMutablePointer<UInt8>
) -> Bool {
  let file = Unmanaged<Animation>.fromOpaque(animation).takeUnretainedValue().file
  guard
    let picture = try? LottieDrawing.picture(of: file, frame: frame, width: width, height: height)
  else { return false }
  for (index, byte) in picture.bytes.enumerated() { rgba[index] = byte }
  return true
}

/// Lets an animation go.
@_cdecl("bench_lottie_free")
public func freeAnimation(_ animation: UnsafeMutableRawPointer) {
  Unmanaged<Animation>.fromOpaque(animation).release()
}
