public import Avatars
public import Imaging
public import Placement
public import Recipe
public import Recordings
public import SceneFiles
public import TrackingFiles

/// One picture and what the tracker saw in it.
@dynamicMemberLookup
public struct FrameRequest: Sendable {
  /// The picture: PNG, JPEG, WebP, HEIC or AVIF, told by its first bytes.
  public var picture: [UInt8]
  /// The tracking: one sample in any format that `TrackingReader` reads, with its header where the
  /// format has one; nil where nothing was tracked.
  ///
  /// The sample is the picture's, whatever its time says.
  public var tracking: [UInt8]?
  /// How it is read.
  public var trackingOptions = TrackingFileOptions()
  /// Names of the library's avatars, given to the faces from left to right; `none` draws none.
  public var avatars: [String]
  /// What they are called, by which `fitProfile` names them and people are told of them; nil for what their
  /// packages are called.
  ///
  /// A service keeps packages under other names than tenants' own. There are as many as `avatars`.
  public var avatarNames: [String]?
  /// An `avatar.json` that stands in for the first avatar's own: what an editor tries out.
  ///
  /// It may show the pictures that the avatar's own shows, and `files`. With files of its own the first avatar may be
  /// `none`: a package that is nowhere yet.
  public var manifest: [UInt8]?
  /// Files that `manifest` may name beside the first avatar's, or in the place of those, by their paths in the package.
  public var files: [String: [UInt8]] = [:]
  /// How avatars sit on faces; nil for as their packages say.
  public var fitProfile: FitProfile?
  /// What the picture looks like; of smoothing and gaps a single picture shows nothing.
  public var appearance = Appearance()
  /// The size of the result; nil keeps the picture's.
  public var size: OutputSize?
  /// What becomes of a picture whose shape is not the size's; nil keeps its shape within the size.
  public var fit: OutputFit?
  /// What is drawn on printed cards, as on a still: what begins with the card, two seconds after.
  public var scenes = SceneSelection.none
  /// Gives the library of `scenes`, asked only where the tracking has printed cards; nil where it is named there.
  public var sceneLibrary: (@Sendable () throws -> SceneLibrary?)?
  /// A `scene.json` that stands in for that of the scene on the tracking's card: what an editor tries out.
  ///
  /// It may show the pictures of that scene's package. The tracking shows the card of one scene.
  public var scene: [UInt8]?
  /// What users did to cards, as a file of cues has it.
  ///
  /// With it, which may say nothing, scenes are drawn as in a clip in which the cards lie as they do in the
  /// picture since 0 ms, at the sample's time.
  public var cues: [UInt8]?
  /// How the result is written; nil for the picture's own format, or PNG where the avatars stand
  /// alone and the picture's own has no transparency.
  public var encoding: PictureEncoding?

  /// Makes a request with defaults for the rest.
  public init(picture: [UInt8], tracking: [UInt8]?, avatars: [String]) {
    (self.picture, self.tracking, self.avatars) = (picture, tracking, avatars)
  }

  /// A member of what the picture looks like.
  public subscript<Value>(dynamicMember member: WritableKeyPath<Appearance, Value>) -> Value {
    get { appearance[keyPath: member] }
    set { appearance[keyPath: member] = newValue }
  }
}

/// A rendered picture.
public struct FrameResult: Sendable {
  /// The encoded picture, without any metadata of the one it came from.
  public var bytes: [UInt8]
  /// Its format.
  public var format: PictureFormat
  /// Where every layer went.
  public var placements: PlacementRecord
  /// Faces that were found in the tracking.
  public var faceCount: Int
  /// What the picture shows in words, for people who do not see it.
  public var alternativeText: String
  /// What a person should know about the inputs and the result, a line each.
  public var notes: [String] = []
  /// How long each stage took.
  public var stages = FrameStages()
}
