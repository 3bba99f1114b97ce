import Foundation
import Isolation
import Parts
import Recordings
import Requests
import Terminal
import Tracker

/// What the verbs about parts of a render have in common.
enum PartArguments {
  static let store = OptionSpec.value(
    "--store", "DIR|s3://BUCKET/PREFIX", "where parts are kept: what all machines share"
  ).basic
  static let key = OptionSpec.value(
    "--part-key", "FILE",
    "sign receipts of parts with this secret, and believe no others (default: \(keyVariable))")
  /// The variable that names the file where the option does not.
  static let keyVariable = "AVATAR_OVERLAY_PART_KEY"
  static let division: [OptionSpec] = [
    .value("--parts", "N", "so many parts, of about the same work each"),
    .value("--part-seconds", "S", "parts of about so many seconds (default of plan: 15)"),
  ]
  static let progress = OptionSpec.value(
    "--progress", "auto|plain|json|none", "how progress is shown (default: auto)")

  /// How a render is divided; nil where nothing is said of it.
  static func division(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> RenderPlanner.Division? {
    let (count, seconds) = (arguments.string("--parts"), arguments.string("--part-seconds"))
    if count != nil, seconds != nil {
      throw UsageError("--parts and --part-seconds both say how long parts are; give one of them")
    }
    if let count {
      guard let number = Int(count), (1...RenderPlan.maximumParts).contains(number) else {
        throw UsageError(
          "--parts: \"\(count)\" found, a whole number from 1 to \(RenderPlan.maximumParts) expected"
        )
      }
      return .count(number)
    }
    if let seconds {
      let range = RenderPlanner.Division.secondsRange
      guard let number = Double(seconds), range.contains(number) else {
        throw UsageError(
          "--part-seconds: \"\(seconds)\" found, a number from 0.1 to 86400 expected")
      }
      return .seconds(number)
    }
    return nil
  }

  /// The plan that the first argument names.
  static func plan(_ arguments: ParsedArguments) throws -> RenderPlan {
    try RenderPlan(path: arguments.positionals[0])
  }

  /// The store that the option names.
  ///
  /// - Parameter cancellation: ends waiting for a server.
  static func store(
    _ arguments: ParsedArguments, _ cancellation: Cancellation
  ) throws -> any PartStore {
    guard let text = arguments.string("--store"), !text.isEmpty else {
      throw UsageError("missing --store DIR, the folder in which parts are kept")
    }
    if text.hasPrefix("s3://") { return try BucketPartStore(text, cancellation) }
    return FolderPartStore(folder: RenderPlan.Input.absolute(text))
  }

  /// The key that the option, or the variable, names; nil where neither does.
  static func key(_ arguments: ParsedArguments) throws -> PartKey? {
    let path = arguments.string(Self.key.name) ?? ProcessInfo.processInfo.environment[keyVariable]
    guard let path, !path.isEmpty else { return nil }
    return try PartKey(path: RenderPlan.Input.absolute(path))
  }

  /// Goes to the folder of a plan, and gives what its request stands for on this machine.
  ///
  /// Other paths must have been made absolute before.
  static func work(of plan: RenderPlan) throws -> PlannedWork {
    guard FileManager.default.changeCurrentDirectoryPath(plan.folder) else {
      throw PartsError.folderMissing(path: plan.folder)
    }
    let request = plan.request
    let reel = try plan.reelSettings { try $0.recordingLocation(tracksAutomatically: true) }
    if let reel { return .reel(reel) }
    let library = try request.avatarLibrary()
    var settings = try request.renderSettings(
      library: library, recording: request.recordingLocation())
    // Without it a request that asks for a cover reads no picture.
    if let cover = plan.cover { settings.recording.cover = .planned(cover) }
    settings.segmenter = try request.pictureSegmenter(
      Libraries.trackers(beside: library, for: .ownProcess))
    return .recording(settings)
  }
}
