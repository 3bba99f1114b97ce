internal import CSimdjson
internal import Geometry
public import Tracking

/// Reads a tracking file sample by sample, from a disk or from memory, in memory that does not grow with the file.
///
/// The formats (`avatar-tracking/1` and dumps of MediaPipe's web, Python and iOS results, one object
/// a line or one JSON array) and their packing (none, gzip, zstd) are recognised by themselves.
public final class TrackingReader {
  /// The file, as the caller named it, or the name of what lies in memory.
  public let path: String
  /// The format that was recognised.
  public let dialect: TrackingDialect
  /// What the file says about all samples, with the options' overrides.
  public let header: TrackingHeader

  /// Bad samples that were left out, with `TrackingFileOptions.skipsBadSamples`.
  public private(set) var skippedSamples = 0
  /// The faults of those, the first `TrackingLimits.keptFaults` of them.
  public private(set) var faults: [TrackingFault] = []
  /// All faults, also those that are not kept.
  public private(set) var faultCount = 0
  /// How often each key stood in the file that means nothing here.
  public private(set) var unknownKeys: [String: Int] = [:]

  private let splitter: DocumentSplitter
  private let parser: DocumentParser
  private let converter: SampleConverter
  private let skipsBadSamples: Bool
  /// A dump's first text is a sample; it waits here.
  private var pending: Checked?
  private var lastTime = -Double.infinity

  private typealias Checked = (sample: TrackingSample, faults: [TrackingFault])

  /// Opens a file and reads its header.
  public convenience init(
    path: String, options: TrackingFileOptions = .init()
  ) throws(TrackingFault) {
    try self.init(path: path, options: options) { () throws(SourceError) in
      try ByteSource(path: path)
    }
  }

  /// Takes a file that lies in memory and reads its header.
  ///
  /// - Parameter name: what faults call it, as they call a file by its path.
  public convenience init(
    bytes: [UInt8], name: String = "tracking", options: TrackingFileOptions = .init()
  ) throws(TrackingFault) {
    try self.init(path: name, options: options) { () throws(SourceError) in
      try ByteSource(bytes: bytes)
    }
  }

  private init(
    path: String, options: TrackingFileOptions, open: () throws(SourceError) -> ByteSource
  ) throws(TrackingFault) {
    let locator = Locator(path: path)
    let source: ByteSource
    do {
      source = try open()
    } catch {
      throw locator.fault(error)
    }
    guard let parser = DocumentParser() else { throw locator.fault(.unreadable("no memory")) }
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
    self.path = path
    self.dialect = outcome.dialect
    self.header = outcome.header
    self.splitter = splitter
    self.parser = parser
    skipsBadSamples = options.skipsBadSamples
    converter = SampleConverter(header: outcome.header, isDump: !isOwn)
    note(parser.unknownKeys)
    if !isOwn { pending = check(first) }
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

  /// The next sample; nil at the end of the file.
  ///
  /// After a fault the next call goes on behind the bad sample, where that can be found.
  public func next() throws(TrackingFault) -> TrackingSample? {
    while let (sample, found) = try nextChecked() {
      if found.isEmpty {
        lastTime = sample.timestampMs
        return sample
      }
      if !skipsBadSamples, let first = found.first { throw first }
      skippedSamples += 1
      remember(found)
    }
    return nil
  }

  /// The next sample with all that is wrong with it; nil at the end of the file.
  private func nextChecked() throws(TrackingFault) -> Checked? {
    if let checked = pending {
      pending = nil
      return checked
    }
    do {
      guard let document = try splitter.next() else { return nil }
      unsafe parser.read(
        document.bytes, dialect: dialect == .own ? csj_dialect_own : csj_dialect_dump)
      note(parser.unknownKeys)
      return check(document)
    } catch {
      return (TrackingSample(timestampMs: 0), [Locator(path: path).fault(error)])
    }
  }

  private func check(_ document: Document) -> Checked {
    var findings = parser.findings
    guard !findings.contains(where: \.isFatal) else {
      return (TrackingSample(timestampMs: 0), located(findings, document))
    }
    let sample = unsafe converter.sample(parser.document, findings: &findings)
    if findings.isEmpty && sample.timestampMs <= lastTime {
      findings.append(
        Finding(
          problem: .timeNotIncreasing, place: "timestampMs", found: shortest(sample.timestampMs),
          expected: "a time after \(shortest(lastTime)) ms"))
    }
    return (sample, located(findings, document))
  }

  private func located(_ findings: [Finding], _ document: Document) -> [TrackingFault] {
    findings.map { Locator(path: path).fault($0, document) }
  }

  private func remember(_ found: [TrackingFault]) {
    faultCount += found.count
    faults += found.prefix(max(0, TrackingLimits.keptFaults - faults.count))
  }

  private func note(_ keys: [String]) {
    for key in keys {
      let isRoom = unknownKeys.count < TrackingLimits.unknownKeys || unknownKeys[key] != nil
      unknownKeys[isRoom ? key : "...", default: 0] += 1
    }
  }
}
