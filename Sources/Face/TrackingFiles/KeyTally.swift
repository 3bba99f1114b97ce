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
  private let known: [String]

  private static let ownKeys = ["faces", "hands", "images"]
  private static let dumpKeys = [
    "faceLandmarks", "facialTransformationMatrixes", "landmarks", "multiFaceLandmarks",
    "multiHandLandmarks", "leftHandLandmarks", "rightHandLandmarks",
    "face_landmarks", "facial_transformation_matrixes", "hand_landmarks", "multi_face_landmarks",
    "multi_hand_landmarks", "left_hand_landmarks", "right_hand_landmarks",
  ]

  init(_ dialect: TrackingDialect) {
    known = dialect == .own ? Self.ownKeys : Self.dumpKeys + Self.ownKeys
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

  /// Takes the keys of a sample.
  mutating func add(_ keys: [String], of document: csj_document, line: Int) {
    if !keys.isEmpty { add(keys) }
    if unsafe document.seen & UInt32(csj_seen_content) != 0 { hasContent = true }
    guard !hasContent, misspelt == nil else { return }
    for key in keys {
      guard let meant = Spelling.nearest(to: key, among: known) else { continue }
      misspelt = (key, meant, line)
      return
    }
  }

  /// The fault of a file in which no sample shows anything, since what it shows stands under a key that is
  /// nearly a known one.
  func fault(in file: String) -> TrackingFault? {
    guard !hasContent, let (key, meant, line) = misspelt else { return nil }
    return TrackingFault(
      file: file, line: line, problem: .misspeltKey, place: Shown.text(key),
      found: "an unknown key, and no sample with a known one beside its time",
      expected: "\(meant)")
  }
}
