/// What layers are placed on.
public enum Subject: Hashable, Sendable {
  case face(Int)
  /// A printed picture in the clip, by its identity.
  case card(Int)
  /// The whole picture.
  case picture

  /// The kinds of subjects, as sidecars name them.
  public enum Kind: String, Codable, Sendable {
    case face, card, picture
  }

  /// Its kind.
  public var kind: Kind {
    switch self {
    case .face: .face
    case .card: .card
    case .picture: .picture
    }
  }

  /// Its identity among those of its kind; 0 for the picture, which there is one of.
  public var identity: Int {
    switch self {
    case .face(let identity), .card(let identity): identity
    case .picture: 0
    }
  }
}
