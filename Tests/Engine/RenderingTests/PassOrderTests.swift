import ClipReading
import Filters
import Foundation
import Imaging
import Passes
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

extension PassOptions {
  /// Every combination; a filter is none of the avatars alone.
  fileprivate static var all: [PassOptions] {
    get throws {
      let snow = try PictureFilter(parsing: "snow:amount=1")
      return [(false, nil), (false, snow), (true, nil)].flatMap { alone, filter in
        ([[], .landmarks, [.landmarks, .quads]] as [Annotations]).flatMap { annotations in
          [false, true].map {
            PassOptions(
              overlayOnly: alone, filters: [filter].compactMap(\.self), annotations: annotations,
              mirrored: $0)
          }
        }
      }
    }
  }

  private static func before(_ background: Background) -> PassOptions {
    var options = PassOptions()
    options.background = background
    return options
  }

  private static func puppet(_ options: PassOptions) -> PassOptions {
    var options = options
    options.puppet = true
    return options
  }

  /// Also those that show the session or have a hand in front; landmarks alone where everything is checked.
  fileprivate static var ofClips: [PassOptions] {
    get throws {
      try all.filter { $0.annotations != .landmarks || Thorough.isAsked } + [
        PassOptions(annotations: .hud), PassOptions(annotations: [.quads, .hud], mirrored: true),
        PassOptions(annotations: .all), PassOptions(occluders: .hands),
        PassOptions(occluders: .hands, mirrored: true),
        PassOptions(overlayOnly: true, occluders: .hands),
        PassOptions(
          overlayOnly: true, occluders: .hands, annotations: [.landmarks, .quads], mirrored: true),
        PassOptions(
          occluders: .hands, filters: [PictureFilter(parsing: "snow:amount=1")], mirrored: true),
        before(.colour(RGBA8(20, 160, 240))),
        puppet(PassOptions(annotations: .hud, mirrored: true)),
      ]
    }
  }
}

/// Passes look at the state and the picture alone: which frames were drawn before makes no difference.
@Suite struct PassOrderTests {
  /// Renders what is asked for, as pictures and as a lossless clip.
  private func rendered(
    _ options: PassOptions, on stage: Stage, change: (inout RenderSettings) -> Void
  ) throws -> (pictures: [StraightRGBA8], planes: [UInt8]) {
    func all(_ settings: inout RenderSettings) {
      settings.passes = options
      change(&settings)
    }
    return try (stage.pictures("dragon", change: all), stage.planes("dragon", change: all))
  }

  @Test(arguments: try PassOptions.ofClips)
  func `a part of the clip, by two threads, is that of the whole by one`(
    options: PassOptions
  ) throws {
    let stage = try Stage(SyntheticClip(frames: 4), hand: SyntheticHand())
    let whole = try rendered(options, on: stage) { $0.threads = 1 }
    let ranges = Thorough.isAsked ? [0...1, 2...3] : [2...3]
    let parts = try ranges.map { range in
      try rendered(options, on: stage) {
        $0.part = .frames(range)
        $0.threads = 2
      }
    }
    #expect(whole.pictures.count == 4)
    #expect(parts.flatMap(\.pictures) == Array(whole.pictures.suffix(2 * ranges.count)))
    let planes = whole.planes.suffix(whole.planes.count / 2 * ranges.count)
    #expect(parts.flatMap(\.planes) == Array(planes))
  }

  @Test func `a picture has the same bytes in whatever order it is asked for`() throws {
    let still = SharedData.packageRoot.appending(path: "Golden/recordings/turned-head")
    let png = try [UInt8](Data(contentsOf: still.appending(path: "picture.png")))
    let tracking = try [UInt8](Data(contentsOf: still.appending(path: "tracking.jsonl")))
    let jpeg = try PNG.decode(png).encoded(as: PictureEncoding(.jpeg, quality: 90))
    let requests = try [png, jpeg].flatMap { bytes in
      try PassOptions.all.map { options in
        var request = FrameRequest(picture: bytes, tracking: tracking, avatars: ["ox"])
        request.passes = options
        return request
      }
    }
    let renderer = FrameRenderer(library: Stage.shipped)
    let first = try requests.map { try renderer.render($0).bytes }
    let other = FrameRenderer(library: Stage.shipped)
    let backwards = try requests.reversed().map { try other.render($0).bytes }
    #expect(backwards.reversed() == first)
    var random = SplitMix64(state: 5)
    for index in requests.indices.shuffled(using: &random) {
      #expect(try renderer.render(requests[index]).bytes == first[index], "\(index)")
    }
    // All of them differ, but for the JPEG's avatars alone, which are the PNG's.
    let ofBoth = try PassOptions.all.count { $0.overlayOnly }
    #expect(Set(first).count == requests.count - ofBoth)
  }
}
