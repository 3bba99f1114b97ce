public import ClipReading
public import ClipWriting
public import Covering
public import Geometry
public import Imaging
public import MediaPipe
public import Recipe
public import Recordings
public import Rendering
public import ShareCards
public import TrackingFiles

/// What goes to standard output in the place of a file.
public enum StreamFormat: String, Hashable, Sendable, CaseIterable {
  case mkv
  /// Frames alone, as YUV4MPEG2.
  case y4m
}

/// What a render is: everything that decides what is made, where it comes from and where it goes.
///
/// The command line, the bodies of the service, the cases of golden suites and the workers' standard
/// input all fill this one value, by the rows of `RequestTable`; a member that is not there has the
/// default that stands here, or in the settings of the engine that it holds.
@dynamicMemberLookup
public struct RenderRequest: Hashable, Sendable {
  /// The version of the format that this program reads and writes.
  public static let version = 1

  /// The recording: a folder with `recording.json`, or a clip beside its tracking file.
  public var recording: String?
  /// The clip or picture, in place of a recording.
  public var video: String?
  /// What frames without a container are that come by standard input.
  public var raw: RawFrames?
  /// What goes to standard output; nil for Matroska.
  public var stream: StreamFormat?
  /// The tracking file; nil for the recording's own.
  public var trackingFile: String?
  /// What is said of the clip's pictures that it does not say itself.
  public var reading = PictureReading()
  /// How the tracking file is read.
  public var tracking = TrackingFileOptions()
  /// Which tracker looks at a recording without a tracking file, and what is asked of it.
  public var tracker = MediaPipeSetup()
  /// The folder of the printed pictures that are looked for in such a recording; nil for none.
  public var printedPictures: String?
  /// Whether faces and hands are looked for beside printed pictures.
  public var looksForFaces = true
  /// The model that tells hair before faces where hands are cut out; nil for hands alone.
  public var segmenterModel: String?

  /// Avatars by name or path, for the faces from left to right; `none` draws none.
  public var avatars: [String] = []
  /// The avatars that swipes of hands go through, by name or path; empty where hands change none.
  public var swipeAvatars: [String] = []
  /// Where names of avatars are looked up; nil for the usual places.
  public var avatarsFolder: String?
  /// The file that says how avatars sit on faces, or in untrusted input its name.
  public var fitProfile: String?
  /// What the frames look like.
  public var appearance = Appearance()

  /// Whose faces are covered in all that is made; nil for none.
  public var cover: CoverChoice?
  /// What becomes of covered faces.
  public var coverStyle = CoverStyle.usual
  /// The file that tells what is covered, and why; nil for none.
  public var coverReport: String?

  /// What is drawn on printed cards.
  public var scenes = Scenes()
  /// The file that says what users did while the clip was taken.
  public var cues: String?
  /// What is heard beside the clip's own sound.
  public var sound = SoundChoice()

  /// The frames that are rendered, counted from 0, both ends included; nil for all.
  public var frames: ClosedRange<Int>?
  /// The moment from which on frames are rendered, or the best one is looked for.
  public var start: ClipMoment?
  /// The moment up to which that goes.
  public var end: ClipMoment?
  /// The moment whose frame is taken, of a picture.
  public var at: ClipMoment?
  /// The number of the frame that is taken, of a picture.
  public var frame: Int?
  /// Whether the frame that is fittest to be shared is taken, or several are.
  public var best = BestFrames()
  /// Many frames at a glance; nil for one picture.
  public var sheet: ContactSheetJob.Layout?
  /// What a sheet's first frame is labelled with.
  public var label: String?

  /// The session that is replayed beside it.
  public var session = Session()

  /// What the result is, and where it goes; `-` is standard output.
  public var output = OutputSettings()
  /// The file of a still that stands for a clip; nil for none.
  public var poster: String?
  /// The second of its frame; nil for the best one to share.
  public var posterAt: ClipMoment?
  /// The file of what is said in a clip, as WebVTT; nil for none.
  public var captions: String?
  /// The shape that a picture is cut to, or a clip, by a crop that follows faces and cards.
  public var crop: CropShape?
  /// The largest size of a picture.
  public var maxSize: PixelSize<OutputSpace>?
  /// The share card that a picture is set in.
  public var card = Card()

  /// A picture's format; nil for the one that the output's name says.
  public var format: PictureFormat?
  /// The quality of a picture or an animation; nil for the usual one.
  public var quality: Int?
  /// Where it is told why the best frame was chosen; `-` is standard output.
  public var score: String?
  /// Whether a clip that cannot be decoded in full is accepted.
  public var allowDamaged = false
  /// Threads of the decoder and of the encoder; nil is one and `usualThreads`.
  public var threads: Int?
  /// Threads of the encoder where none are asked for.
  public static let usualThreads = EncoderSettings.usualThreads

  /// The frames that are fittest to be shared.
  public struct BestFrames: Hashable, Sendable {
    /// Whether they are looked for.
    public var areWanted = false
    /// How many numbered pictures are made of them, in `BestFrame.counts`; nil for a single picture.
    public var count: Int?

    /// Makes the choice; a count alone means that they are looked for.
    public init(_ areWanted: Bool = false, count: Int? = nil) {
      (self.areWanted, self.count) = (areWanted || count != nil, count)
    }
  }

  /// What is drawn on printed cards.
  public struct Scenes: Hashable, Sendable {
    /// Where scenes are looked up, the first folder that has one for a picture before the others; `none`
    /// alone for no scenes, empty for the usual places.
    public var folders: [String] = []
    /// Scenes for pictures of a name, each `NAME=FOLDER`.
    public var named: [String] = []
    /// Texts of fields, each `[SCENE:]FIELD=TEXT`.
    public var fields: [String] = []
    /// Photos of fields, each `[SCENE:]FIELD=FILE`.
    public var photos: [String] = []

    /// The word for no scenes.
    public static let none = "none"

    /// Makes the choice of the usual scenes.
    public init() {}
  }

  /// A share card and what it is filled with.
  public struct Card: Hashable, Sendable {
    /// The card by name or path; nil for none.
    public var name: String?
    /// Its shape; nil for that of the crop, or 4:5.
    public var ratio: ShareCardRatio?
    /// The texts that the card writes.
    public var title, subtitle, date, caption, person, badge, link: String?
    /// The path of a picture for the sender's corner.
    public var logo: String?
    /// Where names of cards are looked up; nil for the usual places.
    public var folder: String?

    /// Makes no card.
    public init() {}
  }

  /// Makes a request with the default for everything.
  public init() {}

  /// A member of what the frames look like.
  public subscript<Value>(dynamicMember member: WritableKeyPath<Appearance, Value>) -> Value {
    get { appearance[keyPath: member] }
    set { appearance[keyPath: member] = newValue }
  }
}
