public import Geometry
public import Requests

/// Several recordings in one clip: one after the other, or beside each other.
///
/// There are titles, music, and pages to begin and to end with. `Documentation/reels.md` describes its file.
public struct Reel: Hashable, Sendable {
  /// The format's name, which a file states.
  public static let format = "avatar-reel/1"

  /// The frame's size; nil for that of the first recording's frames.
  public var size: PixelSize<OutputSpace>?
  /// Frames a second; nil for the first recording's.
  public var framesPerSecond: Double?
  /// The file of the music that is heard from the begin to the end; nil for none.
  public var music: String?
  /// Whether segments end on beats of the music.
  public var endsOnBeats = false
  /// How segments follow one another that do not say it themselves.
  public var transition = Transition.cut
  /// What is seen, in its order.
  public var segments: [Segment] = []

  /// Makes an empty reel.
  public init() {}

  /// How a segment takes the place of the one before it.
  public struct Transition: Hashable, Sendable {
    /// How the next one comes.
    public enum Kind: String, CaseIterable, Sendable {
      /// At once.
      case cut
      /// The one fades over into the other.
      case dissolve
      /// The next one comes in from the right as a card that is laid on the one before.
      case wipe
    }

    /// How the next one comes.
    public var kind: Kind
    /// How long both are seen; 0 for a cut.
    public var milliseconds: Int

    /// Makes a transition.
    public init(_ kind: Kind, milliseconds: Int? = nil) {
      self.kind = kind
      self.milliseconds = kind == .cut ? 0 : milliseconds ?? Self.usualMilliseconds
    }

    /// At once.
    public static let cut = Transition(.cut)
    /// How long both are seen where nothing is said.
    public static let usualMilliseconds = 500
    /// How long they may be.
    public static let range = 40...3000

    /// Reads `cut`, `dissolve`, `wipe`, or one of the latter with its time, such as `dissolve:800`; nil for else.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), let kind = Kind(rawValue: String(parts[0])) else {
        return nil
      }
      if parts.count == 1 {
        self.init(kind)
        return
      }
      guard kind != .cut, let time = Int(parts[1]), Self.range.contains(time) else { return nil }
      self.init(kind, milliseconds: time)
    }

    /// What `init(_:)` takes.
    public static let expected =
      "cut, dissolve or wipe, the latter two also with their time, such as dissolve:800"
      + " (\(range.lowerBound) to \(range.upperBound) ms)"
  }

  /// What is written over a segment.
  public struct Title: Hashable, Sendable {
    /// Where it stands.
    public enum Place: String, CaseIterable, Sendable { case top, middle, bottom }

    /// What it says.
    public var text: String
    /// Where it stands.
    public var place = Place.bottom

    /// Makes a title.
    public init(_ text: String, at place: Place = .bottom) {
      (self.text, self.place) = (text, place)
    }

    /// The most characters of a title.
    public static let mostCharacters = 1000
  }

  /// How several recordings are seen at once.
  public enum Layout: String, CaseIterable, Sendable {
    /// Beside each other in a wide frame, one above the other in a high one.
    case split
    /// The second one small in a corner of the first.
    case inset
  }

  /// A part of the reel.
  public struct Segment: Hashable, Sendable {
    /// What is rendered: one recording, or two that are seen at once; of a still picture one.
    public var cells: [Cell]
    /// How two are laid out.
    public var layout = Layout.split
    /// What is written over it; nil for nothing.
    public var title: Title?
    /// How it takes the place of the one before; nil for the reel's way.
    public var transition: Transition?
    /// The most seconds of it, of a picture how long it is seen; nil for all of the recording, and 3 of a picture.
    public var seconds: Double?

    /// Makes a segment.
    public init(_ cells: [Cell]) { self.cells = cells }
  }

  /// A recording, or a picture of one.
  public struct Cell: Hashable, Sendable {
    /// What is rendered of it, and how.
    public var request: RenderRequest
    /// Whether it is one picture, in a share card where the request names one: a page to begin or to end with.
    public var isPicture = false
    /// How many seconds about its best moment are taken; nil for the part that the request names.
    public var bestSeconds: Double?

    /// Makes a cell.
    public init(_ request: RenderRequest) { self.request = request }
  }

  /// How many segments a reel may have.
  public static let mostSegments = 200
  /// How many recordings are seen at once.
  public static let mostCells = 2
  /// How long a segment may be said to be, in seconds.
  public static let secondsRange = 0.1...3600.0
  /// How long a picture is seen where nothing is said, in seconds.
  public static let pictureSeconds = 3.0
  /// The most bytes of a file.
  public static let mostBytes = 4 << 20
}
