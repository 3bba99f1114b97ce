import AvatarFiles
import ClipReading
import Foundation
import Frames
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// Hands in front over time: against a hand that was put into a real clip, and what does not change a cut.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct HandMatteTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The avatar alone in some frames of a recording.
  private func alone(
    _ recording: String, _ occluders: Occluders, frames: ClosedRange<Int>, avatar: String = "pig",
    where isWanted: (Int) -> Bool = { _ in true }, change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> [Int: StraightRGBA8] {
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: recording),
      avatars: AvatarSelection(names: [avatar], library: Stage.shipped),
      output: OutputSettings(path: ""))
    settings.part = .frames(frames)
    settings.passes.overlayOnly = true
    settings.passes.occluders = occluders
    change(&settings)
    var pictures: [Int: StraightRGBA8] = [:]
    _ = try PicturesJob(settings).run(where: isWanted) {
      pictures[$0.placements.frame] = $0.picture
    }
    return pictures
  }

  private static let gesture = SharedData.file("recordings/gesture").path

  @Test func `a part has the cuts of the whole, and so has a frame alone`() throws {
    let gesture = try SmallGesture.whole.get().write(to: folder)
    let whole = try alone(gesture, .hands, frames: 40...58)
    let part = try alone(gesture, .hands, frames: 52...54)
    let one = try alone(gesture, .hands, frames: 57...57)
    // Later than the frames reach back that a cut depends on.
    let (late, single) = try (
      alone(gesture, .hands, frames: 112...120), alone(gesture, .hands, frames: 120...120)
    )
    #expect(late[120] == single[120])
    let chosen = try alone(gesture, .hands, frames: 40...58) { [45, 53].contains($0) }
    for number in 52...54 { #expect(whole[number] == part[number], "\(number)") }
    #expect(whole[57] == one[57])
    for number in [45, 53] { #expect(whole[number] == chosen[number]) }
    // They are cut.
    let plain = try alone(gesture, [], frames: 52...54)
    for number in 52...54 { #expect(whole[number] != plain[number]) }
  }

  @Test func `threads and the mirror change no cut`() throws {
    let gesture = try SmallGesture.whole.get().write(to: folder)
    let plain = try alone(gesture, .hands, frames: 50...52)
    let threads = try alone(gesture, .hands, frames: 50...52, change: { $0.threads = 2 })
    #expect(plain == threads)
    let mirrored = try alone(
      gesture, .hands, frames: 51...51, avatar: "dragon",
      change: { $0.passes.mirrored = true })
    var flipped = try #require(mirrored[51])
    flipped.flipHorizontally()
    let straight = try alone(gesture, .hands, frames: 51...51, avatar: "dragon")
    #expect(flipped == straight[51])
  }

  /// A frame that people saw go wrong: nose and mouth came out, cheek and eye stood beside the forearm.
  @Test func `the face beside a forearm stays behind the mask`() throws {
    let (plain, cut) = try (
      alone(Self.gesture, [], frames: 49...57), alone(Self.gesture, .hands, frames: 49...57)
    )
    for number in 49...57 {
      let (before, after) = try (#require(plain[number]), #require(cut[number]))
      // The right half of the mask, where no hand is, in pixels of the clip.
      var (mask, lost) = (0.0, 0.0)
      for y in 100..<560 {
        for x in 640..<before.width where before[x, y].alpha > 0 {
          mask += 1
          lost += 1 - Double(after[x, y].alpha) / Double(before[x, y].alpha)
        }
      }
      #expect(mask > 10_000 && lost / mask < 0.005, "\(number): \(lost / mask)")
    }
  }

  // MARK: - A hand put into a clip

  /// A hand of flat skin with a forearm, whose coverage of a pixel is known.
  private struct DrawnHand {
    let hand: SyntheticHand
    let (width, height): (Double, Double)

    private static let bones: [(from: Int, to: Int, radius: Double)] =
      (0..<5).flatMap { finger in
        (0..<4).map { part in
          let to = 4 * finger + part + 1
          return (part == 0 ? 0 : to - 1, to, part == 0 ? 18 : 9)
        }
      } + [(5, 17, 11), (5, 9, 11), (9, 13, 11)]

    /// How far within the hand a pixel's middle lies, in pixels.
    func depth(_ x: Double, _ y: Double) -> Double {
      let scale = height / hand.millimetres
      func place(_ joint: [Double]) -> SIMD2<Double> {
        let place = hand.place(joint, width: width, height: height)
        return SIMD2(place.x, place.y)
      }
      func within(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ radius: Double) -> Double {
        let (way, from) = (b - a, SIMD2(x, y) - a)
        let length = (way * way).sum()
        let part = length > 0 ? min(max((way * from).sum() / length, 0), 1) : 0
        let away = from - part * way
        return radius * scale - (away * away).sum().squareRoot()
      }
      let joints = SyntheticHand.joints
      let arm = within(place([0, 0]), place([0, 900]), 27)
      return Self.bones.reduce(arm) { most, bone in
        max(most, within(place(joints[bone.from]), place(joints[bone.to]), bone.radius))
      }
    }

    func coverage(_ x: Int, _ y: Int) -> Double {
      min(max(depth(Double(x) + 0.5, Double(y) + 0.5) + 0.5, 0), 1)
    }
  }

  private static func hand(_ frame: Int) -> SyntheticHand? {
    guard (12..<48).contains(frame) else { return nil }
    // Comes up from below, shakes before the mouth, goes down.
    let time = Double(frame - 12)
    let rise = min(time / 8, 1, (36 - time) / 6)
    var hand = SyntheticHand(
      x: 0.52 + 0.03 * sin(time * 0.9), y: 1.35 - 0.5 * rise)
    hand.millimetres = 520
    return hand
  }

  /// Puts the hand into a clip of a face; the tracker misses it in its first and last frames.
  private func makeRecording(frames: Int) throws -> [Int: DrawnHand] {
    let source = SharedData.file("recordings/expressions")
    let clip = try ClipReader(path: source.appending(path: "clip.mp4").path)
    let size = clip.info.uprightSize
    var hands: [Int: DrawnHand] = [:]
    var raw: [UInt8] = []
    while let frame = try clip.nextFrame(), frame.index < frames {
      let number = frame.index
      var picture = try frame.toStraightRGBA8()
      if let hand = Self.hand(number) {
        let drawn = DrawnHand(
          hand: hand, width: Double(size.width), height: Double(size.height))
        hands[number] = drawn
        for y in 0..<size.height {
          for x in 0..<size.width {
            let part = drawn.coverage(x, y)
            guard part > 0 else { continue }
            let under = picture[x, y]
            // Skin with some shading, so that it has a texture to follow.
            let shade = 0.88 + 0.12 * sin(Double(x) * 0.11) * cos(Double(y) * 0.13)
            func mixed(_ a: UInt8, _ b: Double) -> UInt8 {
              UInt8(Double(a) + part * (b * shade - Double(a)))
            }
            picture[x, y] = RGBA8(
              mixed(under.red, 165), mixed(under.green, 105), mixed(under.blue, 80), 255)
          }
        }
      }
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel = picture[x, y]
          raw += [pixel.red, pixel.green, pixel.blue]
        }
      }
    }
    try folder.write(raw, to: "raw.rgb")
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
      "\(size.width)x\(size.height)", "-r", "30", "-i", folder.path("raw.rgb"), "-c:v", "libx264",
      "-crf", "20", "-pix_fmt", "yuv420p", folder.path("clip.mp4"),
    ])
    let text = try String(
      contentsOf: source.appending(path: "tracking.jsonl"), encoding: .utf8)
    var lines = text.split(separator: "\n").prefix(frames + 1).map(String.init)
    // The clip is another one than the header says.
    lines[0] = #"{"format":"avatar-tracking/1","width":480,"height":480}"#
    for number in 0..<frames where (15..<45).contains(number) {
      guard let hand = Self.hand(number) else { continue }
      let json = hand.json(width: Double(size.width), height: Double(size.height))
      guard
        var sample = try JSONSerialization.jsonObject(with: Data(lines[number + 1].utf8))
          as? [String: Any]
      else { continue }
      sample["hands"] = [try JSONSerialization.jsonObject(with: Data(json.utf8))]
      lines[number + 1] = String(
        decoding: try JSONSerialization.data(withJSONObject: sample), as: UTF8.self)
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "clip.jsonl")
    return hands
  }

  /// Every frame is judged, the ones before and after the tracker saw the hand among them.
  @Test func `a hand is free in every frame, and the mask is whole beside it`() throws {
    let frames = 56
    let hands = try makeRecording(frames: frames)
    let recording = folder.path("clip.mp4")
    let (plain, cut) = try (
      alone(recording, [], frames: 0...frames - 1), alone(recording, .hands, frames: 0...frames - 1)
    )
    var (free, torn): ([Double], [Double]) = ([], [])
    for number in 0..<frames {
      let (before, after) = try (#require(plain[number]), #require(cut[number]))
      let hand = hands[number]
      var (covered, shown, mask, lost) = (0.0, 0.0, 0.0, 0.0)
      for y in stride(from: 0, to: before.height, by: 2) {
        for x in stride(from: 0, to: before.width, by: 2) where before[x, y].alpha > 8 {
          let part = 1 - Double(after[x, y].alpha) / Double(before[x, y].alpha)
          let depth = hand?.depth(Double(x) + 0.5, Double(y) + 0.5) ?? -100
          mask += 1
          if depth > 0 {
            covered += 1
            shown += part
          } else if depth < -2 {
            lost += part
          }
        }
      }
      // Before the tracker saw it, and after, a hand is looked for where there is none.
      if hand == nil { #expect(lost / mask < 0.02, "\(number)") }
      guard covered > 0.01 * mask else { continue }
      free.append(shown / covered)
      torn.append(lost / mask)
    }
    #expect(free.count >= 30)
    let (worst, most) = (try #require(free.min()), try #require(torn.max()))
    let median = free.sorted()[free.count / 2]
    // The drawn palm and wrist are wider than a hand's of that scale, so outlines lie within them.
    #expect(median > 0.87, "\(median)")
    #expect(worst > 0.5, "\(worst)")
    #expect(most < 0.05, "\(most)")
  }

  @Test(arguments: ["jump", "huge", "outside", "stranger"])
  func `hands that cannot be are no fault, and tear no mask`(kind: String) throws {
    let source = SharedData.file("recordings/expressions")
    try FileManager.default.copyItem(
      at: source.appending(path: "clip.mp4"), to: URL(filePath: folder.path("clip.mp4")))
    let text = try String(contentsOf: source.appending(path: "tracking.jsonl"), encoding: .utf8)
    var lines = text.split(separator: "\n").prefix(41).map(String.init)
    lines[0] = #"{"format":"avatar-tracking/1","width":480,"height":480}"#
    for number in 1..<lines.count {
      var hand = SyntheticHand(x: 0.5, y: 0.55)
      switch kind {
      // Now here, now there, as of other pictures.
      case "jump": hand = SyntheticHand(x: number % 2 == 0 ? 0.05 : 0.95, y: 0.2)
      case "huge": hand.millimetres = 40
      case "outside": hand = SyntheticHand(x: -3, y: 5)
      default: hand = SyntheticHand(x: 0.02, y: 0.98)
      }
      let json = hand.json(width: 480, height: 480)
      lines[number] = lines[number].replacing(#""faces""#, with: #""hands": [\#(json)], "faces""#)
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "clip.jsonl")
    let recording = folder.path("clip.mp4")
    let (plain, cut) = try (
      alone(recording, [], frames: 16...24), alone(recording, .hands, frames: 16...24)
    )
    for (number, before) in plain {
      let after = try #require(cut[number])
      var (mask, lost) = (0.0, 0.0)
      for y in 0..<before.height {
        for x in 0..<before.width where before[x, y].alpha > 0 {
          mask += 1
          lost += 1 - Double(after[x, y].alpha) / Double(before[x, y].alpha)
        }
      }
      #expect(lost / mask < 0.06, "\(number): \(lost / mask)")
    }
  }
}
