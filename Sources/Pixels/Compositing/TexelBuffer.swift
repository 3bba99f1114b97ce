internal import Glibc

/// The numbers of a level's texels, 0 at first.
///
/// Not an array, so that the kernels may keep their place for as long as this lives: looking an array up for each
/// tile of each layer took as long as all else that a tile needs. Of what stays 0 no memory is taken: a third
/// of an avatar's picture is transparent.
@safe final class TexelBuffer: @unchecked Sendable {
  // Written only until the level that has it is made.
  private let numbers: UnsafeMutablePointer<Int16>

  /// Makes a buffer of zeros.
  init(count: Int) {
    let bytes = max(count, 1) * MemoryLayout<Int16>.stride
    // Where there is no memory, the second one ends the program, as an array would.
    let memory =
      unsafe calloc(bytes, 1) ?? UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    unsafe numbers = unsafe memory.bindMemory(to: Int16.self, capacity: max(count, 1))
  }

  deinit { unsafe free(numbers) }

  /// The first number.
  @unsafe var base: UnsafePointer<Int16> { unsafe UnsafePointer(numbers) }

  /// Lends the numbers for writing, while the level is made.
  func withUnsafeMutableNumbers(_ body: (UnsafeMutablePointer<Int16>) -> Void) {
    unsafe body(numbers)
  }
}
