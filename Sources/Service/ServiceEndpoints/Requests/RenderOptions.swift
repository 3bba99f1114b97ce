internal import JSON
internal import Recordings
internal import Requests
internal import ServiceInterface

/// The options of `POST /v1/renders`.
struct RenderOptions {
  /// What is rendered.
  var request = RenderRequest()
  /// The ending of the output's name.
  var container = Container.mp4
  /// Whom the recording shows, and what was consented to.
  var provenance = RecordingProvenance()
  /// Where the end is told.
  var webhookURL: String?
  /// Whether what was sent goes when the render ends; nil: as the operator's setting says.
  var purgesInputs: Bool?

  /// The containers that are made.
  enum Container: String, CaseIterable {
    case mp4, mov, mkv, webm, gif, webp

    /// Whether it is a picture that moves by itself, without sound.
    var isAnimation: Bool { self == .gif || self == .webp }

    /// The media type that the output is served with.
    var mediaType: String {
      switch self {
      case .mp4: "video/mp4"
      case .mov: "video/quicktime"
      case .mkv: "video/x-matroska"
      case .webm: "video/webm"
      case .gif: "image/gif"
      case .webp: "image/webp"
      }
    }
  }

  /// The names beside those of a request.
  static let keys = ["container", "webhookUrl", "purgeInputs"] + RecordingProvenance.keys

  /// Reads the parts `options` and `avatar`.
  init(_ parts: RequestParts) throws(ServiceProblem) {
    var (container, webhookURL) = (Container.mp4, String?.none)
    var (purgesInputs, provenance) = (Bool?.none, RecordingProvenance())
    request = try OptionsReader().request(of: parts, in: .renders, keys: Self.keys) {
      object, request in
      container = object["container"]?.choice(of: "container") ?? .mp4
      // What goes together depends on it; where the output goes is the runner's to say.
      request.output.path = "output.\(container.rawValue)"
      webhookURL = object["webhookUrl"]?.text()
      purgesInputs = object["purgeInputs"]?.truth()
      provenance = RecordingProvenance(object)
    }
    request.output.path = ""
    (self.container, self.webhookURL) = (container, webhookURL)
    (self.purgesInputs, self.provenance) = (purgesInputs, provenance)
  }
}
