import AvatarFiles
import Foundation
import Geometry
import Imaging
import Passes
import Recipe
import Recordings
import Rendering
import SceneFiles
import TestSupport
import Testing

/// Scenes behind what lies on their cards, and in the light on them, in pictures made by formula.
@Suite struct InShotTests {
  private let folder: ScratchFolder
  private let print: StraightRGBA8
  private let renderer = FrameRenderer(library: Stage.shipped)
  /// Where the print lies in a picture of 480 x 480.
  private static let (left, top, width, height) = (100, 60, 250, 350)

  init() throws {
    folder = try ScratchFolder()
    let path = SharedData.packageRoot.appending(path: "Scenes/grain-rain/card.png")
    let card = [UInt8](try Data(contentsOf: path))
    print = try PNG.decode(card).resampled(to: PixelSize<ArtworkSpace>(clamping: 250, 350))
    try folder.write(card, to: "Scenes/card/card.png")
  }

  /// A scene that covers its card with one colour.
  private func write(light: String = "none") throws {
    try folder.write(
      """
      {"version": 1, "picture": {"name": "card", "image": "card.png", "widthMm": 100}, "light": "\(light)",
       "appear": {"fade": 0, "grow": 0},
       "items": [{"name": "all", "type": "flash", "colour": "#c04080", "keys": [[0, 1]], "area": "card"}]}
      """, to: "Scenes/card/scene.json")
  }

  /// The print before grey, with a box before it, all of it darker by a factor in linear light.
  private func picture(
    box: Range<Int>? = nil, factor: Double = 1, print isThere: Bool = true
  ) -> StraightRGBA8 {
    var picture = StraightRGBA8(
      size: PixelSize<OutputSpace>(clamping: 480, 480), filledWith: RGBA8(120, 120, 120, 255))
    for y in 0..<Self.height where isThere {
      for x in 0..<Self.width { picture[Self.left + x, Self.top + y] = print[x, y] }
    }
    if let box {
      for y in box { for x in 60..<260 { picture[x, y] = RGBA8(205, 150, 125, 255) } }
    }
    guard factor != 1 else { return picture }
    for y in 0..<480 {
      for x in 0..<480 {
        let pixel = picture[x, y]
        picture[x, y] = RGBA8(
          dimmed(pixel.red, factor), dimmed(pixel.green, factor), dimmed(pixel.blue, factor), 255)
      }
    }
    return picture
  }

  private func dimmed(_ level: UInt8, _ factor: Double) -> UInt8 {
    let signal = Double(level) / 255
    let light = (signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)) * factor
    return UInt8(
      (255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)).rounded())
  }

  private func drawn(
    _ picture: StraightRGBA8, _ change: (inout PassOptions) -> Void = { _ in }
  ) throws -> StraightRGBA8 {
    let (right, bottom) = (Self.left + Self.width, Self.top + Self.height)
    let corners = [
      [Self.left, Self.top], [right, Self.top], [right, bottom], [Self.left, bottom],
    ].map { "[\(Double($0[0]) / 480), \(Double($0[1]) / 480)]" }.joined(separator: ", ")
    let tracking = """
      {"format": "avatar-tracking/1", "width": 480, "height": 480}
      {"timestampMs": 0, "images": [{"name": "card", "id": 1, "widthMm": 100, "corners": [\(corners)]}]}
      """
    var request = FrameRequest(
      picture: try PNG.encode(picture), tracking: Array(tracking.utf8), avatars: ["none"])
    request.scenes = SceneSelection(SceneLibrary(folder: folder.path("Scenes")))
    change(&request.passes)
    return try PNG.decode(renderer.render(request).bytes)
  }

  /// The part of pixels of a card's rows and columns whose colour is near to one.
  private func part(
    _ picture: StraightRGBA8, _ columns: Range<Int>, _ rows: Range<Int>, near colour: RGBA8
  ) -> Double {
    var near = 0
    for y in rows {
      for x in columns {
        let pixel = picture[x, y]
        let apart = [
          (pixel.red, colour.red), (pixel.green, colour.green), (pixel.blue, colour.blue),
        ].map { abs(Int($0.0) - Int($0.1)) }
        if apart.max() ?? 0 <= 6 { near += 1 }
      }
    }
    return Double(near) / Double(columns.count * rows.count)
  }

  private let ink = RGBA8(0xC0, 0x40, 0x80, 255)

  @Test func `what lies on a card hides its scene, and the rest of the card does not`() throws {
    try write()
    let seen = picture(box: 200..<270)
    let cut = try drawn(seen)
    #expect(part(cut, 104..<256, 204..<266, near: RGBA8(205, 150, 125, 255)) > 0.85)
    #expect(part(cut, 104..<346, 64..<190, near: ink) > 0.975)
    #expect(part(cut, 104..<346, 280..<406, near: ink) > 0.975)
    let whole = try drawn(seen) { $0.occluders = [] }
    #expect(part(whole, 104..<346, 64..<406, near: ink) == 1)
    // Alone, what is cut is transparent.
    let alone = try drawn(seen) { $0.overlayOnly = true }
    #expect(alone[180, 235].alpha == 0 && alone[300, 120].alpha == 255)
    let mirrored = try drawn(seen) { $0.mirrored = true }
    #expect(mirrored == cut.flippedHorizontally())
  }

  @Test func `a clean card is not cut, and neither is one that the frame does not show`() throws {
    try write()
    for factor in [1, 0.4, 0.15] {
      #expect(part(try drawn(picture(factor: factor)), 102..<348, 62..<408, near: ink) > 0.99)
    }
    // Whatever is told of it: nothing tells what lies on it.
    let absent = picture(print: false)
    #expect(try drawn(absent) == drawn(absent) { $0.occluders = [] })
  }

  @Test(arguments: [0.25, 0.5])
  func `a scene is as dark as its card`(factor: Double) throws {
    try write(light: "match")
    // Of one frame, ink and light are told apart by a luminance of 0.6.
    let expected = factor / max(factor, 0.6)
    let lit = RGBA8(dimmed(0xC0, expected), dimmed(0x40, expected), dimmed(0x80, expected), 255)
    let found = try drawn(picture(factor: factor))
    #expect(part(found, 110..<340, 70..<400, near: lit) > 0.9, "\(found[200, 200])")
    #expect(
      part(try drawn(picture(factor: factor)) { $0.light = .unlit }, 102..<348, 62..<408, near: ink)
        > 0.99)
  }

  @Test func `the studio and no light leave pictures as they are, and match overrules packages`()
    throws
  {
    try write()
    let dark = picture(factor: 0.3)
    let plain = try drawn(dark)
    #expect(try drawn(dark) { $0.light = .studio } == plain)
    #expect(try drawn(dark) { $0.light = .unlit } == plain)
    #expect(try drawn(dark) { $0.light = .match(power: 1) } != plain)
    // The power 0 of any light is 1, up to what rounds.
    let none = try drawn(dark) { $0.light = .match(power: 0) }
    #expect(part(none, 102..<348, 62..<408, near: ink) > 0.99)
  }
}
