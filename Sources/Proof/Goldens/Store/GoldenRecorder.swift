internal import Digests
internal import Foundation
import Imaging
import Isolation
internal import Recordings
import Threads

/// Writes goldens with their provenance: all of them, or none.
struct GoldenRecorder {
  let suite: GoldenSuite
  let author: Author
  var cancellation = Cancellation()

  struct CaseGoldens: Sendable {
    typealias Picture = @Sendable () throws(GoldenError) -> StraightRGBA8

    var name: String
    /// Pictures by frame, read when their turn comes; a still's has no number.
    var pictures: [(frame: Int?, picture: Picture)]
    /// The environment whose variants they are; nil for the goldens themselves.
    var environment: String?
    /// Goldens that stay as they are and only get a new record, relative to the suite's folder.
    var adopted: [String] = []
    /// Goldens that go from Git into the golden store as they are, relative to the suite's folder.
    var moved: [String] = []
    /// Where the layers went, as a sidecar; nil where that is not known.
    var placements: String?
    /// The session's log and its trace; nil where the case does not hold them.
    var events, signals: String?
    /// The reduced frames of a clip; nil where they stay, and for a case that is none.
    var clip: Picture?
    /// The numbers, times and hashes of a clip's frames; nil for a case that is none.
    var frames: String?
  }

  struct Written: Hashable, Sendable {
    /// The file, relative to the suite's folder.
    var golden: String
    /// The content's size.
    var bytes: Int
    /// The content's SHA-256.
    var sha256: String
    /// Whether the content lies in the golden store.
    var isStored: Bool
    /// Whether it is the content that was there already.
    var isMoved = false
  }

  /// Writes goldens in place of those that are there.
  ///
  /// - Parameter obsolete: files, relative to the suite's folder, that go with their records.
  @discardableResult
  func record(
    _ all: [CaseGoldens], removing obsolete: [String] = []
  ) throws(GoldenError) -> [Written] {
    // One process at a time: the file of all records is read, changed and written.
    let lock = try FolderLock(suite.folder, cancellation)
    UnfinishedChanges.settle(in: suite, lock)
    var transaction = FileTransaction()
    let pictures = all.flatMap { goldens in
      goldens.pictures.map {
        (golden: goldens.file(suite.paths, frame: $0.frame), picture: $0.picture)
      }
        + [goldens.clip].compactMap { clip in
          clip.map { (golden: suite.paths.clip(of: goldens.name), picture: $0) }
        }
    }
    var written: [Written] = []
    // Compressing well takes a quarter of a second for 720p, so it is done side by side, and in
    // batches, so that memory does not grow with the suite.
    let batch = 2 * Parallel.width
    for start in stride(from: 0, to: pictures.count, by: batch) {
      if cancellation.isRequested { throw .interrupted }
      let part = pictures[start..<min(start + batch, pictures.count)]
      for (golden, bytes) in try Self.encoded(Array(part)) {
        written.append(try place(bytes, golden, &transaction))
      }
    }
    for golden in all.flatMap(\.moved) {
      let bytes = try suite.paths.place(golden).read(limit: SuiteLimits.contentBytes)
      var one = try place(bytes, golden, &transaction)
      one.isMoved = true
      written.append(one)
    }
    for goldens in all {
      for (file, text) in goldens.texts(suite.paths) {
        let place = suite.paths.place(file)
        if let text, !text.isEmpty {
          try transaction.write(Array(text.utf8), to: place)
        } else {
          try transaction.remove(place)
        }
      }
    }
    for path in obsolete { try transaction.remove(suite.paths.place(path)) }
    var provenance = try ProvenanceFile(of: suite)
    let adopted = all.flatMap(\.adopted).map { ($0, suite.goldens.sha256($0)) }
    let recordings = recordings(of: all)
    // Of what only went elsewhere the record holds.
    let recorded = written.filter { !$0.isMoved }.map { ($0.golden, Optional($0.sha256)) }
    for (golden, sha256) in recorded + adopted {
      provenance[golden] = Provenance(
        golden: golden, sha256: sha256 ?? "", by: author.name, at: Timestamp.now,
        renderer: RendererVersion.number, reason: author.reason,
        variantOf: GoldenPaths.variant(golden).flatMap { provenance[$0.golden]?.sha256 },
        recording: recordings[golden])
    }
    for path in obsolete { provenance[path] = nil }
    // The last to be replaced, see `UnfinishedChanges`.
    try transaction.write(
      provenance.bytes, to: suite.paths.place(GoldenPaths.provenanceName))
    try transaction.commit()
    return written
  }

  /// What the recordings of goldens say of their origin, by the goldens' files.
  private func recordings(of all: [CaseGoldens]) -> [String: RecordingProvenance] {
    var found: [String: RecordingProvenance] = [:]
    for goldens in all {
      guard let one = try? suite.case(named: goldens.name), case .rendered(let scene) = one.source,
        let said = try? scene.recordingLocation().provenance, !said.isEmpty
      else { continue }
      let files = goldens.pictures.map { goldens.file(suite.paths, frame: $0.frame) }
      for file in files + [suite.paths.clip(of: goldens.name)] + goldens.adopted {
        found[file] = said
      }
    }
    return found
  }

  /// Puts a golden's content into its place, in Git or in the golden store.
  private func place(
    _ bytes: [UInt8], _ golden: String, _ transaction: inout FileTransaction
  ) throws(GoldenError) -> Written {
    let (file, isStored) = try suite.goldens.placed(bytes)
    try transaction.write(file, to: suite.paths.place(golden))
    return Written(
      golden: golden, bytes: bytes.count, sha256: SHA256.hex(of: bytes), isStored: isStored)
  }

  /// The files of pictures, in their order.
  private static func encoded(
    _ pictures: [(golden: String, picture: CaseGoldens.Picture)]
  ) throws(GoldenError) -> [(golden: String, bytes: [UInt8])] {
    let made = Parallel.map(pictures) { golden, picture in
      Result { () throws(GoldenError) in try encoded(picture(), golden) }
    }
    var files: [(golden: String, bytes: [UInt8])] = []
    for (one, bytes) in zip(pictures, made) { files.append((one.golden, try bytes.get())) }
    return files
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

extension GoldenRecorder.CaseGoldens {
  /// The file of a frame's golden or variant, relative to the suite's folder.
  func file(_ paths: GoldenPaths, frame: Int?) -> String {
    let golden = paths.golden(of: name, frame: frame)
    return environment.map { GoldenPaths.variant(of: golden, $0) } ?? golden
  }

  /// The texts beside the goldens, by their files relative to the suite's folder; nil for none.
  ///
  /// A variant has none of its own: layers go to the same places everywhere.
  func texts(_ paths: GoldenPaths) -> [(file: String, text: String?)] {
    if environment != nil { return [] }
    return [
      (paths.placements(of: name), placements), (paths.events(of: name), events),
      (paths.signals(of: name), signals), (paths.frames(of: name), frames),
    ]
  }
}
