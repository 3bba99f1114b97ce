internal import JSON
internal import Requests
internal import ServiceInterface

// The parts that several forms have.
extension FormPart {
  /// The names of avatars, the short way for curl.
  static let avatar = Self(
    "avatar",
    .list(
      of: .text(pattern: PlainName.pattern),
      "Names of avatars, a part each, for the faces from left to right; they replace those that the"
        + " options name. The short way for curl.", from: 1, to: RequestTable.mostRemoteAvatars),
    as: "text/plain", repeats: true)

  /// An avatar is named in a part, or in the options.
  static let avatarRule: [(String, JSONValue)] = [
    ("if", ["not": ["required": ["avatar"]]]),
    (
      "then",
      [
        "required": ["options"],
        "properties": [
          "options": ["anyOf": [["required": ["avatar"]], ["required": ["avatars"]]]]
        ],
      ]
    ),
  ]

  /// What a tracker saw; it may be left out.
  static let tracking = file(
    "tracking",
    "What the tracker saw, as it writes it: one sample for a picture, a line each for a recording"
      + " (Documentation/tracking-format.md). Without it the service's own tracker finds the faces, with"
      + " the settings and models of the operator; `tracker` of `/health` says whether there is one."
      + " Where there is none, what needs faces is answered `no_tracker`; the avatar `none` needs none.",
    as: trackingTypes)

  /// The media types of tracking files.
  static let trackingTypes =
    "application/json, application/x-ndjson, text/plain, application/octet-stream"

  /// A picture.
  static func picture(
    _ name: String, _ description: String, isRequired: Bool = false
  ) -> Self {
    file(
      name, description, as: "image/png, image/jpeg, image/webp", isRequired: isRequired)
  }

  /// A recording.
  static func video(_ description: String, isRequired: Bool = false) -> Self {
    file(
      "video", description,
      as: "video/mp4, video/quicktime, video/x-matroska, video/webm, application/octet-stream",
      isRequired: isRequired)
  }

  static let session = json(SessionPart.name, SessionSchema.settings)

  static let cues = Self(
    ScenePart.cues,
    .bytes(
      MediaTypes.lines,
      "What users did while the clip was taken, a line each: what begins items of scenes, and changes"
        + " avatars (Documentation/scenes.md)."),
    as: "application/x-ndjson, application/json, text/plain, application/octet-stream")

  static let greeting = sound(
    ScenePart.greeting,
    "What is spoken when the text of a scene's field `greeting` appears, of at most 60 seconds.")
  static let music = sound(
    ScenePart.music,
    "Music from the clip's begin to its end, repeated where it is shorter; at most 600 seconds.")

  private static func sound(_ name: String, _ description: String) -> Self {
    file(
      name, description,
      as: "audio/wav, audio/flac, audio/ogg, audio/mpeg, audio/mp4, application/octet-stream")
  }

  /// The cues of a picture, which has one time.
  static let frameCues = Self(
    ScenePart.cues,
    .bytes(
      MediaTypes.lines,
      "What users did to cards before the picture, a line each, or an empty line. With it scenes are as in a"
        + " clip in which the cards lie there since 0 ms, at the `timestampMs` of the tracking's sample, of"
        + " 0 to 60,000; without it as on a still: what begins with the card, two seconds after."),
    as: "application/x-ndjson, application/json, text/plain, application/octet-stream")

  static let luts = Self(
    FilterPart.lut,
    .bytes(
      "text/plain",
      "The `.cube` file of a filter `lut:NAME` in the options (Documentation/filters.md)."),
    as: "text/plain, application/octet-stream", isPrefix: true)

  static let files = Self(
    PackagePart.file,
    .bytes(
      "application/octet-stream",
      "A file that `manifest` names: `file:PATH`, PATH being its path in the package. It stands beside"
        + " the files of the first avatar, or in the place of one of them; with the avatar `none` all files"
        + " are sent. For editors; at most \(PackagePart.mostFiles)."),
    as: "image/png, image/webp, image/gif, application/json, model/gltf-binary,"
      + " application/octet-stream",
    isPrefix: true)

  static let photos = Self(
    ScenePart.photo,
    .bytes(
      "image/*",
      "A photo for the field of scenes that the part's name ends in: `photo:FIELD`, or"
        + " `photo:SCENE:FIELD` for one scene alone. At most \(ScenePart.mostPhotos)."),
    isPrefix: true)
}
