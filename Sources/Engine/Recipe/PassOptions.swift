package import Avatars
public import Filters
package import Frames
public import Hud
import Imaging

/// What is asked of the passes that finish a frame.
public struct PassOptions: Hashable, Sendable {
  /// Whether the avatars stand alone on a transparent background.
  public var overlayOnly: Bool
  /// What stands behind what faces wear; nil for the clip, behind puppets a light blue.
  public var background: Background?
  /// Whether faces are not shown where they are, but what they wear in the middle, as a puppet that they move.
  public var puppet = false
  /// What stands in front of the avatars and is cut out of them; empty for nothing.
  public var occluders: Occluders
  /// Which light falls on what is drawn; nil for what each package says.
  public var light: LightChoice?
  /// By the motion in which time the layers of avatars are blurred.
  public var shutter = ShutterAngle.closed
  /// The looks of the finished picture, avatars and all, one applied after the other; at most
  /// `PictureFilter.maximumChain`.
  ///
  /// It comes before mirroring, so that a mirrored output is the plain one flipped. Snow and grain
  /// are those of the time on the timeline; of a picture without a sample, of 0.
  public var filters: [PictureFilter]
  /// What is drawn into the picture to judge tracking and placement by; empty for nothing.
  public var annotations: Annotations
  /// Whose bars the annotation `blendshapes` draws.
  public var blendshapes = BlendshapeChoice.standard
  /// How the annotation `hud` speaks and looks.
  public var hud: HudOptions
  /// Whether the output is flipped left to right, as a selfie preview shows it.
  public var mirrored: Bool

  /// Makes options; by default the avatars are drawn, behind cards that are before them.
  public init(
    overlayOnly: Bool = false, occluders: Occluders = .cards, filters: [PictureFilter] = [],
    annotations: Annotations = [], hud: HudOptions = HudOptions(), mirrored: Bool = false
  ) {
    (self.overlayOnly, self.occluders, self.filters) = (overlayOnly, occluders, filters)
    (self.annotations, self.hud, self.mirrored) = (annotations, hud, mirrored)
  }

  /// The power to which the clip's light is raised on what a package of a mode draws; nil where it is drawn as it is.
  package func lightPower(of mode: LightMode) -> Double? {
    switch light {
    case nil: mode == .match ? 1 : nil
    case .match(let power): power
    case .studio, .unlit: nil
    }
  }

  /// What stands behind what faces wear.
  package var ground: Background {
    background ?? (puppet ? .colour(RGBA8(0xD3, 0xE4, 0xEF)) : .clip)
  }

  /// Whether something is drawn that depends on the hands, or on the times of samples.
  package var followsSamples: Bool { occluders.contains(.hands) || annotations.followsSamples }

  /// The files of filters, in their order.
  package var filterFiles: [String] { filters.compactMap(\.file) }

  /// The files that are read.
  package var files: [String] { filterFiles + [background?.file].compactMap(\.self) }

  /// Replaces the paths of files.
  package mutating func moveFiles(_ moved: (String) throws -> String) rethrows {
    try moveFilterFiles(moved)
    if case .file(let path)? = background { background = .file(try moved(path)) }
  }

  /// Replaces the paths of the files of filters.
  package mutating func moveFilterFiles(_ moved: (String) throws -> String) rethrows {
    for index in filters.indices { filters[index].file = try filters[index].file.map(moved) }
  }

  /// Whether a filter's season is that of the recording's day.
  package var takesDate: Bool { filters.contains(where: \.takesSeasonOfDate) }

  /// Chooses the seasons of filters that are those of a recording's day; nil where that is unknown.
  package mutating func dateFilters(_ date: RecordingDate?) throws(FilterError) {
    for index in filters.indices { filters[index] = try filters[index].dated(date) }
  }

  /// The same with filters that are resolved for a recording of a day; nil where that is unknown.
  package func resolved(on date: RecordingDate?) throws(FilterError) -> PassOptions {
    var options = self
    if puppet {
      // It stands in no shot: nothing is before it, and no light of the clip falls on it.
      options.occluders = []
      options.light = light == .unlit ? .unlit : .studio
    }
    for index in filters.indices { options.filters[index] = try filters[index].resolved(on: date) }
    return options
  }

  /// Checks that the options fit each other; before any work.
  ///
  /// - Parameter colours: The colours of the frames that are drawn on; nil for pictures, which are
  ///   sRGB.
  package func check(on colours: ColourTags? = nil) throws {
    guard filters.count <= PictureFilter.maximumChain else {
      throw FilterError.tooMany(filters.count)
    }
    guard let filter = filters.first else { return }
    if overlayOnly { throw PassError.filterWithoutPicture(filter.kind) }
    if let colours, colours.isHighDynamicRange {
      throw FilterError.highDynamicRange(filter.kind)
    }
  }
}
