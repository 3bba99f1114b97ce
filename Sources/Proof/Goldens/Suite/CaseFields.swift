import Avatars
import Comparison
import Hud
import JSON
import Passes
import Recipe
import Rendering
import Requests

/// What a case of `golden.json`, or its `defaults`, says of rendering and judging; nil where it
/// says nothing.
struct CaseFields {
  /// Keys of what is rendered: those of a request, and those that choose pictures and pixels.
  static let sceneKeys =
    RequestTable.keys(in: .suite) + ["at", "frame", "frames", "every", "crop", "events", "signals"]
  static let judgingKeys = [
    "thresholds", "outsideThresholds", "pixelThreshold", "ignoreAntialiasing", "windowSide",
    "region", "ignore", "compareOnly", "clip",
  ]

  let request: RequestLayer
  var frames: FrameChoice?
  var crop: RenderedScene.Crop?
  var thresholds, outsideThresholds: ComparisonThresholds?
  var pixelThreshold, windowSide: Int?
  var ignoreAntialiasing: Bool?
  var region: ComparedRegion?
  var ignored, compared: [PictureRegion]?
  var clip: ClipThresholds?
  var holdsEvents, holdsSignals: Bool?

  /// Reads the keys of an object.
  init(_ object: SuiteObject) {
    request = RequestReader(.suite).layer(of: object)
    frames = object.frameChoice()
    crop = object["crop"]?.crop()
    holdsEvents = object["events"]?.truth()
    holdsSignals = object["signals"]?.truth()
    thresholds = object["thresholds"]?.thresholds()
    outsideThresholds = object["outsideThresholds"]?.thresholds()
    pixelThreshold = object["pixelThreshold"]?.integer(in: ComparisonOptions.pixelThresholds)
    windowSide = object["windowSide"]?.integer(in: ComparisonOptions.windowSides)
    ignoreAntialiasing = object["ignoreAntialiasing"]?.truth()
    region = object["region"]?.choice(of: "region")
    ignored = object["ignore"]?.regions()
    compared = object["compareOnly"]?.regions()
    clip = object["clip"]?.clipThresholds()
  }

  /// How a case with these fields is judged, where it says nothing by the defaults.
  func judging(_ defaults: CaseFields?) -> Judging {
    var judging = Judging()
    judging.thresholds = thresholds ?? defaults?.thresholds ?? .exact
    judging.outsideThresholds = outsideThresholds ?? defaults?.outsideThresholds
    judging.region = region ?? defaults?.region ?? .all
    judging.regions.ignored = ignored ?? defaults?.ignored ?? []
    judging.regions.compared = compared ?? defaults?.compared ?? []
    judging.clip = clip ?? defaults?.clip
    judging.options.pixelThreshold = pixelThreshold ?? defaults?.pixelThreshold ?? 0
    judging.options.ignoresAntialiasing =
      ignoreAntialiasing ?? defaults?.ignoreAntialiasing ?? false
    judging.options.windowSide =
      windowSide ?? defaults?.windowSide ?? ComparisonOptions().windowSide
    return judging
  }

  /// What a case with these fields renders.
  ///
  /// - Parameter folder: what paths are relative to.
  func scene(_ defaults: CaseFields?, in folder: String) -> RenderedScene {
    var whole = RenderRequest()
    if let defaults { whole.apply(defaults.request) }
    whole.apply(request)
    whole.movePaths { SuitePath.joined(folder, $0) }
    let usual: FrameChoice = (clip ?? defaults?.clip) == nil ? .moment(0) : .whole
    var scene = RenderedScene(
      whole, frames: frames ?? defaults?.frames ?? usual, crop: crop ?? defaults?.crop)
    scene.holds.events = holdsEvents ?? defaults?.holdsEvents ?? false
    scene.holds.signals = holdsSignals ?? defaults?.holdsSignals ?? false
    return scene
  }
}
