import AvatarFiles
import Problems

/// The lists of avatars and of cards: a name a line, and what it stands for.
enum NameList {
  /// Writes the list to standard output; a folder without anything in it is an error.
  static func write(
    _ lines: [(id: String, rest: String)], of what: String, in folder: String,
    _ option: String, _ variable: String
  ) -> ExitCode {
    guard !lines.isEmpty else {
      StandardStreams.message(
        "error: there are no \(what) in \(folder); \(AvatarLibrary.places), or name their folder"
          + " with \(option) or \(variable)")
      return .inputNotFound
    }
    let width = lines.map(\.id.count).max() ?? 0
    for line in lines {
      let padding = String(repeating: " ", count: width - line.id.count)
      StandardStreams.result(lines: ["\(line.id)\(padding)  \(line.rest)"])
    }
    return .done
  }

  /// The names that people read, English and Chinese.
  static func title(_ names: [String: String]) -> String {
    [names["en"], names["zh-Hans"]].compactMap(\.self).joined(separator: " · ")
  }
}
