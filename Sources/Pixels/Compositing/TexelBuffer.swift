internal import Glibc

/// The numbers of a level's texels, 0 at first.
///
/// Not an array, so that the kernels may keep their place for as long as this lives: looking an array up for each
/// tile of each layer took as long as all else that a tile needs.
@safe final class TexelBuffer: @unchecked Sendable {
  // Written only until the level that has it is made.
  private let numbers: UnsafeMutablePointer<Int16>

  /// Makes a buffer of zeros.
  init(count: Int) {
    let count = max(count, 1)
    // Of a large buffer the system gives zeros, which an array would write once more.
    if let memory = unsafe calloc(count, MemoryLayout<Int16>.stride) {
      unsafe numbers = unsafe memory.bindMemory(to: Int16.self, capacity: count)
    } else {
      // Where there is no memory either, this ends the program, as an array would.
      unsafe numbers = .allocate(capacity: count)
      unsafe numbers.initialize(repeating: 0, count: count)
    }
  }

  deinit { unsafe free(numbers) }

  /// The first number.
  @unsafe var base: UnsafePointer<Int16> { unsafe UnsafePointer(numbers) }

  /// Lends the numbers for writing, while the level is made.
  func withUnsafeMutableNumbers(_ body: (UnsafeMutablePointer<Int16>) -> Void) {
    unsafe body(numbers)
  }
}
