internal import MediaPipe
public import Problems
internal import Text

/// Why settings cannot be used.
public struct ServiceSettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: which, what was found, what was expected.
  public let description: String

  package init(description: String) { self.description = description }
}

extension ServiceSettings {
  /// Variables that other parts of the program read.
  private static let otherVariables = [
    "AVATAR_OVERLAY_CARDS", "AVATAR_OVERLAY_MODELS", "AVATAR_OVERLAY_RECORD", "AVATAR_OVERLAY_ISA",
    "AVATAR_OVERLAY_PART_KEY",
    MediaPipeLibrary.variable,
  ]

  /// Reads settings from options and variables; an option wins.
  ///
  /// - Parameters:
  ///   - option: the value of an option by its name with dashes, nil where it is not given.
  /// - Returns: the settings, and a line for each variable that begins like ours and means nothing.
  public static func read(
    environment: [String: String], option: (String) -> String?
  ) throws(ServiceSettingsError) -> (settings: ServiceSettings, warnings: [String]) {
    var settings = ServiceSettings()
    for setting in table {
      let (name, found) =
        option(setting.option).map { (setting.option, $0) }
        ?? (setting.variable, environment[setting.variable])
      guard let found else { continue }
      guard setting.read(found, into: &settings) else {
        throw ServiceSettingsError(
          description: "\(name): \"\(Shown.text(found))\" found, expected \(setting.range)")
      }
    }
    let known = table.map(\.variable) + otherVariables
    let unknown = environment.keys.filter {
      $0.hasPrefix(ServiceSetting.prefix) && !known.contains($0)
    }
    let warnings = unknown.sorted().map { name in
      "\(name): there is no such setting"
        + (Spelling.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? "")
    }
    return (settings, warnings)
  }

  /// The settings as lines of `NAME=value`, as an environment file takes them.
  public var environmentLines: [String] {
    Self.table.map { "\($0.variable)=\($0.text(of: self))" }
  }
}

extension ServiceSettingsError: ProblemReporting {
  /// The command line or the environment is wrong.
  public var problemCode: ProblemCode {
    .usage
  }
}
