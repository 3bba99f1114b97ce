/// A byte of a file that is read in the place of another, so that a demuxer reads the file as it is meant.
package struct BytePatch {
  /// Where it lies in the file.
  package var offset: Int64
  package var byte: UInt8

  /// The bytes of a number, the highest first.
  static func bytes(_ value: UInt64, _ count: Int, at place: UInt64) -> [BytePatch] {
    (0..<count).map {
      BytePatch(
        offset: Int64(clamping: place) + Int64($0),
        byte: UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))))
    }
  }

  package init(offset: Int64, byte: UInt8) { (self.offset, self.byte) = (offset, byte) }
}
