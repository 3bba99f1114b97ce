internal import CFFmpeg
internal import Foundation

/// SHA-256 (FIPS 180-4), by FFmpeg's libavutil, which is linked anyway.
@safe public struct SHA256: ~Copyable {
  private let context: OpaquePointer?

  /// Makes the hash of nothing yet.
  public init() {
    unsafe context = av_sha_alloc()
    if let context = unsafe context { _ = unsafe av_sha_init(context, 256) }
  }

  deinit {
    unsafe av_free(UnsafeMutableRawPointer(context))
  }

  /// Adds bytes at the end.
  public func append(_ bytes: some Collection<UInt8>) {
    guard let context = unsafe context else { return }
    let done: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      unsafe av_sha_update(context, buffer.baseAddress, buffer.count)
    }
    if done == nil {
      let copy = Array(bytes)
      unsafe av_sha_update(context, copy, copy.count)
    }
  }

  /// The hash as 64 lower-case hexadecimal digits; empty where there was no memory for it.
  public consuming func finish() -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The hash's 32 bytes; none where there was no memory for it.
  private consuming func digest() -> [UInt8] {
    guard let context = unsafe context else { return [] }
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe av_sha_final(context, &digest)
    return digest
  }

  /// The hash of bytes, as 32 bytes; none where there was no memory for it.
  public static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
    let hash = SHA256()
    hash.append(bytes)
    return hash.digest()
  }

  /// The hash of bytes.
  public static func hex(of bytes: some Collection<UInt8>) -> String {
    let hash = SHA256()
    hash.append(bytes)
    return hash.finish()
  }

  /// The hash of a regular file, read in pieces; nil where it cannot be read.
  public static func hex(ofFile path: String) -> String? {
    // A pipe or a device might never end.
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let handle = FileHandle(forReadingAtPath: path)
    else { return nil }
    defer { try? handle.close() }
    let hash = SHA256()
    do {
      while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
        hash.append(piece)
      }
    } catch {
      return nil
    }
    return hash.finish()
  }
}
