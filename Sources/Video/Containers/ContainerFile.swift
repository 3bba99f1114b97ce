internal import Foundation

/// A container's file, of which the sizes of boxes and elements are read here and there.
package final class ContainerFile {
  let size: UInt64
  private let file: FileHandle

  /// Opens a file; nil where it cannot be read.
  package init?(path: String) {
    guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd() else {
      return nil
    }
    (self.file, self.size) = (file, size)
  }

  /// The bytes at a place, as many as there are.
  package func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    guard count <= Self.blockLength else { return read(at: offset, count: count) }
    if offset < block.start || offset - block.start + UInt64(count) > UInt64(block.bytes.count) {
      block = (offset, read(at: offset, count: Self.blockLength))
    }
    let start = Int(offset - block.start)
    return Array(block.bytes[min(start, block.bytes.count)..<min(start + count, block.bytes.count)])
  }

  /// Small boxes lie side by side: what is behind one is read with it.
  private static let blockLength = 4096
  private var block: (start: UInt64, bytes: [UInt8]) = (0, [])

  private func read(at offset: UInt64, count: Int) -> [UInt8] {
    guard count > 0, (try? file.seek(toOffset: offset)) != nil,
      let data = try? file.read(upToCount: count)
    else { return [] }
    return [UInt8](data)
  }

  package static func bigEndian(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
