import Drawing

/// What a subject of the sample recording looks like.
public struct SampleSubject: Hashable, Sendable {
  /// The number that the tracking file gives the face.
  public let id: Int
  /// What the subject is called in messages.
  public let name: String
  let palette: Palette
  let hairStyle: HairStyle
  let outfit: Outfit
  let hasLashes: Bool
  let hasFreckles: Bool
  /// The shape of its head.
  public var faceShape = SampleFaceShape.average

  enum HairStyle: Hashable { case pigtails, curls }
  enum Outfit: Hashable { case jacket, pullover }

  /// The colours of a subject.
  struct Palette: Hashable {
    var skin, skinShadow, skinLight, blush, lips, line: Colour
    var hair, hairShadow, hairLight: Colour
    var iris, irisRim: Colour
    var cloth, clothShadow, trim, accent: Colour
  }

  /// A girl with chestnut pigtails, red ribbons and a quilted red jacket.
  public static let girl = SampleSubject(
    id: 1, name: "girl",
    palette: Palette(
      skin: Colour(0xFBD9BC), skinShadow: Colour(0xD98F72), skinLight: Colour(0xFFF1DC),
      blush: Colour(0xF07C66), lips: Colour(0xD9605A), line: Colour(0x6B3A33),
      hair: Colour(0x6E3B2C), hairShadow: Colour(0x45211E), hairLight: Colour(0xB86F45),
      iris: Colour(0x8A5A2B), irisRim: Colour(0x3B2018),
      cloth: Colour(0xD2453E), clothShadow: Colour(0x8E2433), trim: Colour(0xFFF3DF),
      accent: Colour(0xF2B445)),
    hairStyle: .pigtails, outfit: .jacket, hasLashes: true, hasFreckles: true)

  /// A boy with dark curls and a striped blue pullover.
  public static let boy = SampleSubject(
    id: 2, name: "boy",
    palette: Palette(
      skin: Colour(0xA9683F), skinShadow: Colour(0x6A3526), skinLight: Colour(0xDB9C66),
      blush: Colour(0xC4543C), lips: Colour(0x8E4038), line: Colour(0x3A1B1A),
      hair: Colour(0x33222B), hairShadow: Colour(0x1C1219), hairLight: Colour(0x6B4A4F),
      iris: Colour(0x4A2C1A), irisRim: Colour(0x1D0F0C),
      cloth: Colour(0x2F7F86), clothShadow: Colour(0x1B4C5C), trim: Colour(0xF2C45A),
      accent: Colour(0xF6E7C8)),
    hairStyle: .curls, outfit: .pullover, hasLashes: false, hasFreckles: false)

  /// All people of the sample recording, in the order of their numbers.
  public static let all = [girl, boy]
}

extension SampleSubject: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
