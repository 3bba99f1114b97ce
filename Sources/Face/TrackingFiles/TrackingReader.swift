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
  public private(set) var header: TrackingHeader
  /// What the times in the file count; those of samples are milliseconds.
  public let timeUnit: TimeUnit
  /// What the coordinates in the file count; those of samples are pixels.
  public let coordinates: Coordinates

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
  /// What was read ahead: a dump's first text, which is a sample, and those up to the first that says
  /// when it is, where all are moved by it.
  private var pending: [Checked] = []
  private var lastTime = -Double.infinity

  /// A sample with all that is wrong with it.
  private struct Checked {
    var sample = TrackingSample(timestampMs: 0)
    var faults: [TrackingFault]
    /// Its time; nil where it does not say.
    var timeMs: Double?
  }

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
    let opened = try OpenedTracking(path: path, options: options, open)
    let outcome = opened.outcome
    self.path = path
    dialect = outcome.dialect
    header = outcome.header
    timeUnit = outcome.timeUnit
    coordinates = outcome.coordinates
    splitter = opened.splitter
    parser = opened.parser
    skipsBadSamples = options.skipsBadSamples
    converter = SampleConverter(
      header: outcome.header, isDump: opened.firstSample != nil, clock: opened.clock,
      coordinates: outcome.coordinates)
    note(parser.unknownKeys)
    if let first = opened.firstSample { pending.append(check(first)) }
    if options.timeOffset == .first { try putFirstSample(atMs: options.clipTimes?.firstMs ?? 0) }
  }

  /// Moves all samples so that the first lies at a time; the first that says when it is, be it bad.
  private func putFirstSample(atMs start: Double) throws(TrackingFault) {
    while true {
      if let first = pending.last, let time = first.timeMs {
        header.timeOffsetMs = start - time
        return
      }
      guard pending.count < TrackingLimits.untimedSamples else {
        throw TrackingFault(
          file: path, problem: .missingKey,
          found: "\(pending.count) samples without a time at the beginning",
          expected: "a sample with a time, which is put on the first frame")
      }
      guard let next = readChecked() else { return }
      pending.append(next)
    }
  }

  /// The next sample; nil at the end of the file.
  ///
  /// After a fault the next call goes on behind the bad sample, where that can be found.
  public func next() throws(TrackingFault) -> TrackingSample? {
    while let checked = pending.isEmpty ? readChecked() : pending.removeFirst() {
      if checked.faults.isEmpty {
        lastTime = checked.sample.timestampMs
        return checked.sample
      }
      if !skipsBadSamples, let first = checked.faults.first { throw first }
      skippedSamples += 1
      remember(checked.faults)
    }
    return nil
  }

  /// Reads the next sample; nil at the end of the file.
  private func readChecked() -> Checked? {
    do {
      guard let document = try splitter.next() else { return nil }
      unsafe parser.read(
        document.bytes, dialect: dialect == .own ? csj_dialect_own : csj_dialect_dump)
      note(parser.unknownKeys)
      return check(document)
    } catch {
      return Checked(faults: [Locator(path: path).fault(error)])
    }
  }

  private func check(_ document: Document) -> Checked {
    var findings = parser.findings
    guard !findings.contains(where: \.isFatal) else {
      return Checked(faults: located(findings, document))
    }
    let sample = unsafe converter.sample(parser.document, findings: &findings)
    let isTimed = unsafe parser.document.seen & UInt32(csj_seen_timestamp) != 0
    if findings.isEmpty && sample.timestampMs <= lastTime {
      findings.append(
        Finding(
          problem: .timeNotIncreasing, place: "timestampMs", found: shortest(sample.timestampMs),
          expected: "a time after \(shortest(lastTime)) ms"))
    }
    return Checked(
      sample: sample, faults: located(findings, document),
      timeMs: isTimed && sample.timestampMs.isFinite ? sample.timestampMs : nil)
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
