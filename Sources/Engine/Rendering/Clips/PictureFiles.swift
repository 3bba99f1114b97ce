import Files
import Foundation
package import Imaging
import Recordings
import Synchronization

/// The picture files of a job, which get their names when all of them are complete.
///
/// Until then they lie hidden beside their places, so that a job that fails or is stopped leaves
/// what was there as it was; those of a job that is not kept are removed.
package final class PictureFiles: Sendable {
  private let compression: PNG.Compression
  private let overwrites: Bool
  private let staged = Mutex<[HiddenFile]>([])
  /// Folders in which one of them is locked, which says that the writer of all lives.
  private let locked = Mutex<Set<String>>([])
  /// Folders that were made for pictures, outer ones first.
  private let folders = Mutex<[String]>([])

  /// Makes the files of a job that has none yet.
  package init(compression: PNG.Compression, overwrites: Bool) {
    (self.compression, self.overwrites) = (compression, overwrites)
  }

  deinit {
    staged.withLock { $0 = [] }
    // Those with pictures that were kept stay.
    for folder in folders.withLock({ $0 }).reversed() { _ = unsafe rmdir(folder) }
  }

  /// Writes a picture.
  ///
  /// - Throws: `ImagingError`, or `RenderingError.unfitOutput` where a frame has no file of its own.
  package func write(_ picture: StraightRGBA8, to path: String) throws {
    try check(path)
    try write(encoded: PNG.encode(picture, compression: compression), to: path)
  }

  /// Writes a picture that is compressed already.
  package func write(encoded bytes: [UInt8], to path: String) throws {
    try check(path)
    do {
      let folder = FilePath.split(path).folder
      let isFirst = !locked.withLock { $0.contains(folder) }
      let file = try AtomicFile(path: path, replacing: overwrites, tidies: isFirst)
      try file.append(bytes)
      let hidden = try file.complete(keepsLock: isFirst)
      staged.withLock { $0.append(hidden) }
      if isFirst { locked.withLock { _ = $0.insert(folder) } }
    } catch {
      throw ImagingError(error)
    }
  }

  private func check(_ path: String) throws {
    guard staged.withLock({ $0.last?.path }) != path else { throw Self.oneForSeveral(path) }
    guard overwrites || !FileManager.default.fileExists(atPath: path) else {
      throw ImagingError.file(path: path, .outputExists)
    }
  }

  /// Makes a folder for pictures; one that is there does as well.
  package func makeFolder(_ folder: String) throws(ImagingError) {
    var missing: [String] = []
    var place = folder
    while !place.isEmpty, place != "/", !FileManager.default.fileExists(atPath: place) {
      missing.append(place)
      place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
    }
    folders.withLock { $0 += missing.reversed() }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .file(path: folder, .unwritable(reason: "the folder cannot be made"))
    }
  }

  /// Gives the pictures their names: the job is done.
  package func keep() throws(ImagingError) {
    do {
      var folders: Set<String> = []
      while let file = staged.withLock({ $0.last }) {
        try file.publish(syncsFolder: false)
        staged.withLock { _ = $0.popLast() }
        folders.insert(file.folder)
      }
      for folder in folders { try FolderSync.wait(for: folder) }
    } catch {
      throw ImagingError(error)
    }
  }

  /// Several frames for one path.
  static func oneForSeveral(_ path: String) -> RenderingError {
    .unfitOutput(
      reason: "\(path): one picture cannot hold several frames; number them as in %05d.png, or"
        + " choose one frame")
  }
}
