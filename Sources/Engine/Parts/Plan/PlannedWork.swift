public import Recordings
public import Reels
internal import Rendering
public import Requests

/// What is made in parts, as the request of a plan stands for on this machine.
public enum PlannedWork: Sendable {
  /// A recording.
  case recording(RenderSettings)
  /// Several, one after the other or beside each other.
  case reel(ReelSettings)

  /// Where it goes, and how it is compressed.
  public var output: OutputSettings {
    get {
      switch self {
      case .recording(let settings): settings.output
      case .reel(let settings): settings.output
      }
    }
    set {
      switch self {
      case .recording(var settings):
        settings.output = newValue
        self = .recording(settings)
      case .reel(var settings):
        settings.output = newValue
        self = .reel(settings)
      }
    }
  }

  /// The same with so many threads of the encoder.
  func with(threads: Int) -> PlannedWork {
    switch self {
    case .recording(var settings):
      settings.threads = threads
      return .recording(settings)
    case .reel(var settings):
      settings.threads = threads
      return .reel(settings)
    }
  }

  /// What messages call its input.
  var name: String {
    switch self {
    case .recording(let settings): settings.recording.media
    case .reel: "the reel"
    }
  }
}

extension RenderPlan {
  /// What the plan of a reel stands for on this machine; nil for that of a recording.
  ///
  /// - Parameter find: finds the recording of a request.
  public func reelSettings(
    finding find: (RenderRequest) throws -> RecordingLocation
  ) throws -> ReelSettings? {
    try reel.map { planned in
      try ReelSettings(planned.reel, to: request.output, threads: threads) { request, _ in
        try find(request)
      } cover: { request, settings in
        // A plan of such a reel is not made; what is not sure to be covered is not read.
        guard request.cover == nil else {
          throw PartsError.unfit("a reel whose faces are covered is not made in parts")
        }
        return settings
      }
    }
  }
}
