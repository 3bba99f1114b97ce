public import Problems

/// Why nothing could be begun from what was given.
public enum TemplateError: Error, Hashable, Sendable {
  /// A picture has no pixel that is nearly opaque.
  case transparent(path: String)
  /// A picture has no transparent pixel, so that it has no outline.
  case opaque(path: String)
  /// The folder of the new package is there already.
  case packageExists(path: String)
  /// A package or a file that was to be taken cannot be read; the reason.
  case unreadable(path: String, reason: String)
  /// The new package would have errors, a line each.
  case faulty(path: String, [String])
  /// The package cannot be written; the reason.
  case unwritable(path: String, reason: String)
}

extension TemplateError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .transparent(let path):
      "\(path): the picture is transparent everywhere; expected a layer with an outline"
    case .opaque(let path):
      "\(path): the picture has no transparent pixel; expected a layer with an outline, such as a"
        + " mask on a transparent ground"
    case .packageExists(let path):
      "\(path): exists already; choose another name, or another folder with -o"
    case .unreadable(let path, let reason):
      "\(path): \(reason)"
    case .faulty(let path, let errors):
      "\(path): the package would have \(errors.count == 1 ? "an error" : "\(errors.count) errors") and is not made:"
        + " \(errors.first ?? "")"
    case .unwritable(let path, let reason):
      "\(path): cannot be written (\(reason))"
    }
  }
}

extension TemplateError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .transparent, .opaque: .badPicture
    case .packageExists: .outputExists
    case .unreadable, .faulty: .badAvatar
    case .unwritable: .cannotWrite
    }
  }
}
