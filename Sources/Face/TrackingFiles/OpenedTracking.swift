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
        findings.first.map(Self.sayingWhatIsRead)
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

  /// A file that does not begin with JSON is of another kind, a CSV for instance, rather than of a
  /// letter too many: what helps is what is read.
  private static func sayingWhatIsRead(_ finding: Finding) -> Finding {
    guard finding.problem == .notJSON else { return finding }
    return Finding(
      problem: .notJSON, found: "text that is no JSON",
      expected: "a tracker's dump in JSON: avatar-tracking/1, or MediaPipe's results as its web,"
        + " Python or iOS API gives them")
  }
}
