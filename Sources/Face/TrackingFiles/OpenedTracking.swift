internal import CSimdjson
internal import Geometry
internal import Tracking

/// A tracking file whose first text was read: what it says of all others, and what reads those.
@safe struct OpenedTracking {
  let outcome: HeaderReader.Outcome
  let splitter: DocumentSplitter
  /// What read the first text, and still holds it.
  let parser: DocumentParser
  /// Turns the file's times into milliseconds.
  let clock: SampleClock
  /// The first text, where it is a sample itself, as in a dump; good until the splitter's next.
  let firstSample: Document?

  /// Opens a file and reads its first text.
  ///
  /// - Parameter skims: whether the parser's samples are only skimmed.
  init(
    path: String, options: TrackingFileOptions, skims: Bool = false,
    _ open: () throws(SourceError) -> ByteSource
  ) throws(TrackingFault) {
    let locator = Locator(path: path)
    let source: ByteSource
    do {
      source = try open()
    } catch {
      throw locator.fault(error)
    }
    guard let parser = DocumentParser(skims: skims) else {
      throw locator.fault(.unreadable("no memory"))
    }
    let splitter = DocumentSplitter(source: source)
    let first: Document?
    do {
      first = try splitter.next()
    } catch {
      throw locator.fault(error)
    }
    guard let first else {
      throw TrackingFault(
        file: path, problem: .empty, found: "nothing in the file", expected: "a header or a sample")
    }
    unsafe parser.read(first.bytes, dialect: csj_dialect_any)
    var findings = parser.findings
    // What is no JSON has no keys to tell a format by.
    let outcome =
      findings.contains(where: \.isFatal)
      ? nil
      : unsafe HeaderReader.read(parser.document, options: options, findings: &findings)
    let isOwn = outcome?.dialect == .own
    guard let outcome, !isOwn || findings.isEmpty else {
      let finding =
        findings.first.map { finding in
          unsafe parser.document.is_cut_off
            ? finding : Self.helping(finding, parser.unknownKeys, isUTF16: splitter.isUTF16)
        }
        ?? Finding(
          problem: .unrecognised, found: "no header", expected: "a header or a sample")
      throw locator.fault(finding, first)
    }
    do {
      clock = try SampleClock(outcome.timeUnit, clip: options.clipTimes)
    } catch {
      throw locator.fault(error, first)
    }
    self.outcome = outcome
    self.splitter = splitter
    self.parser = parser
    firstSample = isOwn ? nil : first
  }

  /// What helps whoever gave a file that is none: of one that does not begin with JSON, a CSV for
  /// instance, what is read, and of one with unknown keys the nearest known one.
  private static func helping(_ finding: Finding, _ keys: [String], isUTF16: Bool) -> Finding {
    var finding = finding
    switch finding.problem {
    case .notJSON:
      finding.found = isUTF16 ? "UTF-16 text that is no JSON" : "text that is no JSON"
      finding.expected =
        "a tracker's dump in JSON: avatar-tracking/1, or MediaPipe's results as its web,"
        + " Python or iOS API gives them"
    case .unrecognised:
      if let nearest = KeyTally.nearest(to: keys) {
        finding.expected += "; did you mean \"\(nearest)\"?"
      }
    default: break
    }
    return finding
  }
}
