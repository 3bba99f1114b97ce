/// A picture as far as its file could be decoded.
public struct DecodedPicture: Hashable, Sendable {
  /// The picture; rows that are lost are grey.
  public var picture: StraightRGBA8
  /// What is lost of it; nil where it is whole.
  public var damage: PictureDamage?

  /// Makes a picture without a fault, unless damage is given.
  public init(picture: StraightRGBA8, damage: PictureDamage? = nil) {
    (self.picture, self.damage) = (picture, damage)
  }

  /// Fills a picture's memory with what rows show that are lost: the opaque middle grey that JPEG
  /// decoders leave there.
  static func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    for i in buffer.indices {
      unsafe buffer[i] = i % 4 == 3 ? 255 : 128
    }
  }
}

/// What is lost of a picture.
public struct PictureDamage: Hashable, Sendable {
  /// Rows that are not as they were stored: missing, or decoded from damaged data.
  public var rowsLost: Int
  /// All of its rows.
  public var rows: Int
  /// Whether the rows are there, less fine than they were stored: later scans are missing.
  public var isCoarse = false
  /// What is wrong with the file.
  public var reason: ImagingError
}

extension PictureDamage: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    "\(rowsLost) of \(rows) rows are lost\(isCoarse ? " or coarser than stored" : ""): \(reason)"
  }
}

extension ImagingError {
  /// Whether the file is a picture that is damaged or cut off, of which a part may be left.
  package var isDamage: Bool {
    switch self {
    case .truncated, .damaged, .cutOff, .broken: true
    default: false
    }
  }
}
