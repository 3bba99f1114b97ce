public import Imaging

/// Why a review could not be read or written.
public enum ReviewError: Error, Hashable, Sendable {
  /// The name of a case cannot be the name of a file in the results' folder.
  case badCaseName(String, reason: String)
  /// A results file or folder cannot be read.
  case unreadable(path: String, reason: String)
  /// A results file does not say what it should; the place is a path of keys: `frames[3].quads[0]`.
  case badData(path: String, place: String, reason: String)
  /// Something is over a limit of `ReviewLimits`.
  case overLimit(path: String, reason: String)
  /// The output cannot be written.
  case unwritable(path: String, ImagingError)
}

extension ReviewError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .badCaseName(let name, let reason):
      "case \"\(Self.short(name))\": \(reason)"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .badData(let path, let place, let reason):
      place.isEmpty ? "\(path): \(reason)" : "\(path): \(place): \(reason)"
    case .overLimit(let path, let reason): "\(path): \(reason)"
    case .unwritable(let path, let error): "\(path): \(error)"
    }
  }

  /// A name as a line can show it: without control characters, and not endless.
  static func short(_ name: String) -> String {
    let plain = name.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
    }
    return plain.count <= 80 ? String(plain) : String(plain.prefix(77)) + "..."
  }
}
