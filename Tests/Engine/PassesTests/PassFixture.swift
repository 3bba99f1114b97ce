import AvatarFiles
import ClipReading
import Filters
import Foundation
import Frames
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import TestSupport
import Testing
import Timelines
import Tracking
import TrackingFiles

/// A combination of what may be asked of the passes.
struct Combination: Sendable, CustomStringConvertible {
  /// Filters with `+` between them.
  var filter: String?
  var annotations: Annotations = []
  var mirrored = false
  var overlayOnly = false
  var occluders: Occluders = []

  var description: String {
    [
      filter, annotations.isEmpty ? nil : "\(annotations)", mirrored ? "mirrored" : nil,
      overlayOnly ? "overlay only" : nil, occluders.isEmpty ? nil : "behind \(occluders)",
    ].compactMap(\.self).joined(separator: " ")
  }

  var options: PassOptions {
    get throws {
      PassOptions(
        overlayOnly: overlayOnly, occluders: occluders,
        filters: try filter?.split(separator: "+").map { try PictureFilter(parsing: String($0)) }
          ?? [],
        annotations: annotations, mirrored: mirrored)
    }
  }

  /// Every combination; a filter is none of the avatars alone.
  static let all: [Combination] = [false, true].flatMap { overlayOnly in
    (overlayOnly ? [nil] : [nil, "snow:amount=1"]).flatMap { filter in
      ([[], .landmarks, [.landmarks, .quads]] as [Annotations]).flatMap { annotations in
        [false, true].map {
          Combination(
            filter: filter, annotations: annotations, mirrored: $0, overlayOnly: overlayOnly)
        }
      }
    }
  }

  /// Those in which a hand is in front.
  static let occluded = [
    Combination(occluders: .hands), Combination(mirrored: true, occluders: .hands),
    Combination(overlayOnly: true, occluders: .hands),
    Combination(
      annotations: [.landmarks, .quads], mirrored: true, overlayOnly: true, occluders: .hands),
    Combination(filter: "snow:amount=1", mirrored: true, occluders: .hands),
    Combination(filter: "vangogh+season:kind=leaves,amount=1", mirrored: true),
  ]

  /// The same but for the mirror.
  var plain: Combination {
    var plain = self
    plain.mirrored = false
    return plain
  }
}

/// A face with an avatar at some times, to draw passes of.
struct PassFixture {
  static let size = PixelSize<OutputSpace>(clamping: 320, 240)
  private static let shipped = AvatarLibrary(
    folder: SharedData.packageRoot.appending(path: "Avatars").path)
  let textures: LayerTextures
  private let tracking: String

  init(
    avatar: String = "dragon", change: (inout SyntheticFace) -> Void = { _ in },
    hand: @escaping @Sendable (_ timeMs: Double) -> SyntheticHand? = { _ in SyntheticHand() }
  ) throws {
    textures = LayerTextures([try Self.shipped.load(avatar)])
    var samples = SyntheticTracking(width: 320, height: 240, frames: 4) {
      // Far enough that most of the picture is free of it.
      $0.z = -110
      change(&$0)
    }
    samples.hand = hand
    tracking = samples.text
  }

  /// The state at a time, as an output sees it.
  func state(atMs time: Double, mirrored: Bool) throws -> FrameState {
    let reader = try TrackingReader(bytes: Array(tracking.utf8), options: TrackingFileOptions())
    let scene = Self.size.retyped(as: SceneSpace.self)
    var timeline = RecordingTimeline(
      faces: FaceTimeline(header: reader.header) { try reader.next() },
      placer: Placer(
        avatars: textures.avatars, scene: SceneMapping(header: reader.header, scene: scene),
        output: OutputMapping(scene: scene, output: Self.size, mirrored: mirrored)),
      moments: try moments(), hands: try hands(), showsSession: true)
    return try timeline.state(atMs: time)
  }

  private func hands() throws -> SceneHandTimeline {
    let reader = try TrackingReader(bytes: Array(tracking.utf8), options: TrackingFileOptions())
    return SceneHandTimeline(header: reader.header, gaps: GapOptions()) { try reader.next() }
  }

  private func moments() throws -> MomentTimeline {
    let reader = try TrackingReader(bytes: Array(tracking.utf8), options: TrackingFileOptions())
    return try MomentTimeline(nil, header: reader.header, path: "t.jsonl") { try reader.next() }
  }

  func passes(_ combination: Combination) throws -> PassList {
    try PassList(PassSetup(combination.options, avatars: textures))
  }

  /// A picture with something in every pixel, transparent in parts.
  static func picture(opaque: Bool) throws -> StraightRGBA8 {
    try SyntheticAvatar.drawn(size.width, size.height) { x, y in
      RGBA8(
        UInt8(Int(x * 7 + y * 3) & 255), UInt8(Int(x * 5 + y * 11) & 255),
        UInt8(Int(x * 13 + y * 2) & 255), opaque ? 255 : UInt8(Int(x + 2 * y) & 255))
    }
  }

  /// The planes of a clip's frame in a pixel format.
  static func frame(_ format: String) throws -> VideoFrame {
    let folder = try ScratchFolder()
    var clip = SyntheticClip(width: size.width, height: size.height, frames: 1)
    clip.format = format
    clip.codec = ["-c:v", "rawvideo"]
    let path = try clip.make("a.nut", in: folder)
    let frame = try ClipReader(path: path).nextFrame()
    guard let frame else { throw Missing() }
    return frame
  }

  struct Missing: Error {}
}
