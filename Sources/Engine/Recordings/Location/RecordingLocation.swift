import AvatarFiles
import Avatars
public import ClipReading
import Files
public import Filters
import Foundation
public import Frames
import JSON
import Problems
import Text

/// Where the two halves of a recording lie: what the camera saw, and what the tracker saw.
public struct RecordingLocation: Hashable, Sendable {
  /// The clip, the still picture, or numbered pictures such as `frames/%05d.png`.
  public var media: String
  /// Frames a second of numbered pictures; a clip says that by itself.
  public var picturesRate: FrameRate?
  /// What is said of the clip's pictures that it does not say itself.
  public var reading = PictureReading()
  /// The tracking file; nil where nothing was tracked.
  public var tracking: String?
  /// The day on which it was taken, where its `recording.json` says so.
  public var date: RecordingDate?
  /// What of its pictures is hidden from all that is made of them.
  public var cover = PictureCover.none
  /// What its `recording.json` says of its origin, and of the consent to use it.
  public var provenance = RecordingProvenance()
  /// What its `recording.json` says that nothing reads, a line each.
  public private(set) var notes: [String] = []

  /// What `recording.json` may weigh, in bytes; it holds two names.
  public static let maximumIndexBytes = 64 * 1024

  /// The endings of the tracking file that is looked for beside a clip, in this order.
  public static let trackingExtensions = ["jsonl", "jsonl.gz", "jsonl.zst", "json"]

  /// Finds a recording: a folder with `recording.json`, or a clip beside a tracking file of the
  /// same name.
  ///
  /// - Parameters:
  ///   - tracking: a tracking file to take in place of the recording's own.
  ///   - allowsUntracked: whether a clip may stand alone.
  public init(
    finding path: String, tracking: String? = nil, allowsUntracked: Bool = false
  ) throws(RenderingError) {
    let path = try Self.media(path)
    let tracking = try tracking.map { path throws(RenderingError) in try Self.existing(path) }
    let found =
      FilePath.isFolder(path)
      ? try Self.inFolder(path) : try Self.besideClip(path, looks: tracking == nil)
    (media, notes, date) = (found.media, found.notes, found.date)
    provenance = found.provenance
    self.tracking = tracking ?? found.tracking
    guard self.tracking != nil || allowsUntracked || FilePath.isFolder(path) else {
      throw .notARecording(
        path, reason: "there is no tracking file \(Self.stem(of: path)).jsonl beside it")
    }
  }

  /// Makes a location of two files, both of which must exist.
  public init(video: String, tracking: String?) throws(RenderingError) {
    media = try Self.media(video)
    self.tracking = try tracking.map { path throws(RenderingError) in try Self.existing(path) }
  }

  /// What `recording.json` holds; apps may write more into it for themselves.
  private struct Index: Decodable {
    var video, image, tracking: String?
  }

  private typealias Files = (
    media: String, tracking: String?, date: RecordingDate?, provenance: RecordingProvenance,
    notes: [String]
  )

  private enum IndexFault: ProvenanceFaultKind, CustomStringConvertible {
    case json(JSONFault)
    case words(String)

    static func unreadable(_ found: String, expected: String) -> IndexFault {
      .words("expected \(expected), found \"\(found)\"")
    }

    var description: String {
      switch self {
      case .json(let fault): "\(fault)"
      case .words(let words): words
      }
    }
  }

  private static func inFolder(_ folder: String) throws(RenderingError) -> Files {
    let index = "\(folder)/recording.json"
    guard let data = contents(of: index) else {
      let refusal = SystemReason.refusal(ofReading: index)
      throw .notARecording(
        folder,
        reason: refusal.map { "recording.json \($0)" }
          ?? "the folder has no recording.json that can be read")
    }
    guard data.count <= maximumIndexBytes else {
      throw .notARecording(
        folder, reason: "recording.json has more than \(maximumIndexBytes) bytes")
    }
    let log = JSONFaultLog<IndexFault>()
    let root = JSONField.root(of: data, expecting: FileKind.recording, log: log)
    if root == nil, let (kind, place, _) = log.faults.first {
      throw .notARecording(
        folder, reason: "recording.json:\(place.line):\(place.column): \(kind)")
    }
    let object = root?.object(
      keys: ["video", "image", "tracking", "date"] + RecordingProvenance.keys)
    guard let entries = try? JSONDecoder().decode(Index.self, from: data),
      let media = entries.video ?? entries.image
    else {
      let misspelt = log.faults.first.map { "; \($0.kind)" } ?? ""
      throw .notARecording(
        folder,
        reason: "recording.json is not {\"video\" or \"image\": name, \"tracking\": name}"
          + misspelt)
    }
    var notes = unread(log, in: index)
    let known = log.faults.count
    let provenance = object.map { RecordingProvenance($0) } ?? RecordingProvenance()
    // A consent that is not read as it was meant would be no consent, or one without an end.
    if let (kind, place, path) = log.faults.dropFirst(known).first {
      throw .badProvenance(path: index, "\(place.line):\(place.column): \(path): \(kind)")
    }
    // An app may mean something else by the word.
    let date = object?["date"].flatMap { $0.text() }.flatMap { RecordingDate(iso8601: $0) }
    if date == nil, object?["date"] != nil {
      notes.append("\(index): \"date\" is not read; expected a date such as 2026-04-03")
    }
    if entries.video != nil, entries.image != nil {
      notes.append("\(index): \"image\" is not read beside \"video\"; leave one of them out")
    }
    return (
      try file(media, in: folder),
      try entries.tracking.map { name throws(RenderingError) in try file(name, in: folder) },
      date, provenance, notes
    )
  }

  /// What of an index is not read: a line for each key that may be misspelt or is there twice, and one for all others,
  /// which an app may have written for itself.
  private static func unread(_ log: JSONFaultLog<IndexFault>, in index: String) -> [String] {
    var (lines, others) = ([String](), [String]())
    for (kind, place, _) in log.faults {
      if case .json(.unknownKey(let key, nil)) = kind {
        others.append("\"\(Shown.text(key))\"")
      } else {
        lines.append("\(index):\(place.line):\(place.column): \(kind)")
      }
    }
    guard !others.isEmpty else { return lines }
    let shown = others.prefix(mostShownKeys).joined(separator: ", ")
    let more = others.count > mostShownKeys ? " and \(others.count - mostShownKeys) more" : ""
    return lines + ["\(index): unknown keys, ignored: \(shown)\(more)"]
  }

  /// The most unknown keys that a note names.
  private static let mostShownKeys = 8

  /// - Parameter looks: whether a tracking file is looked for by its name.
  private static func besideClip(_ clip: String, looks: Bool) throws(RenderingError) -> Files {
    guard looks else { return (clip, nil, nil, RecordingProvenance(), []) }
    let candidates = trackingExtensions.map { "\(stem(of: clip)).\($0)" }
    if let found = candidates.lazy.compactMap(FileNames.existing).first {
      return (clip, found, nil, RecordingProvenance(), [])
    }
    let near = nearNames(of: clip)
    guard near.count < 2 else {
      throw .notARecording(
        clip,
        reason: "several files beside it may be its tracking: "
          + near.prefix(mostShownKeys).joined(separator: ", ") + "; name one by --tracking")
    }
    return (
      clip, near.first, nil, RecordingProvenance(),
      near.map { "\($0) is taken for the tracking of \(clip), which it is named after" }
    )
  }

  /// What stands between a clip's name and the ending of a tracking file that other programs name after it.
  private static let nearEndings = [
    "", ".tracking", "-tracking", "_tracking", ".landmarks", "_landmarks",
  ]

  /// The files beside a clip whose names are nearly its tracking file's: in other letters, behind the clip's own
  /// ending, or with a word for what they are.
  private static func nearNames(of clip: String) -> [String] {
    guard !NumberedPath.isSequence(clip) else { return [] }
    let (folder, name) = (
      (clip as NSString).deletingLastPathComponent, (clip as NSString).lastPathComponent
    )
    var wanted: Set<String> = []
    for base in [name, stem(of: name)] {
      for word in nearEndings {
        wanted.formUnion(trackingExtensions.map { "\(base)\(word).\($0)".lowercased() })
      }
    }
    // What exports of photo libraries say of a clip.
    wanted.remove("\(name).json".lowercased())
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { wanted.contains($0.lowercased()) && $0 != name }.sorted()
      .map { folder.isEmpty ? $0 : (folder as NSString).appendingPathComponent($0) }
      .filter { !FilePath.isFolder($0) }
  }

  /// A file that a recording names: inside its folder, so that a recording from elsewhere cannot
  /// reach for other files.
  private static func file(_ name: String, in folder: String) throws(RenderingError) -> String {
    if let fault = PackagePath.fault(of: name) {
      throw .notARecording(folder, reason: "recording.json names \"\(name)\", which \(fault)")
    }
    return try existing("\(folder)/\(name)")
  }

  /// Throws where the consent to use the recording has ended.
  public func checkConsent() throws(RenderingError) { try provenance.checkConsent(to: media) }

  /// Whether the recording is numbered pictures, which do not say themselves how fast they follow each other.
  public var isOfNumberedPictures: Bool { NumberedPath.isSequence(media) }

  /// Opens the clip, or a part of it, its pictures covered where that is asked for.
  ///
  /// - Throws: `VideoError.uncovered` where it is asked for, and what is covered is not known yet.
  package func open(
    _ part: ClipPart = .whole, _ options: ReadingOptions = .init()
  ) throws(VideoError) -> ClipReader {
    var options = options
    switch cover {
    case .none: break
    case .asked:
      throw .uncovered(path: media, atMs: nil, reason: "they were not looked for here")
    case .planned(let cover): options.cover = cover
    }
    return try openUncovered(part, options)
  }

  /// Opens the clip with its pictures as they are, for what is only looked at in memory: where the skin goes, the
  /// light on it, hands.
  package func openUncovered(
    _ part: ClipPart = .whole, _ options: ReadingOptions = .init()
  ) throws(VideoError) -> ClipReader {
    var options = options
    options.picturesRate = picturesRate
    options.reading = reading
    return try ClipReader(path: media, part: part, options: options)
  }

  /// Numbered pictures are looked for when they are opened.
  private static func media(_ path: String) throws(RenderingError) -> String {
    NumberedPath.isSequence(path) ? path : try existing(path)
  }

  /// The path of a file or folder that is there, its names in whatever form of Unicode.
  private static func existing(_ path: String) throws(RenderingError) -> String {
    guard let found = FileNames.existing(path) else { throw .recordingNotFound(path) }
    return found
  }

  /// The path without its extension.
  private static func stem(of path: String) -> String {
    (path as NSString).deletingPathExtension
  }

  /// A file's first bytes, one more than an index may have.
  private static func contents(of path: String) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    return try? handle.read(upToCount: maximumIndexBytes + 1)
  }
}
