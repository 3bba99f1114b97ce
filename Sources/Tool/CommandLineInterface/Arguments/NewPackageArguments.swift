import Problems
import Templates
import Terminal

/// What `avatars new` and `scenes new` are called with.
enum NewPackageArguments {
  /// The name of the package that is begun.
  ///
  /// - Parameter example: one that would do.
  static func name(
    _ arguments: ParsedArguments, of spec: CommandSpec, such example: String
  ) throws(UsageError) -> String {
    let name = arguments.positionals[0]
    guard AvatarTemplate.isName(name) else {
      throw UsageError(
        "\(spec.verb): expected a name of letters, digits, - and _, such as \(example), found"
          + " \"\(name)\"")
    }
    return name
  }
}
