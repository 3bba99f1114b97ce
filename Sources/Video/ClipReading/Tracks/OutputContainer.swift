public import Frames

/// The containers that can be written, by their extension.
public enum OutputContainer: String, Sendable, CaseIterable {
  /// ISO base media (MPEG-4).
  case mp4
  /// QuickTime.
  case mov
  case mkv
  /// WebM, the part of Matroska that browsers play.
  case webm

  /// The container that a path's extension names, in whatever case.
  public init(path: String) throws(VideoError) {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, let found = Self(rawValue: last.lowercased())
    else {
      throw .unknownContainer(
        path: path, known: Self.allCases.map { ".\($0.rawValue)" }.joined(separator: ", "))
    }
    self = found
  }

  /// The muxer's name.
  package var muxer: String { self == .mkv ? "matroska" : rawValue }

  /// Whether times before 0 can be stored, to be decoded and not played (an edit list).
  package var storesNegativeTimes: Bool { self == .mp4 || self == .mov }
}
