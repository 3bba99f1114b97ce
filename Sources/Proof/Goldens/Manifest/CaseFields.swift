import Avatars
import Comparison
import Geometry
import Placement
import Tracking
import TrackingFiles
import Verification

/// What a case of `golden.json`, or its `defaults`, says of rendering and judging; nil where it
/// says nothing.
struct CaseFields {
  /// Keys of what is rendered.
  static let sceneKeys = [
    "recording", "tracking", "trackingSize", "trackingRotation", "trackingMirrored",
    "skipBadSamples", "allowDamaged", "avatar", "at", "frame", "frames", "every", "placement",
    "noSnap", "mirror",
    "smoothing", "smoothingMs", "lostFaces", "size", "crop", "overlayOnly",
  ]
  /// Keys of how it is judged.
  static let judgingKeys = [
    "thresholds", "outsideThresholds", "pixelThreshold", "ignoreAntialiasing", "windowSide",
    "region",
  ]

  var recording, tracking: String?
  var trackingSize: PixelSize<TrackerSpace>?
  var trackingRotation: QuarterTurn?
  var trackingMirrored, skipBadSamples, allowDamaged: Bool?
  var avatars: [String]?
  var frames: FrameChoice?
  var placement: PlacementOptions.Mode?
  var noSnap, mirror, overlayOnly: Bool?
  var smoothing: SmoothingOptions.Strategy?
  var smoothingMs: Double?
  var lostFaces: GapOptions.Policy?
  var size: PixelSize<OutputSpace>?
  var crop: RenderedScene.Crop?
  var thresholds, outsideThresholds: ComparisonThresholds?
  var pixelThreshold, windowSide: Int?
  var ignoreAntialiasing: Bool?
  var region: ComparedRegion?

  /// Reads the keys of an object.
  init(_ object: SuiteObject) {
    recording = object["recording"]?.filePath()
    tracking = object["tracking"]?.filePath()
    trackingSize = object["trackingSize"]?.size()
    trackingRotation = object["trackingRotation"]?.rotation()
    trackingMirrored = object["trackingMirrored"]?.truth()
    skipBadSamples = object["skipBadSamples"]?.truth()
    allowDamaged = object["allowDamaged"]?.truth()
    avatars = object["avatar"]?.avatars()
    frames = object.frameChoice()
    placement = object["placement"]?.choice(of: "placement")
    noSnap = object["noSnap"]?.truth()
    mirror = object["mirror"]?.truth()
    overlayOnly = object["overlayOnly"]?.truth()
    smoothing = object["smoothing"]?.choice(of: "smoothing")
    smoothingMs = object["smoothingMs"]?.number(in: 1...2000)
    lostFaces = object["lostFaces"]?.choice(of: "way with lost faces")
    size = object["size"]?.size()
    crop = object["crop"]?.crop()
    thresholds = object["thresholds"]?.thresholds()
    outsideThresholds = object["outsideThresholds"]?.thresholds()
    pixelThreshold = object["pixelThreshold"]?.integer(in: ComparisonOptions.pixelThresholds)
    windowSide = object["windowSide"]?.integer(in: ComparisonOptions.windowSides)
    ignoreAntialiasing = object["ignoreAntialiasing"]?.truth()
    region = object["region"]?.choice(of: "region")
  }

  /// How a case with these fields is judged, where it says nothing by the defaults.
  func judging(_ defaults: CaseFields?) -> Judging {
    var judging = Judging()
    judging.thresholds = thresholds ?? defaults?.thresholds ?? .exact
    judging.outsideThresholds = outsideThresholds ?? defaults?.outsideThresholds
    judging.region = region ?? defaults?.region ?? .all
    judging.options.pixelThreshold = pixelThreshold ?? defaults?.pixelThreshold ?? 0
    judging.options.ignoresAntialiasing =
      ignoreAntialiasing ?? defaults?.ignoreAntialiasing ?? false
    judging.options.windowSide =
      windowSide ?? defaults?.windowSide ?? ComparisonOptions().windowSide
    return judging
  }

  /// What a case with these fields renders; nil where no recording or no avatar is named.
  ///
  /// - Parameter folder: what paths are relative to.
  func scene(_ defaults: CaseFields?, in folder: String) -> RenderedScene? {
    guard let recording = recording ?? defaults?.recording,
      let avatars = avatars ?? defaults?.avatars
    else { return nil }
    var scene = RenderedScene(
      recording: SuitePath.joined(folder, recording),
      avatars: avatars.map { $0.contains("/") ? SuitePath.joined(folder, $0) : $0 },
      frames: frames ?? defaults?.frames ?? .moment(0))
    // A tracking file belongs to its recording: a case that names another recording has its own.
    scene.tracking = (tracking ?? (self.recording == nil ? defaults?.tracking : nil)).map {
      SuitePath.joined(folder, $0)
    }
    scene.trackingOptions = TrackingFileOptions(
      size: trackingSize ?? defaults?.trackingSize,
      rotation: trackingRotation ?? defaults?.trackingRotation,
      mirrored: trackingMirrored ?? defaults?.trackingMirrored,
      badSamples: skipBadSamples ?? defaults?.skipBadSamples ?? false ? .skip : .stop)
    scene.allowsDamage = allowDamaged ?? defaults?.allowDamaged ?? false
    scene.placement = PlacementOptions(
      mode: placement ?? defaults?.placement ?? .auto,
      snap: !(noSnap ?? defaults?.noSnap ?? false))
    scene.smoothing = SmoothingOptions(
      smoothing ?? defaults?.smoothing ?? .offline,
      milliseconds: smoothingMs ?? defaults?.smoothingMs)
    scene.lostFaces = lostFaces ?? defaults?.lostFaces ?? .fade
    scene.size = size ?? defaults?.size
    scene.mirrored = mirror ?? defaults?.mirror ?? false
    scene.overlayOnly = overlayOnly ?? defaults?.overlayOnly ?? false
    scene.crop = crop ?? defaults?.crop
    return scene
  }
}
