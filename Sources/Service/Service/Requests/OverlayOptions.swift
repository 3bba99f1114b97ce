internal import Avatars
internal import Filters
internal import Geometry
internal import Imaging
internal import Placement
internal import TrackingFiles

/// What frames, snapshots and renders have in common: who wears what, and how it is drawn.
struct OverlayOptions {
  /// Names of avatars, for the faces from left to right.
  var avatars: [String] = []
  /// Where layers go.
  var placement = PlacementOptions()
  /// Whether the result is flipped left to right.
  var mirrored = false
  /// Whether the avatars stand alone.
  var overlayOnly = false
  /// The size of the result.
  var size: PixelSize<OutputSpace>?
  /// The filter with its options, `snow:seed=7`.
  var filter: PictureFilter?
  /// How the tracking is read.
  var tracking = TrackingFileOptions()

  /// The keys that they are read from.
  static let keys = [
    "avatar", "avatars", "placement", "snap", "mirror", "overlayOnly", "size", "tracking",
  ]

  /// The most avatars of a request.
  static let maximumAvatars = 16
  /// The longest side of a result, in pixels, as the command line has it.
  static let longestSide = 8192

  /// Makes options with defaults for everything.
  init() {}

  /// Reads them; faults go to the object's log.
  init(_ object: OptionObject) {
    avatars = Self.avatars(object)
    placement.mode = object["placement"]?.choice(of: "placement") ?? .auto
    placement.snap = object["snap"]?.truth() ?? true
    mirrored = object["mirror"]?.truth() ?? false
    overlayOnly = object["overlayOnly"]?.truth() ?? false
    size = object["size"]?.pixelSize(longestSide: Self.longestSide)
    filter = object["filter"]?.filter()
    if overlayOnly, filter != nil {
      object["filter"]?.report(
        .words("a filter is for the whole picture, and overlayOnly leaves it out; give one of them")
      )
    }
    if let field = object["tracking"] { tracking = Self.tracking(field) }
  }

  /// Refuses a format in which avatars cannot stand alone.
  func checkTransparency(of format: PictureFormat?, _ object: OptionObject) {
    if overlayOnly, format == .jpeg {
      object["format"]?.report(
        .words("a JPEG has no transparency for avatars alone; ask for png or webp"))
    }
  }

  private static func avatars(_ object: OptionObject) -> [String] {
    if let list = object["avatars"] {
      if let one = object["avatar"] {
        one.report(.words("avatar and avatars both name them; give one of the two"))
      }
      guard let fields = list.list() else { return [] }
      guard (1...maximumAvatars).contains(fields.count) else {
        list.report(
          .words("\(fields.count) avatars found, 1 to \(maximumAvatars) expected"))
        return []
      }
      return fields.compactMap { $0.avatarName() }
    }
    return object["avatar"]?.avatarName().map { [$0] } ?? []
  }

  private static func tracking(_ field: OptionField) -> TrackingFileOptions {
    var options = TrackingFileOptions()
    guard
      let object = field.object(keys: ["size", "rotationDegrees", "mirrored", "skipBadSamples"])
    else { return options }
    options.size = object["size"]?.pixelSize(longestSide: TrackingLimits.pictureSide)
    let turns = "0, 90, 180 or 270"
    options.rotation = object["rotationDegrees"]?.number(turns) {
      Int(exactly: $0).flatMap(QuarterTurn.init(rawValue:)) != nil
    }.flatMap { QuarterTurn(rawValue: Int($0)) }
    options.mirrored = object["mirrored"]?.truth()
    options.badSamples = object["skipBadSamples"]?.truth() == true ? .skip : .stop
    return options
  }
}

extension OptionField {
  /// A name of an avatar: letters, digits, `-`, `_` and `.`; never a path.
  ///
  /// The library takes paths too, which is nothing for strangers.
  func avatarName() -> String? {
    guard let name = text() else { return nil }
    guard AvatarName.isFit(name) else {
      report(.words(AvatarName.expected))
      return nil
    }
    return name
  }

  /// A filter such as `snow:seed=7`.
  func filter() -> PictureFilter? {
    guard let text = text() else { return nil }
    do {
      return try PictureFilter(parsing: text)
    } catch {
      report(.words("\(error)"))
      return nil
    }
  }

  /// A size such as `1280x720`.
  func pixelSize<Space>(longestSide: Int) -> PixelSize<Space>? {
    guard let text = text() else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
      part.allSatisfy(\.isASCIIDigit) && part.count <= 5 ? Int(part) : nil
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      width <= longestSide, height <= longestSide,
      let size = PixelSize<Space>(width: width, height: height)
    else {
      report(
        .words("expected a size such as 1280x720, 1 to \(longestSide) a side"))
      return nil
    }
    return size
  }
}

extension Character {
  /// Whether it is one of 0 to 9.
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// The names by which avatars go in requests.
enum AvatarName {
  /// The longest one, in characters.
  static let maximumLength = 64

  static let expected =
    "expected the name of an avatar: a letter or digit, then letters, digits, - or _, at most"
    + " \(maximumLength) characters"

  /// Whether a text can be a name; no path can.
  static func isFit(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    func isPlain(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard let first = bytes.first, isPlain(first), bytes.count <= maximumLength else {
      return false
    }
    return bytes.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
