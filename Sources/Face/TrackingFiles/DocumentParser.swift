internal import CSimdjson
internal import FaceModel
internal import Foundation
internal import Text

/// simdjson's parser, which reads one text into plain structs that last until the next.
@safe final class DocumentParser {
  private let parser: OpaquePointer
  /// Whether texts are only skimmed, for when samples were taken and what is in them.
  private let skims: Bool
  /// What the last text held.
  private(set) var document = unsafe csj_document()

  /// Makes a parser; nil where memory is short.
  init?(skims: Bool = false) {
    self.skims = skims
    // The names cross into C once; `csj_parser_create` copies them.
    let copies = unsafe Blendshape.allCases.map { unsafe strdup($0.rawValue) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    let names = unsafe copies.map { unsafe UnsafePointer($0) }
    guard let parser = unsafe csj_parser_create(names) else { return nil }
    unsafe self.parser = parser
  }

  deinit { unsafe csj_parser_destroy(parser) }

  /// Reads a text; its faults are the document's issues.
  func read(_ text: UnsafeRawBufferPointer, dialect: csj_dialect) {
    guard let base = text.baseAddress else {
      unsafe document = unsafe csj_document()
      return
    }
    let characters = unsafe base.assumingMemoryBound(to: CChar.self)
    if skims {
      unsafe csj_parser_skim(parser, characters, text.count, dialect, &document)
    } else {
      unsafe csj_parser_read(parser, characters, text.count, dialect, &document)
    }
  }

  /// What the reader found wrong with the text.
  var findings: [Finding] {
    unsafe (0..<document.issue_count).map { index in
      let issue = unsafe document.issues[index]
      let problem: TrackingFault.Problem =
        switch issue.kind {
        case csj_issue_not_json: .notJSON
        case csj_issue_type: .wrongType
        case csj_issue_not_finite: .notFinite
        case csj_issue_missing: .missingKey
        case csj_issue_duplicate: .duplicateKey
        case csj_issue_limit: .tooMany
        case csj_issue_range: .outOfRange
        default: .listMismatch
        }
      return Finding(
        problem: problem, part: Self.part(issue), place: Shown.text(text(issue.path), upTo: 96),
        found: Shown.text(text(issue.found), upTo: 96), expected: text(issue.expected))
    }
  }

  private static func part(_ issue: csj_issue) -> TrackingFault.Part {
    switch issue.part {
    case csj_part_face: .face(issue.part_index)
    case csj_part_blendshapes: .blendshapes(face: issue.part_index)
    case csj_part_matrix: .matrix(issue.part_index)
    case csj_part_hand: .hand(issue.part_index)
    case csj_part_world_points: .worldPoints(hand: issue.part_index)
    case csj_part_image: .image(issue.part_index)
    default: .sample
    }
  }

  /// Where in a text points of a face stand, under whichever keys, in words: `468 points under mesh[0]`; nil where
  /// there are none.
  func facePoints(in bytes: UnsafeRawBufferPointer) -> String? {
    guard let base = bytes.baseAddress else { return nil }
    var path = [CChar](repeating: 0, count: Int(csj_max_path))
    let count = unsafe csj_parser_find_points(
      parser, base.assumingMemoryBound(to: CChar.self), bytes.count, &path)
    guard count > 0 else { return nil }
    let place = Shown.text(
      String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    return "\(count) points \(place.isEmpty ? "in a list" : "under \(place)")"
  }

  /// A key that is nearly MediaPipe's, and the one as which it was read; nil where there is none.
  var nearKey: (key: String, meant: String)? {
    guard let meant = unsafe document.near_meant else { return nil }
    return unsafe (text(document.near_key), String(cString: meant))
  }

  /// The keys that mean nothing here.
  var unknownKeys: [String] {
    unsafe (0..<document.unknown_key_count).compactMap { index in
      unsafe document.unknown_keys[index].map { unsafe String(cString: $0) }
    }
  }
}

extension TrackingDialect {
  /// Whose keys its texts have.
  var keys: csj_dialect {
    switch self {
    case .own: csj_dialect_own
    case .arkit: csj_dialect_arkit
    case .web, .python, .ios, .solutions: csj_dialect_dump
    }
  }
}

/// The text in a C array of characters, up to its NUL; anything that is no UTF-8 is replaced.
func text<Characters>(_ characters: Characters) -> String {
  unsafe withUnsafeBytes(of: characters) { bytes in
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
