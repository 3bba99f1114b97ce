internal import Avatars
internal import Foundation
internal import Tracking
internal import Video

/// The options of `POST /v1/renders`.
struct RenderOptions {
  /// What frames have too.
  var overlay: OverlayOptions
  /// How the tracker's jitter is smoothed.
  var smoothing = SmoothingOptions()
  /// What becomes of a lost face.
  var lostFaces = GapOptions.Policy.fade
  /// The part of the clip, in seconds.
  var start: Double?
  var end: Double?
  /// The ending of the output's name.
  var container = Container.mp4
  /// The codec; nil for the one that fits the container.
  var codec: EncoderSettings.Codec?
  /// The encoder's quality.
  var crf: Int?
  /// Where the end is told.
  var webhookURL: String?

  /// The containers that are made.
  enum Container: String, CaseIterable {
    case mp4, mov, mkv, webm

    /// The media type that the output is served with.
    var mediaType: String {
      switch self {
      case .mp4: "video/mp4"
      case .mov: "video/quicktime"
      case .mkv: "video/x-matroska"
      case .webm: "video/webm"
      }
    }
  }

  static let keys =
    OverlayOptions.keys + [
      "filter",
      "smoothing", "smoothingMs", "lostFaces", "start", "end", "container", "codec", "crf",
      "webhookUrl",
    ]

  /// Reads the parts `options` and `avatar`.
  init(_ parts: RequestParts) throws(ServiceProblem) {
    let reader = OptionsReader()
    let object = try reader.options(of: parts, keys: Self.keys)
    overlay = OverlayOptions(object)
    let strategy: SmoothingOptions.Strategy? = object["smoothing"]?.choice(of: "smoothing")
    smoothing = SmoothingOptions(
      strategy ?? .offline, milliseconds: object["smoothingMs"]?.number(in: 1...2000))
    lostFaces = object["lostFaces"]?.choice(of: "way with lost faces") ?? .fade
    start = object["start"]?.number(in: 0...1e7)
    end = object["end"]?.number(in: 0...1e7)
    if let start, let end, start > end {
      object["end"]?.report(.words("\(end) found, before start \(start); swap them"))
    }
    container = object["container"]?.choice(of: "container") ?? .mp4
    codec = object["codec"]?.choice(of: "codec")
    crf = object["crf"]?.integer(in: 0...63)
    webhookURL = object["webhookUrl"]?.text()
    try overlay.takeAvatars(of: parts, object)
    try reader.check()
  }
}
