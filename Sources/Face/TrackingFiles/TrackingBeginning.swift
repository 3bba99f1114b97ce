internal import CSimdjson
internal import Files
internal import Geometry
internal import Text

/// Reads the first texts of a tracking file: what they say of all others, and which of them is a sample.
///
/// The samples of a dump may be a list within one object, or follow a line that says something of them. Of what
/// else stands there the picture's size is used, and the rest is only counted.
struct TrackingBeginning {
  /// What the first texts say.
  struct Found {
    var outcome: HeaderReader.Outcome
    /// The first text that is a sample, as in a dump; good until the splitter's next.
    var sample: Document?
    /// The keys without a meaning, of what is no sample.
    var headKeys: [String] = []
  }

  let splitter: DocumentSplitter
  let parser: DocumentParser
  let options: TrackingFileOptions
  let locator: Locator

  /// Reads as far as a header of `avatar-tracking/1`, or the first sample of a dump.
  func read() throws(TrackingFault) -> Found {
    let fault: TrackingFault
    do {
      var found = try text()
      guard found.sample != nil || found.outcome.dialect == .own, holdsList,
        try isAtEnd(&found.sample), let list = try list()
      else { return found }
      return list
    } catch {
      fault = error
    }
    var none: Document?
    switch fault.problem {
    case .tooLong:
      if let list = try list() { return list }
    case .unrecognised:
      var isList = holdsList
      if !isList { isList = try isAtEnd(&none) }
      if isList {
        if let list = try list() { return list }
      } else {
        let keys = parser.unknownKeys
        if var found = try? text(size: pictureSize), found.sample != nil {
          found.headKeys = keys
          return found
        }
      }
    default:
      // A list with a comma behind its last element, or cut off, has good elements.
      if parser.findings.contains(where: \.isFatal), try isAtEnd(&none),
        let list = try? list()
      {
        return list
      }
    }
    throw fault
  }

  /// Reads the next text, a header or a sample.
  ///
  /// - Parameter size: the picture's, as an earlier text has it.
  private func text(size: PixelSize<TrackerSpace>? = nil) throws(TrackingFault) -> Found {
    let text: Document?
    do {
      text = try splitter.next()
    } catch {
      throw locator.fault(error)
    }
    guard let text else {
      throw TrackingFault(
        file: locator.path, problem: .empty, found: "nothing in the file",
        expected: "a header or a sample")
    }
    unsafe parser.read(text.bytes, dialect: csj_dialect_any)
    return try found(in: text, size)
  }

  /// What the text says that the parser has read.
  private func found(
    in text: Document, _ size: PixelSize<TrackerSpace>?
  ) throws(TrackingFault) -> Found {
    var findings = parser.findings
    // What is no JSON has no keys to tell a format by.
    let outcome =
      findings.contains(where: \.isFatal)
      ? nil
      : unsafe HeaderReader.read(
        parser.document, size: size, options: options, findings: &findings)
    let isOwn = outcome?.dialect == .own
    guard let outcome, !isOwn || findings.isEmpty else {
      let finding =
        (findings.first { $0.problem == .unrecognised } ?? findings.first).map { finding in
          unsafe parser.document.is_cut_off ? finding : helping(finding, text)
        }
        ?? Finding(
          problem: .unrecognised, found: "no header", expected: "a header or a sample")
      throw locator.fault(finding, text)
    }
    return Found(
      outcome: outcome, sample: isOwn ? nil : text, headKeys: isOwn ? parser.unknownKeys : [])
  }

  // MARK: - A list within an object

  /// Whether the text shows nothing but a list of several objects with results.
  private var holdsList: Bool {
    unsafe parser.document.seen & UInt32(csj_seen_list | csj_seen_content) == UInt32(csj_seen_list)
  }

  private func isAtEnd(_ first: inout Document?) throws(TrackingFault) -> Bool {
    do {
      return try splitter.isAtEnd(&first)
    } catch {
      throw locator.fault(error)
    }
  }

  /// Reads on within the list of samples that the first text holds; nil where it holds none.
  private func list() throws(TrackingFault) -> Found? {
    guard let list = splitter.enterList() else { return nil }
    unsafe list.before.withUnsafeBytes { bytes in
      let text = unsafe UnsafeRawBufferPointer(rebasing: bytes.dropLast(csj_padding))
      unsafe parser.read(text, dialect: csj_dialect_any)
    }
    if unsafe parser.document.seen & UInt32(csj_seen_format) != 0 {
      let bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
      return try found(in: unsafe Document(bytes: bytes, line: list.line), nil)
    }
    let keys = parser.unknownKeys
    var found = try text(size: pictureSize)
    found.headKeys = keys
    return found
  }

  /// The size of the picture that the text says, where it is one.
  private var pictureSize: PixelSize<TrackerSpace>? {
    unsafe HeaderReader.size(parser.document)
  }

  // MARK: - Faults

  /// What helps a user whose file is none: of one that does not begin with JSON, a CSV for instance,
  /// what is read; of one with unknown keys which they are, the nearest known one, and where a face's
  /// points stand.
  private func helping(_ finding: Finding, _ text: Document) -> Finding {
    var finding = finding
    switch finding.problem {
    case .notJSON
    where unsafe LiveLinkFile.begins(String(decoding: text.bytes.prefix(256), as: UTF8.self)):
      finding.problem = .withoutPlace
      finding.found =
        "coefficients of Live Link Face, which say how a face moves and not where it is in the picture"
      finding.expected =
        "a tracking file; --blendshapes-from lays these over the faces of one"
    case .notJSON:
      let kind = unsafe FileKind(beginning: text.bytes)
      finding.found =
        kind?.name ?? (splitter.isUTF16 ? "UTF-16 text that is no JSON" : "text that is no JSON")
      finding.expected =
        "a tracker's dump in JSON: avatar-tracking/1, or MediaPipe's results as its web,"
        + " Python or iOS API gives them" + (kind?.advice.map { "; \($0)" } ?? "")
    case .unrecognised, .wrongHeader:
      let keys = parser.unknownKeys
      if finding.problem == .unrecognised, let kind = FileKind(keys: keys) {
        finding.found = kind.name
        return finding
      }
      if finding.place.isEmpty, let points = unsafe parser.facePoints(in: text.bytes) {
        finding.found += ", with \(points)"
      } else if finding.problem == .unrecognised, !keys.isEmpty {
        finding.found += ", but \(Self.names(keys))"
      }
      if finding.problem == .unrecognised, let nearest = KeyTally.nearest(to: keys) {
        finding.expected += "; did you mean \"\(nearest)\"?"
      }
    default: break
    }
    return finding
  }

  /// The first of some keys, as messages have them.
  private static func names(_ keys: [String]) -> String {
    let shown = keys.prefix(3).map { "\"\(Shown.text($0))\"" }.joined(separator: ", ")
    return keys.count > 3 ? "\(shown) and \(keys.count - 3) more" : shown
  }
}
