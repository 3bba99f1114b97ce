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

/// What is asked of the passes of a render.
private struct AskedPasses: Sendable, CustomStringConvertible {
  var filter: String?
  var annotations: Annotations = []
  var mirrored = false
  var overlayOnly = false
  var occluders: Occluders = []

  var description: String {
    [
      filter, "\(annotations)", mirrored ? "mirrored" : nil, overlayOnly ? "overlay only" : nil,
      occluders.isEmpty ? nil : "behind \(occluders)",
    ].compactMap(\.self).joined(separator: " ")
  }

  var options: PassOptions {
    get throws {
      PassOptions(
        overlayOnly: overlayOnly, occluders: occluders,
        filter: try filter.map { try PictureFilter(parsing: $0) },
        annotations: annotations, mirrored: mirrored)
    }
  }

  /// A filter is none of the avatars alone.
  static let all = [(false, nil), (false, "snow:amount=1"), (true, nil)].flatMap { alone, filter in
    ([[], .landmarks, [.landmarks, .quads]] as [Annotations]).flatMap { annotations in
      [false, true].map {
        Self(filter: filter, annotations: annotations, mirrored: $0, overlayOnly: alone)
      }
    }
  }

  /// Also those that show the session or have a hand in front; landmarks alone where everything is checked.
  static let ofClips =
    all.filter { $0.annotations != .landmarks || Thorough.isAsked } + [
      Self(annotations: .hud), Self(annotations: [.quads, .hud], mirrored: true),
      Self(annotations: .all), Self(occluders: .hands), Self(mirrored: true, occluders: .hands),
      Self(overlayOnly: true, occluders: .hands),
      Self(
        annotations: [.landmarks, .quads], mirrored: true, overlayOnly: true, occluders: .hands),
      Self(filter: "snow:amount=1", mirrored: true, occluders: .hands),
    ]
}

/// Passes look at the state and the picture alone: which frames were drawn before makes no difference.
@Suite struct PassOrderTests {
  /// Renders what is asked for, as pictures and as a lossless clip.
  private func rendered(
    _ asked: AskedPasses, on stage: Stage, change: (inout RenderSettings) -> Void
  ) throws -> (pictures: [StraightRGBA8], planes: [UInt8]) {
    let options = try asked.options
    func all(_ settings: inout RenderSettings) {
      settings.passes = options
      change(&settings)
    }
    return try (stage.pictures("dragon", change: all), stage.planes("dragon", change: all))
  }

  @Test(arguments: AskedPasses.ofClips)
  fileprivate func `a part of the clip, by two threads, is that of the whole by one`(
    asked: AskedPasses
  ) throws {
    let stage = try Stage(SyntheticClip(frames: 4), hand: SyntheticHand())
    let whole = try rendered(asked, on: stage) { $0.threads = 1 }
    let ranges = Thorough.isAsked ? [0...1, 2...3] : [2...3]
    let parts = try ranges.map { range in
      try rendered(asked, on: stage) {
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
      try AskedPasses.all.map { asked in
        var request = FrameRequest(picture: bytes, tracking: tracking, avatars: ["ox"])
        request.passes = try asked.options
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
    #expect(Set(first).count == requests.count - AskedPasses.all.filter(\.overlayOnly).count)
  }
}
