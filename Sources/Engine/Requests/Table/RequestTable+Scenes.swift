internal import Recordings
internal import SceneFiles

extension RequestTable {
  /// The most scenes that untrusted input may name.
  public static let mostRemoteScenes = SceneLibrary.most

  /// What is drawn on printed cards.
  static let scenes: [RequestMember] = [
    RequestMember(
      "scenes.folder", "--scenes", .scenes, in: [.verbs, .inspect, .service, .suite],
      \.scenes.folders,
      .folders(or: RenderRequest.Scenes.none),
      "where scenes for printed cards are looked up, the first folder first, the built-in ones last;"
        + " none leaves those out, and alone draws none",
      .init(placeholder: "DIR|none", defaultWords: "Scenes")),
    RequestMember(
      "scenes.named", "--scene", .scenes, in: [.verbs, .service, .suite], \.scenes.named,
      .assignments(remoteMostNames: mostRemoteScenes),
      "the scene for printed cards of a name; repeat it for several",
      .init(placeholder: "NAME=FOLDER")),
    RequestMember(
      "scenes.fields", "--scene-field", .scenes, in: [.verbs, .service, .suite], \.scenes.fields,
      .assignments(),
      "the text of a field of scenes, or of one; repeat it for several",
      .init(placeholder: "[SCENE:]FIELD=TEXT")),
    RequestMember(
      "scenes.photos", "--scene-photo", .scenes, in: [.verbs, .suite], \.scenes.photos,
      .assignments(),
      "the photo of a field of scenes, or of one; repeat it for several",
      .init(placeholder: "[SCENE:]FIELD=FILE")),
    RequestMember(
      "cues", "--cues", .scenes, in: [.verbs, .suite], \.cues, .path,
      "what users did while the clip was taken, as JSON Lines", .init(placeholder: "FILE")),
    RequestMember(
      "greeting", "--greeting", .scenes, in: .render, \.sound.greeting, .path,
      "a spoken greeting, heard when the text of a scene's field \"greeting\" appears; all else is softer meanwhile",
      .init(placeholder: "FILE")),
    RequestMember(
      "music", "--music", .scenes, in: .render, \.sound.music, .path,
      "music from the clip's begin to its end, repeated where it is shorter",
      .init(placeholder: "FILE")),
    RequestMember(
      "sound", "--no-sound", .scenes, in: [.render, .renders], \.sound.isKept, .flag,
      "make a clip without sound",
      .init(isNegated: true, note: "keep the clip's sound, with that of scenes")),
  ]
}
