internal import CSimdjson

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
  /// The keys without a meaning, of what stands before the first sample.
  let headKeys: [String]

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
    let beginning = TrackingBeginning(
      splitter: splitter, parser: parser, options: options, locator: locator)
    let found = try beginning.read()
    do {
      clock = try SampleClock(found.outcome.timeUnit, clip: options.clipTimes)
    } catch {
      throw locator.fault(error, found.sample)
    }
    outcome = found.outcome
    (self.splitter, self.parser) = (splitter, parser)
    firstSample = found.sample
    headKeys = found.headKeys
  }
}
