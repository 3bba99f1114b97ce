/// The options by which FFmpeg's tool is told the colours of a clip that it makes.
enum FrameTags {
  private static let kinds = ["-color_primaries": "color_primaries", "-color_trc": "color_trc"]
  /// What a filter calls a curve otherwise than the option does.
  private static let names = ["gamma22": "bt470m", "gamma28": "bt470bg"]

  /// The arguments with primaries and curve told to the frames too, which are all that the tool of FFmpeg 7
  /// looks at.
  static func told(_ arguments: [String]) -> [String] {
    let tags = zip(arguments, arguments.dropFirst()).compactMap { option, value in
      kinds[option].map { "\($0)=\(names[value] ?? value)" }
    }
    guard !tags.isEmpty, let output = arguments.last else { return arguments }
    let filter = "setparams=" + tags.joined(separator: ":")
    guard let place = arguments.firstIndex(of: "-vf"), place + 1 < arguments.count else {
      return arguments.dropLast() + ["-vf", filter, output]
    }
    var filtered = arguments
    filtered[place + 1] += "," + filter
    return filtered
  }
}
