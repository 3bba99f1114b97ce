import Digests
import Files
import Foundation
import Matting
import Problems
import Recordings

/// What hands cover of the frames of one render: taken from an earlier one where that kept it, and kept for
/// the next one.
final class MatteStore {
  private let path: String
  private let key: [UInt8]
  private var kept: MatteFile?
  private var writer: AtomicFile?
  private var hash = SHA256()
  private var bytes = 0
  private var (taken, added) = (0, 0)
  /// Whether nothing is kept any more: there is no room, or the disk is full.
  private var isEnded = false
  private var notes: [String] = []
  private let mostBytes: Int

  /// Opens what an earlier render kept, if it did.
  ///
  /// - Parameter parts: as `MatteCache.key` has them.
  init(_ cache: MatteCache, _ parts: [String]) {
    key = cache.key(parts)
    path = cache.path(key)
    mostBytes = cache.mostBytes
    do throws(MatteFile.Fault) {
      kept = try MatteFile(path: path, key: key)
    } catch {
      guard error != .missing else { return }
      notes.append(
        "\(path), where an earlier run kept what hands cover, is not used and made anew: \(SystemReason.line(of: error))"
      )
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// What hands cover of the frame at a time; nil where no earlier render kept that.
  func fields(atMs timeMs: Double) -> [CoverageField]? {
    guard let fields = kept?.fields(atMs: timeMs) else { return nil }
    taken += 1
    return fields
  }

  /// Keeps what hands cover of the frame at a time, which no earlier render kept.
  func add(_ fields: [CoverageField], atMs timeMs: Double) {
    guard !isEnded else { return }
    let record = MatteFile.record(fields, atMs: timeMs)
    guard bytes + (writer == nil ? kept?.bytes ?? 0 : 0) + record.count <= mostBytes else {
      isEnded = true
      return
    }
    keepingWhatGoes {
      if writer == nil { try begin() }
      try write(record)
      added += 1
    }
  }

  /// Gives the file its name.
  ///
  /// - Returns: what a person should know, a line each.
  func finish() -> [String] {
    if taken > 0 {
      notes.append(
        "what hands cover of \(taken) \(taken == 1 ? "frame" : "frames") is that of an earlier run,"
          + " \(path)")
      kept?.touch()
    }
    keepingWhatGoes {
      guard added > 0, let writer = writer.take() else { return }
      try writer.append(hash.digest)
      try writer.commit()
    }
    return notes
  }

  /// Begins a file with what was kept before.
  private func begin() throws {
    writer = try AtomicFile(path: path, replacing: true)
    try write(MatteFile.magic + key)
    try kept?.copyRecords(to: write)
  }

  private func write(_ piece: [UInt8]) throws {
    try writer?.append(piece)
    hash.append(piece)
    bytes += piece.count
  }

  /// Does something without which the render goes on as well.
  private func keepingWhatGoes(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      isEnded = true
      writer = nil
      let reason = (error as? FileFault).map { "\($0.reason)" } ?? "\(SystemReason.line(of: error))"
      notes.append("\(path): what hands cover cannot be kept: \(reason)")
    }
  }
}
