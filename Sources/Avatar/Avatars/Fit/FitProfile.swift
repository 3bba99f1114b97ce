/// How a player's avatars sit: what a game's settings hold once the headgear was moved, scaled and turned until
/// it fitted.
///
/// Of the fits that a profile has for an avatar on a face, the most specific one holds, alone and as a whole: that
/// of the avatar on the face, that of the face, that of the avatar, that of all.
public struct FitProfile: Hashable, Sendable {
  /// Fits of some avatars, and of all others.
  public struct Fits: Hashable, Sendable {
    /// That of avatars without one of their own; nil for none.
    public var all: AvatarFit?
    /// By the avatar's name: that of its folder or archive.
    public var avatars: [String: AvatarFit]

    /// Makes fits; none by default.
    public init(all: AvatarFit? = nil, avatars: [String: AvatarFit] = [:]) {
      (self.all, self.avatars) = (all, avatars)
    }
  }

  /// The fits on all faces without more specific ones.
  public var everyFace: Fits
  /// The fits on single faces, by their identities.
  public var faces: [Int: Fits]

  /// Makes a profile; by default of no fit, which leaves everything as it is.
  public init(everyFace: Fits = Fits(), faces: [Int: Fits] = [:]) {
    (self.everyFace, self.faces) = (everyFace, faces)
  }

  /// Whether it has no fit.
  public var isEmpty: Bool { self == FitProfile() }

  /// The names of all avatars that have a fit.
  public var avatarNames: Set<String> {
    faces.values.reduce(into: Set(everyFace.avatars.keys)) { $0.formUnion($1.avatars.keys) }
  }

  /// How an avatar sits on a face.
  public func fit(ofAvatar name: String, onFace face: Int) -> AvatarFit {
    let own = faces[face]
    return own?.avatars[name] ?? own?.all ?? everyFace.avatars[name] ?? everyFace.all ?? .identity
  }
}
