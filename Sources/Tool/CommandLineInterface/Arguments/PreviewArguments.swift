import Terminal

/// The options of the verbs that draw a preview.
enum PreviewArguments {
  /// Where a preview goes: a PNG file or standard output.
  static func output(_ arguments: ParsedArguments) throws(UsageError) -> String {
    guard let path = arguments.string("--output") else {
      throw UsageError("missing -o FILE, such as -o preview.png")
    }
    guard path == "-" || path.lowercased().hasSuffix(".png") else {
      throw UsageError("\(path): pictures are written as PNG; name a .png file, or - for a pipe")
    }
    return path
  }
}
