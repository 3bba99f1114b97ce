internal import CSimdjson
internal import Text

/// What the keys of a file's samples came to so far: whether any sample said what it shows under a key
/// that is known.
struct KeyTally {
  /// How often each key stood in the file that means nothing here.
  private(set) var unknown: [String: Int] = [:]
  private var hasContent = false
  /// Where a key stood first that is nearly one of those that say what a sample shows.
  private var misspelt: (key: String, meant: String, line: Int)?
  /// Where points of a face stood first under keys that are not known.
  private var points: (words: String, line: Int)?
  /// Samples without content in which points are looked for.
  private var searchesLeft = 64
  private let known: [String]

  private static let ownKeys = ["faces", "hands", "images"]
  private static let dumpKeys = [
    "faceLandmarks", "facialTransformationMatrixes", "landmarks", "multiFaceLandmarks",
    "multiHandLandmarks", "leftHandLandmarks", "rightHandLandmarks",
    "face_landmarks", "facial_transformation_matrixes", "hand_landmarks", "multi_face_landmarks",
    "multi_hand_landmarks", "left_hand_landmarks", "right_hand_landmarks",
  ]

  init(_ dialect: TrackingDialect) {
    known = dialect == .own || dialect == .arkit ? Self.ownKeys : Self.dumpKeys + Self.ownKeys
  }

  /// The nearest key that says what a sample shows; nil where none is near.
  static func nearest(to keys: [String]) -> String? {
    keys.lazy.compactMap { Spelling.nearest(to: $0, among: ownKeys + dumpKeys) }.first
  }

  /// Takes what the header, or a text that is no sample, has of keys without a meaning.
  mutating func add(_ keys: [String]) {
    for key in keys {
      let isRoom = unknown.count < TrackingLimits.unknownKeys || unknown[key] != nil
      unknown[isRoom ? key : "...", default: 0] += 1
    }
  }

  /// Takes the keys of a sample that a parser has read.
  mutating func add(_ parser: DocumentParser, _ text: Document) {
    let keys = parser.unknownKeys
    if !keys.isEmpty { add(keys) }
    if unsafe parser.document.seen & UInt32(csj_seen_content) != 0 { hasContent = true }
    guard !hasContent, misspelt == nil, points == nil else { return }
    for key in keys {
      guard let meant = Spelling.nearest(to: key, among: known) else { continue }
      misspelt = (key, meant, text.line)
      return
    }
    guard !keys.isEmpty, searchesLeft > 0 else { return }
    searchesLeft -= 1
    points = unsafe parser.facePoints(in: text.bytes).map { ($0, text.line) }
  }

  /// The fault of a file in which no sample shows anything, since what it shows stands under a key that is
  /// none, or nearly a known one.
  func fault(in file: String) -> TrackingFault? {
    guard !hasContent else { return nil }
    if let (key, meant, line) = misspelt {
      return TrackingFault(
        file: file, line: line, problem: .misspeltKey, place: Shown.text(key),
        found: "an unknown key, and no sample with a known one beside its time",
        expected: "\(meant)")
    }
    return points.map { words, line in
      TrackingFault(
        file: file, line: line, problem: .misspeltKey,
        found: "\(words), and no sample with a known key beside its time",
        expected: known.first ?? "")
    }
  }
}
