import Foundation

/// A command line that a message proposes, as it can be given to a shell.
enum ProposedCommand {
  /// The verbs that go on with a suite: the words that name it and where its results are.
  ///
  /// - Parameter options: those that are to be given again, where they were given.
  static func suite(_ arguments: ParsedArguments, repeating options: [String]) -> String {
    let repeated = options.flatMap { name in arguments.string(name).map { [name, $0] } ?? [] }
    return words(arguments.positionals.prefix(1) + repeated)
  }

  /// The output of a verb that is proposed, with what replaces it where it is there already.
  static func output(_ path: String) -> String {
    let isThere = FileManager.default.fileExists(atPath: path)
    return words(["-o", path] + (isThere ? ["--overwrite"] : []))
  }

  /// The path of a package, as verbs tell it from a name.
  static func package(_ folder: String) -> String {
    quoted(folder.contains("/") ? folder : "./\(folder)")
  }

  /// Words as a shell reads them, with a space before each.
  private static func words(_ words: [String]) -> String {
    words.map { " \(quoted($0))" }.joined()
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0"..."9" ~= $0 || "-_./:=+,@%".unicodeScalars.contains($0)
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
