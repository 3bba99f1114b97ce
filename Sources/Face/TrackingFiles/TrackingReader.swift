internal import CSimdjson
public import Tracking

/// Reads a tracking file sample by sample, from a disk or from memory, in memory that does not grow with the file.
///
/// The formats (`avatar-tracking/1` and dumps of MediaPipe's results, as objects one after the other or in a list)
/// and their packing (none, gzip, zstd) are recognised by themselves.
public final class TrackingReader {
  /// The file, as the caller named it, or the name of what lies in memory.
  public let path: String
  /// The format that was recognised.
  public let dialect: TrackingDialect
  /// What the file says about all samples, with the options' overrides.
  public private(set) var header: TrackingHeader
  /// What the times in the file count; those of samples are milliseconds.
  public let timeUnit: TimeUnit
  /// What the translations of face matrices in the file count; those of samples are centimetres.
  public let matrixUnit: MatrixUnit
  /// What the coordinates in the file count; those of samples are pixels.
  public let coordinates: Coordinates

  /// What was left out for its faults, with `TrackingFileOptions.skipsBadSamples`.
  public private(set) var leftOut = LeftOut()
  /// How often each key stood in the file that means nothing here.
  public var unknownKeys: [String: Int] { keys.unknown }
  /// Where the file ends within a sample, which is left out, as when a recorder was killed.
  private var cutOff: (line: Int, byte: Int)?

  private let splitter: DocumentSplitter
  private let parser: DocumentParser
  private let converter: SampleConverter
  private let skipsBadSamples: Bool
  /// What was read ahead: a dump's first text, which is a sample, and those up to the first that says
  /// when it is, where all are moved by it.
  private var pending: [Checked] = []
  private var lastTime = -Double.infinity
  private var keys: KeyTally
  /// Keys that are nearly known ones, with those as which they are read.
  private var nearKeys: [String: String] = [:]
  /// What lays other coefficients over the faces; nil where the tracker's are kept.
  private var overlay: BlendshapeOverlay?
  private var imageNames = ImageNames()
  /// Samples that were read, be they good or bad.
  private var samplesRead = 0
  private var isAtEnd = false

  /// A sample with all that is wrong with it.
  private struct Checked {
    var sample = TrackingSample(timestampMs: 0)
    var faults: [TrackingFault]
    /// Its time; nil where it does not say.
    var timeMs: Double?
    /// What is left out of it where its faults do not hold all of it.
    var parts = LeftOut()
    var isLost = true
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
    converter = SampleConverter(outcome, clock: opened.clock)
    matrixUnit = outcome.matrixUnit
    keys = KeyTally(outcome.dialect)
    keys.add(opened.headKeys)
    if let first = opened.firstSample { pending.append(check(first)) }
    if outcome.beginsOnFirstFrame {
      try putFirstSample { outcome.offset(ofFirst: $0, options) }
    }
    overlay = try options.blendshapesFile.map { path throws(TrackingFault) in
      try BlendshapeOverlay(path: path, offsetMs: options.blendshapesOffsetMs ?? 0, header: header)
    }
  }

  /// Moves all samples by what the first says, the first that says when it is, be it bad.
  private func putFirstSample(_ offset: (Double) -> Double) throws(TrackingFault) {
    while true {
      if let first = pending.last, let time = first.timeMs {
        header.timeOffsetMs = offset(time)
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
      if checked.faults.isEmpty { return taken(checked.sample) }
      if !skipsBadSamples, let first = checked.faults.first { throw first }
      remember(checked)
      if !checked.isLost { return taken(checked.sample) }
    }
    if !isAtEnd {
      isAtEnd = true
      if let fault = keys.fault(in: path) { throw fault }
    }
    return nil
  }

  /// A sample that is given to the caller.
  private func taken(_ sample: TrackingSample) -> TrackingSample {
    lastTime = sample.timestampMs
    var sample = sample
    overlay?.apply(to: &sample)
    return sample
  }

  /// What a person should know about the file after it was read, a line each.
  public var notes: [String] {
    leftOut.notes + readingNotes
  }

  /// What of the file was not read as it stands, a line each.
  public var readingNotes: [String] {
    nearKeys.sorted { $0.key < $1.key }.map { "\(path): \"\($0)\" is read as \"\($1)\"" }
      + (overlay?.notes ?? []) + [cutOffNote].compactMap(\.self)
  }

  /// Where the file ends within a sample, in one line; nil where it ends with a whole one.
  public var cutOffNote: String? {
    cutOff.map { line, byte in
      "\(path), line \(line): the file ends within this sample, at byte \(byte), so that it was left out;"
        + " was the recorder ended while it wrote?"
    }
  }

  /// Reads the next sample; nil at the end of the file.
  private func readChecked() -> Checked? {
    do {
      guard let document = try splitter.next() else { return nil }
      unsafe parser.read(
        document.bytes, dialect: dialect.keys)
      if document.isUnended, unsafe parser.document.is_cut_off {
        cutOff = (document.line, splitter.position)
        return nil
      }
      return check(document)
    } catch {
      return Checked(faults: [Locator(path: path).fault(error)])
    }
  }

  private func check(_ document: Document) -> Checked {
    var findings = parser.findings
    let place = samplesRead
    samplesRead += 1
    guard !findings.contains(where: \.isFatal) else {
      return Checked(faults: located(findings, document))
    }
    keys.add(parser, document)
    if let near = parser.nearKey { nearKeys[near.key] = near.meant }
    var sample = unsafe converter.sample(parser.document, place: place, findings: &findings)
    let isTimed =
      sample.timestampMs.isFinite
      && !findings.contains { $0.problem == .missingKey && $0.part == .sample }
    if sample.timestampMs <= lastTime, !findings.contains(where: { $0.part == .sample }) {
      findings.append(
        Finding(
          problem: .timeNotIncreasing, place: "timestampMs", found: shortest(sample.timestampMs),
          expected: "a time after \(shortest(lastTime)) ms"))
    }
    imageNames.check(sample.images, &findings)
    var checked = Checked(
      faults: located(findings, document), timeMs: isTimed ? sample.timestampMs : nil)
    if !findings.isEmpty {
      let parts = FaultyParts(findings)
      checked.isLost = parts.holdSample
      if !parts.holdSample {
        unsafe parts.leave(
          &sample, badBlendshapes: converter.badBlendshapes(parser.document),
          counting: &checked.parts)
      }
    }
    // Faces that ARKit has lost.
    sample.faces.removeAll(where: \.isEmpty)
    checked.sample = sample
    return checked
  }

  private func located(_ findings: [Finding], _ document: Document) -> [TrackingFault] {
    findings.map { finding in
      var finding = finding
      if finding.problem == .notJSON, splitter.isUTF16 {
        // A byte that is lost or added shifts all characters behind it.
        finding.found = "UTF-16 text that is \(finding.found)"
        finding.expected += "; is the file damaged?"
      }
      return Locator(path: path).fault(finding, document)
    }
  }

  private func remember(_ checked: Checked) {
    if checked.isLost { leftOut.samples += 1 }
    leftOut.add(checked.parts)
    leftOut.faultCount += checked.faults.count
    leftOut.faults += checked.faults.prefix(
      max(0, TrackingLimits.keptFaults - leftOut.faults.count))
  }
}
