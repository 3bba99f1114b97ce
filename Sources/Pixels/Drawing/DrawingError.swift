public import Problems

/// Why something could not be drawn.
public enum DrawingError: Error, Hashable, Sendable {
  /// Cairo has no memory for a picture of this size, or cannot make one so large.
  case noSurface(width: Int, height: Int)
  /// Pango cannot be set up.
  case noText
}

extension DrawingError: CustomStringConvertible {
  /// One line that says what failed.
  public var description: String {
    switch self {
    case .noSurface(let width, let height):
      "Cairo cannot make a picture of \(width) x \(height) pixels; is there enough memory?"
    case .noText:
      "Pango cannot lay out text; are its libraries and fonts installed?"
    }
  }
}

extension DrawingError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .noSurface: .internal
    case .noText: .notInstalled
    }
  }
}
