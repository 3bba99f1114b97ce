import Foundation
import Imaging

/// Pictures that were proved right once and must not change unseen: `Golden/<suite>/<case>.png`.
///
/// A golden is never written unless asked for, and a run that writes one fails, so that the
/// picture is looked at before it counts.
public struct GoldenStore: Sendable {
  /// What comparing a picture with its golden gave.
  public enum Verdict: Equatable, Sendable {
    /// The pictures are equal, byte for byte.
    case matches
    /// There is no golden.
    case missing(path: String)
    /// The golden was written now.
    case recorded(path: String)
    /// The pictures differ. `report` shows expected, difference and actual side by side.
    case differs(pixels: Int, largestDifference: Int, report: String)
    /// The golden has another size.
    case otherSize(expected: String, actual: String, report: String)
  }

  /// The folder of the goldens.
  public let root: URL
  /// The folder where reports of failures go.
  public let failures: URL
  /// Which goldens may be written.
  public let recording: GoldenRecording

  /// Makes a store.
  public init(root: URL, failures: URL, recording: GoldenRecording) {
    (self.root, self.failures, self.recording) = (root, failures, recording)
  }

  /// The package's goldens.
  public static let standard = GoldenStore(
    root: SharedData.packageRoot.appending(path: "Golden"),
    failures: SharedData.packageRoot.appending(path: ".build/golden-failures"),
    recording: GoldenRecording(environment: ProcessInfo.processInfo.environment))

  /// Compares a picture with its golden.
  public func check(_ picture: StraightRGBA8, suite: String, case name: String) throws -> Verdict {
    let file = root.appending(path: "\(suite)/\(name).png")
    let exists = FileManager.default.fileExists(atPath: file.path)
    if recording.applies(to: "\(suite)/\(name)", exists: exists) {
      try write(picture, to: file)
      return .recorded(path: file.path)
    }
    guard exists else { return .missing(path: file.path) }
    let golden = try PNG.read(path: file.path)
    let report = failures.appending(path: "\(suite)/\(name).png")
    if golden == picture {
      try? FileManager.default.removeItem(at: report)
      return .matches
    }
    try write(golden.comparison(with: picture), to: report)
    guard golden.width == picture.width, golden.height == picture.height else {
      return .otherSize(
        expected: "\(golden.width) x \(golden.height)",
        actual: "\(picture.width) x \(picture.height)", report: report.path)
    }
    let differences = golden.differences(from: picture)
    return .differs(
      pixels: differences.filter { $0 > 0 }.count, largestDifference: differences.max() ?? 0,
      report: report.path)
  }

  private func write(_ picture: StraightRGBA8, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try PNG.write(picture, to: file.path, compression: .small, replacing: true)
  }
}

/// Which goldens a test run may write.
public enum GoldenRecording: Equatable, Sendable {
  /// None: compare.
  case never
  /// Those that are not there yet.
  case missing
  /// All.
  case all
  /// One, named `suite/case`.
  case one(String)

  /// Reads `AVATAR_OVERLAY_RECORD`, which is `all`, `missing` or a case; nothing is ever recorded
  /// where `CI` is set.
  public init(environment: [String: String]) {
    let wish = environment["AVATAR_OVERLAY_RECORD"] ?? ""
    self =
      switch (environment["CI"], wish) {
      case (.some, _), (nil, ""): .never
      case (nil, "all"): .all
      case (nil, "missing"): .missing
      case (nil, _): .one(wish)
      }
  }

  /// Whether a golden is to be written.
  public func applies(to name: String, exists: Bool) -> Bool {
    switch self {
    case .never: false
    case .missing: !exists
    case .all: true
    case .one(let wanted): wanted == name
    }
  }
}
