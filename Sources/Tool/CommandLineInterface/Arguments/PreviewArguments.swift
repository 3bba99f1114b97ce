import Terminal

/// The options of the verbs that draw a preview.
enum PreviewArguments {
  /// The clips that previews may be.
  private static let clip = ".mp4"

  /// Whether it is rendered again and again.
  static let watch = OptionSpec.flag(
    "--watch", "render again whenever a file of the package changes, until Ctrl-C")

  /// Whether a preview is a clip.
  static func isClip(_ path: String) -> Bool { path.lowercased().hasSuffix(clip) }

  /// Where a preview goes: a PNG file or standard output, or a clip where the verb makes one.
  static func output(
    _ arguments: ParsedArguments, mayBeClip: Bool = false
  ) throws(UsageError) -> String {
    guard let path = arguments.string("--output") else {
      throw UsageError("missing -o FILE, such as -o preview.png")
    }
    if path == "-", arguments.has(watch.name) {
      throw UsageError("--watch needs a file that it can replace; name one with -o")
    }
    if mayBeClip, isClip(path) { return path }
    guard path == "-" || path.lowercased().hasSuffix(".png") else {
      throw UsageError(
        "\(path): pictures are written as PNG; name a .png file"
          + (mayBeClip ? ", an .mp4 file for a clip," : ",") + " or - for a pipe")
    }
    return path
  }
}
