internal import Compression
internal import Files

/// Where the lines of a tracking file go.
protocol LineSink: AnyObject {
  func write(_ bytes: [UInt8]) throws(TrackingWriteError)
  /// Completes the file and gives it its name.
  func finish() throws(TrackingWriteError)
  /// Removes what was written.
  func discard()
}

/// Writes bytes to a file that appears under its name only when it is whole; packed where the name
/// ends in `.gz` or `.zst`.
final class ByteSink: LineSink {
  private let path: String
  /// Nil once it has its name, or was given up.
  private var file: AtomicFile?
  private var packer: (any Packer)?

  /// Opens a file.
  ///
  /// - Parameter packs: whether bytes are packed where the name says so, or are packed already.
  init(path: String, packs: Bool = true) throws(TrackingWriteError) {
    self.path = path
    if packs, Self.isPacked(path) {
      packer = path.hasSuffix(".gz") ? Deflater() : ZstdPacker()
      guard packer != nil else { throw .cannotWrite(file: path, reason: "no memory") }
    }
    do {
      file = try AtomicFile(path: path, replacing: true, permissions: 0o644)
    } catch {
      throw TrackingWriteError(error)
    }
  }

  /// Whether a file of this name is packed.
  static func isPacked(_ path: String) -> Bool { path.hasSuffix(".gz") || path.hasSuffix(".zst") }

  func write(_ bytes: [UInt8]) throws(TrackingWriteError) {
    try put(packer?.pack(bytes, isLast: false) ?? bytes)
  }

  /// Completes the file and gives it its name.
  func finish() throws(TrackingWriteError) {
    if file != nil, let packer { try put(packer.pack([], isLast: true)) }
    guard let file = file.take() else { return }
    do {
      try file.commit()
    } catch {
      throw TrackingWriteError(error)
    }
  }

  func discard() { file = nil }

  private func put(_ bytes: [UInt8]) throws(TrackingWriteError) {
    do {
      try file?.append(bytes)
    } catch {
      file = nil
      throw TrackingWriteError(error)
    }
  }
}
