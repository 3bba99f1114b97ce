public import Imaging
public import Problems

/// Why nothing was drawn.
public enum CompositingError: Error, Hashable, Sendable {
  /// The texture was prepared for pictures of another format.
  case formatMismatch(texture: PixelFormat, picture: PixelFormat)
  /// The picture has not the planes of its format.
  case malformedPicture(PixelFormat, planes: Int)
  /// The texture's picture is wider or higher than can be drawn.
  case textureTooLarge(width: Int, height: Int, maximumSide: Int)
  /// There are no kernels of this name, or the processor cannot run them.
  case unknownInstructionSet(String, known: [String])
}

extension CompositingError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .formatMismatch(let texture, let picture):
      "a texture prepared for \(texture) cannot be drawn on a picture of \(picture)"
    case .malformedPicture(let format, let planes):
      "a picture of \(format) has \(planes) planes, or planes of the wrong size"
    case .textureTooLarge(let width, let height, let maximumSide):
      "a texture of \(width) x \(height) pixels cannot be drawn; a side has at most \(maximumSide)"
    case .unknownInstructionSet(let name, let known):
      "AVATAR_OVERLAY_ISA is \"\(name)\"; this processor runs \(known.joined(separator: ", "))"
    }
  }
}

extension CompositingError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .unknownInstructionSet: .usage
    case .formatMismatch, .malformedPicture, .textureTooLarge: .unfitOutput
    }
  }
}
