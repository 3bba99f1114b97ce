import Comparison
import JSON

/// One value of `golden.json`.
typealias SuiteField = JSONField<SuiteFault.Kind>
/// An object of `golden.json`.
typealias SuiteObject = JSONObject<SuiteFault.Kind>

extension SuiteField {
  /// The longest clip that a time may lie in, in seconds.
  private static var lastSecond: Double { 1e7 }
  /// The highest number of a frame.
  static var lastFrame: Int { 1_000_000_000 }
  /// The longest side of a picture that may be asked for, in pixels.
  private static var longestSide: Int { 8192 }

  /// The path of a file or folder, which need not be there.
  func filePath() -> String? {
    guard let path = text() else { return nil }
    if path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      report(.unreadable(path, expected: "a path without control characters"))
      return nil
    }
    return path
  }

  /// A time in seconds.
  func second() -> Double? { number(in: 0...Self.lastSecond) }

  /// Two frame numbers, such as `10-99`.
  func frameRange() -> ClosedRange<Int>? {
    guard let text = text() else { return nil }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      first >= 0, first <= last, last <= Self.lastFrame
    else {
      report(
        .unreadable(text, expected: "two frame numbers such as 0-99, counted from 0"))
      return nil
    }
    return first...last
  }

  /// A part of the finished picture.
  func crop() -> RenderedScene.Crop? {
    guard let object = object(keys: ["x", "y", "width", "height"]) else { return nil }
    let sides = 1...Self.longestSide
    let x = object.required("x")?.integer(in: 0...Self.longestSide)
    let y = object.required("y")?.integer(in: 0...Self.longestSide)
    let width = object.required("width")?.integer(in: sides)
    let height = object.required("height")?.integer(in: sides)
    guard let x, let y, let width, let height else { return nil }
    return RenderedScene.Crop(x: x, y: y, width: width, height: height)
  }

  /// How a clip is compared as a whole.
  func clipThresholds() -> ClipThresholds? {
    guard let object = object(keys: ["maxDifferingShare", "maxFlicker"]) else { return nil }
    var clip = ClipThresholds()
    clip.maxDifferingShare = object["maxDifferingShare"]?.number(in: ComparisonThresholds.shares)
    if let flicker = object["maxFlicker"]?.number(in: ClipThresholds.flickers) {
      clip.maxFlicker = flicker
    }
    return clip
  }

  /// What may differ; at least one rung must be asked for, or nothing would ever fail.
  func thresholds() -> ComparisonThresholds? {
    let keys = [
      "maxChannelDifference", "maxChangedShare", "maxWindowShare", "maxMeanColourDifference",
      "maxHighColourDifference", "minStructuralSimilarity",
    ]
    guard let object = object(keys: keys) else { return nil }
    if object.fields.isEmpty {
      report(.empty("the thresholds"))
      return nil
    }
    var thresholds = ComparisonThresholds()
    typealias Limits = ComparisonThresholds
    thresholds.maxChannelDifference =
      object["maxChannelDifference"]?.integer(in: Limits.channelDifferences)
    thresholds.maxChangedShare = object["maxChangedShare"]?.number(in: Limits.shares)
    thresholds.maxWindowShare = object["maxWindowShare"]?.number(in: Limits.shares)
    thresholds.maxMeanColourDifference =
      object["maxMeanColourDifference"]?.number(in: Limits.colourDifferences)
    thresholds.maxHighColourDifference =
      object["maxHighColourDifference"]?.number(in: Limits.colourDifferences)
    thresholds.minStructuralSimilarity =
      object["minStructuralSimilarity"]?.number(in: Limits.similarities)
    return thresholds
  }
}

extension SuiteObject {
  /// The frames, by whichever key names them.
  func frameChoice() -> FrameChoice? {
    let choices = ["at", "frame", "frames"].filter { self[$0] != nil }
    if choices.count > 1 {
      field.report(
        .contradiction(
          "\(choices.map { "\"\($0)\"" }.joined(separator: " and ")) both choose the frames;"
            + " give one of them"))
    }
    if let every = self["every"], self["frames"] == nil {
      every.report(.contradiction("\"every\" needs \"frames\", which is missing"))
    }
    let choice = self["at"]?.moments() ?? self["frame"]?.frameNumber() ?? frameRange()
    if let choice, choice.count > SuiteLimits.framesOfCase {
      (self["at"] ?? self["frames"] ?? field).report(
        .overLimit(
          what: "frames of a case", found: "\(choice.count)",
          limit: "\(SuiteLimits.framesOfCase)"))
      return nil
    }
    return choice
  }

  private func frameRange() -> FrameChoice? {
    let every = self["every"]?.integer(in: 1...SuiteField.lastFrame)
    return self["frames"]?.frameRange().map { .range($0, every: every ?? 1) }
  }
}

extension SuiteField {
  fileprivate func frameNumber() -> FrameChoice? {
    integer(in: 0...Self.lastFrame).map { .frame($0) }
  }

  /// A time, or a rising list of them.
  fileprivate func moments() -> FrameChoice? {
    guard case .array = node.value else { return second().map { .moment($0) } }
    guard let list = list() else { return nil }
    if list.isEmpty { report(.empty("the list of times")) }
    let times = list.compactMap { $0.second() }
    guard !list.isEmpty, times.count == list.count else { return nil }
    if let index = times.indices.dropFirst().first(where: { times[$0] <= times[$0 - 1] }) {
      list[index].report(
        .contradiction("times must rise; this one is not after the one before it"))
      return nil
    }
    return .moments(times)
  }
}
