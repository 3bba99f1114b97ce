/// The options that several verbs share.
enum OptionGroups {
  /// Which recording, and how its tracking is to be read.
  static let recording: [OptionSpec] = [
    .value("--video", "FILE", "the clip or picture, instead of a recording folder"),
    .value("--tracking", "FILE", "the tracking file that belongs to it"),
    .value("--tracking-size", "WxH", "the picture that the tracker saw (dumps do not say it)"),
    .value("--tracking-rotation", "DEG", "clockwise turn that makes it upright: 0, 90, 180, 270"),
    .flag("--tracking-mirrored", "that picture was flipped left to right"),
    .flag("--skip-bad-samples", "leave out samples with a fault; they are named at the end"),
  ]

  /// Which avatars.
  static let avatars: [OptionSpec] = [
    .value(
      "--avatar", "NAME|PATH", repeats: true,
      "a name, a folder, a .zip, or none; repeat it to give faces different ones, left to right"),
    .value("--avatars", "DIR", "where names are looked up (default: Avatars)"),
  ]

  /// Where avatars go.
  static let placement: [OptionSpec] = [
    .value(
      "--placement", "auto|landmarks|matrix", "by the eyes, or by the pose matrix (default: auto)"),
    .flag("--no-snap", "trust the matrix alone; do not move its result onto the landmarks"),
    .flag("--mirror", "a mirrored picture, as a selfie preview shows it"),
    .value("--smoothing", "offline|ema|one-euro|none", "against jitter (default: offline)"),
    .value("--smoothing-ms", "N", "its time constant, 1 to 2000"),
    .value(
      "--lost-faces", "fade|hold|hide", "a face that is lost: fade out, hold, or hide at once"),
  ]

  /// Looks for the finished picture.
  static let filter: [OptionSpec] = [
    .value(
      "--filter", "NAME[:OPTION=N,...]",
      "a look: instant, comic, oil or snow, such as snow:seed=7,amount=0.5")
  ]

  /// What is drawn into the picture to judge tracking and placement by.
  static let annotations: [OptionSpec] = [
    .value(
      "--annotate", "LIST",
      "draw the faces' landmarks, the layers' quads, or both: landmarks,quads")
  ]

  /// Decoding.
  static let decoding: [OptionSpec] = [
    .flag("--allow-damaged", "exit 0 although the clip is damaged"),
    .value("--threads", "N", "threads of the decoder and of the encoder, 1 to 64"),
  ]

  /// What happens to the output.
  static let writing: [OptionSpec] = [
    .flag("--overwrite", "replace an output that exists")
  ]
}
