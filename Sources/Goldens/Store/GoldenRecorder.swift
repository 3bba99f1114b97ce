import Imaging
import Rendering
import Video

/// Writes goldens with their provenance: all of them, or none.
struct GoldenRecorder {
  let suite: GoldenSuite
  let author: Author

  /// The goldens of a case.
  struct Goldens {
    var name: String
    /// Pictures by frame; nil for a still.
    var pictures: [(frame: Int?, picture: StraightRGBA8)]
    /// Where the layers went, as a sidecar; nil where that is not known.
    var placements: String?
  }

  /// The files that one golden became.
  struct Written {
    var golden: String
    var bytes: Int
    var sha256: String
  }

  /// Writes goldens in place of those that are there.
  ///
  /// - Parameter removing: goldens, relative to the suite's folder, that go.
  @discardableResult
  func record(
    _ all: [Goldens], removing obsolete: [String] = []
  ) throws(GoldenError) -> [Written] {
    var transaction = FileTransaction()
    var written: [Written] = []
    for goldens in all {
      for (frame, picture) in goldens.pictures {
        let golden = suite.paths.golden(of: goldens.name, frame: frame)
        let bytes = try Self.encoded(picture, golden)
        try transaction.write(bytes, to: suite.paths.path(golden))
        written.append(
          Written(golden: golden, bytes: bytes.count, sha256: SHA256.hex(of: bytes)))
      }
      let sidecar = suite.paths.path(suite.paths.placements(of: goldens.name))
      if let placements = goldens.placements {
        try transaction.write(Array(placements.utf8), to: sidecar)
      } else {
        transaction.remove(sidecar)
      }
    }
    for path in obsolete { transaction.remove(suite.paths.path(path)) }
    // The file of all records is read, changed and written by one process at a time.
    let lock = FolderLock(suite.folder)
    var provenance = try ProvenanceFile(path: suite.paths.provenance)
    for one in written {
      provenance[one.golden] = Provenance(
        golden: one.golden, sha256: one.sha256, by: author.name, at: Timestamp.now,
        renderer: RendererVersion.number, reason: author.reason)
    }
    for path in obsolete { provenance[path] = nil }
    try transaction.write(provenance.bytes, to: suite.paths.provenance)
    try transaction.commit()
    _ = consume lock
    return written
  }

  private static func encoded(
    _ picture: StraightRGBA8, _ golden: String
  ) throws(GoldenError) -> [UInt8] {
    guard picture.width * picture.height <= SuiteLimits.goldenPixels else {
      throw .goldenTooLarge(
        golden, found: "\(picture.width) x \(picture.height) pixels",
        limit: "\(SuiteLimits.goldenPixels) pixels")
    }
    do throws(ImagingError) {
      return try PNG.encode(picture, compression: .small)
    } catch {
      throw .file(.file(path: golden, error))
    }
  }
}
