/// Puts a file and a line to what was found.
struct Locator {
  var path: String
  /// What the file should be.
  var expected = "a tracking file"

  func fault(_ finding: Finding, _ document: Document?) -> TrackingFault {
    TrackingFault(
      file: path, line: document?.line, element: document?.element, problem: finding.problem,
      part: finding.part, place: finding.place, found: finding.found, expected: finding.expected)
  }

  func fault(_ error: SourceError) -> TrackingFault {
    switch error {
    case .notFound:
      TrackingFault(
        file: path, problem: .notFound, found: "no such file", expected: expected)
    case .unreadable(let reason):
      TrackingFault(
        file: path, problem: .unreadable, found: "a file that cannot be read (\(reason))",
        expected: "a file that can be read")
    case .damaged(let reason):
      TrackingFault(
        file: path, problem: .damagedCompression, found: "damaged compressed data (\(reason))",
        expected: "a whole gzip or zstd file")
    case .damagedUTF16(let byte):
      TrackingFault(
        file: path, problem: .notJSON,
        found: "damaged UTF-16: half of a character at byte \(byte)",
        expected: "whole UTF-16, or UTF-8")
    case .unpacksToTooMuch(let packed, let unpacked):
      TrackingFault(
        file: path, problem: .tooMany,
        found: "\(packed) packed bytes that unpack to more than \(unpacked - 1)",
        expected: "at most \(TrackingLimits.unpackedBytes >> 20) MiB and"
          + " \(TrackingLimits.unpackedRatio) times the packed bytes")
    case .needsTooLongWindow:
      TrackingFault(
        file: path, problem: .tooMany, found: "a zstd file with a window that is too long",
        expected:
          "at most \((1 << TrackingLimits.zstdWindowLog) >> 20) MiB, as zstd makes without --ultra and --long"
      )
    }
  }

  func fault(_ failure: DocumentSplitter.Failure) -> TrackingFault {
    switch failure {
    case .source(let error): fault(error)
    case .tooLong(let line, let element):
      TrackingFault(
        file: path, line: line, element: element, problem: .tooLong,
        found: "more than \(TrackingLimits.documentBytes >> 20) MiB in one sample",
        expected: "less")
    case .unfinishedArray(let line, let byte):
      TrackingFault(
        file: path, line: line, problem: .notJSON,
        found: "the end of the file within the array, at byte \(byte)",
        expected: "] at its end; was it cut off?")
    case .behindArray(let line):
      TrackingFault(
        file: path, line: line, problem: .notJSON, found: "more text after the array",
        expected: "nothing")
    }
  }
}
