#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Bytes that are read from an open descriptor, with what a signal interrupted done again.
public enum DescriptorBytes {
  /// What reading gave: as many bytes as were wanted, fewer at the end or with the system's error number.
  public typealias Outcome = (bytes: [UInt8], failure: Int32?)

  /// Reads so many bytes.
  ///
  /// - Parameter offset: where in a file they begin; nil for what comes next.
  public static func read(
    _ count: Int, from descriptor: Int32, at offset: Int? = nil
  ) -> Outcome {
    // Of no bytes, `unsafeUninitializedCapacity` writes the count of the storage that all empty arrays share.
    if count == 0 { return ([], nil) }
    var failure: Int32?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe (filled, failure) = fill(UnsafeMutableRawBufferPointer(buffer), descriptor, offset)
    }
    return (bytes, failure)
  }

  /// Reads as many bytes as an array has into it: how many there were, and the system's error number where it
  /// failed.
  public static func read(
    into bytes: inout [UInt8], from descriptor: Int32
  ) -> (count: Int, failure: Int32?) {
    unsafe bytes.withUnsafeMutableBytes { unsafe fill($0, descriptor, nil) }
  }

  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ descriptor: Int32, _ offset: Int?
  ) -> (count: Int, failure: Int32?) {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let (place, rest) = unsafe (base + filled, buffer.count - filled)
      let count =
        unsafe offset.map { unsafe pread(descriptor, place, rest, off_t($0 + filled)) }
        ?? next(descriptor, place, rest)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return (filled, errno) }
      guard count > 0 else { break }
      filled += count
    }
    return (filled, nil)
  }
}

/// `read`, which inside the type means the type's own.
private func next(_ descriptor: Int32, _ to: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, to, count)
}
