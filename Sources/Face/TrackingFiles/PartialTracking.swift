internal import Foundation
public import Tracking

/// What a run that was interrupted left of a tracking file: lines that are whole, and how far they go.
public struct PartialTracking: Hashable, Sendable {
  /// The bytes of the lines that are whole.
  public let byteCount: Int
  /// Samples in whole lines.
  public let sampleCount: Int
  /// The time of the last of them, in milliseconds; nil where there is none.
  public let lastTimeMs: Double?
  /// The first line without its end.
  let headerLine: [UInt8]

  /// Where a tracking file lies until it is whole.
  public static func path(besides path: String) -> String { path + ".partial" }

  /// Reads what lies there; nil where there is nothing.
  ///
  /// A last line without its end is left out.
  ///
  /// - Throws: the fault of the first line that is no sample.
  public init?(of path: String) throws(TrackingFault) {
    let kept = Self.path(besides: path)
    guard FileManager.default.fileExists(atPath: kept) else { return nil }
    guard let lines = Self.wholeLines(of: kept), lines.byteCount > 0 else { return nil }
    let reader = try TrackingReader(path: kept)
    var (samples, last) = (0, Double?.none)
    // One line is the header; whatever follows the last whole line is not looked at.
    while samples < lines.count - 1, let sample = try reader.next() {
      samples += 1
      last = sample.timestampMs
    }
    (byteCount, sampleCount, lastTimeMs) = (lines.byteCount, samples, last)
    headerLine = lines.first
  }

  /// Whether the run that left it was asked for the same as one with this header.
  public func continues(
    header: TrackingHeader, video: String?, tracker: TrackerNote?
  ) -> Bool {
    headerLine + [UInt8(ascii: "\n")]
      == TrackingHeaderText.line(header, video: video, tracker: tracker)
  }

  /// The lines that have an end: how many, their bytes, and the first of them.
  private static func wholeLines(
    of path: String
  ) -> (count: Int, byteCount: Int, first: [UInt8])? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var (count, bytes, read) = (0, 0, 0)
    var first: [UInt8] = []
    while let piece = try? file.read(upToCount: 1 << 20), !piece.isEmpty {
      for (offset, byte) in piece.enumerated() {
        if byte == UInt8(ascii: "\n") {
          count += 1
          bytes = read + offset + 1
        } else if count == 0 {
          guard first.count < TrackingLimits.documentBytes else { return nil }
          first.append(byte)
        }
      }
      read += piece.count
    }
    return (count, bytes, first)
  }
}
