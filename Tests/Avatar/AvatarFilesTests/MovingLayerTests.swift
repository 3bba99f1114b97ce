import AvatarFiles
import Avatars
import Foundation
import Imaging
import TestSupport
import Testing

/// Layers whose pictures move by themselves.
@Suite struct MovingLayerTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A package of a layer whose picture FFmpeg makes: squares of another colour each 100 ms.
  private func package(_ name: String, _ options: [String] = [], frames: Int = 4) throws -> String {
    try folder.folder("moving")
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "color=c=black:s=20x16:r=10,geq=r='60*N':g=40:b=90,format=rgba", "-frames:v", "\(frames)",
      ]
        + options + [folder.path("moving/\(name)")])
    try folder.write(
      "{\"version\": 1, \"layers\": [{\"name\": \"plate\", \"image\": \"\(name)\", \"scale\": 2}]}",
      to: "moving/avatar.json")
    return folder.path("moving")
  }

  @Test(arguments: [
    ("a.gif", []), ("a.apng", []), ("a.webp", ["-c:v", "libwebp_anim", "-lossless", "1"]),
  ])
  func `a layer shows the frames of its picture, each at its time`(
    name: String, options: [String]
  ) throws {
    let package = try AvatarPackage.load(path: package(name, options))
    #expect(try package.frames(ofLayer: 0).count == 4)
    let shown = (0..<10).map { package.measured.frame(ofLayer: 0, atMs: Double($0) * 50 + 1) }
    #expect(shown == [0, 0, 1, 1, 2, 2, 3, 3, 0, 0])
    let pictures = try package.frames(ofLayer: 0)
    #expect(Set(pictures.map(\.bytes)).count == 4)
  }

  @Test func `a PNG is a still, also an animated one`() throws {
    let package = try AvatarPackage.load(path: package("a.png", ["-f", "apng"]))
    #expect(try package.frames(ofLayer: 0).count == 1)
    #expect(package.measured.frame(ofLayer: 0, atMs: 250) == nil)
  }

  @Test func `the frames of a clip are those of its times, alone as in the whole`() throws {
    let path = try package("a.gif")
    let clip = SyntheticClip(width: 96, height: 72, frames: 10)
    try clip.make("in.mkv", in: folder)
    let tracking = SyntheticTracking(width: 96, height: 72, frames: 10)
    try folder.write(tracking.text, to: "in.jsonl")
    try folder.folder("all")
    let recording = ["--video", "in.mkv", "--tracking", "in.jsonl", "--avatar", path]
    try Program.product.succeed(
      ["render"] + recording + ["--smoothing", "none", "-o", "all/%02d.png"], in: folder)
    try Program.product.succeed(
      ["snapshot"] + recording + ["--smoothing", "none", "--frame", "6", "-o", "six.png"],
      in: folder)
    let names = try folder.names(in: "all")
    #expect(names.count == 10)
    let six = try folder.names(in: "all")[6]
    #expect(try PNG.read(path: folder.path("six.png")) == PNG.read(path: folder.path("all/\(six)")))
    let pictures = try names.map { try PNG.read(path: folder.path("all/\($0)")) }
    #expect(Set(pictures.map(\.bytes)).count > 3)
  }

  @Test func `more frames than may be are a limit`() throws {
    let most = try AvatarPackage.load(path: package("a.gif", frames: 256))
    #expect(try most.frames(ofLayer: 0).count == 256)
    let path = try package("a.gif", frames: 257)
    do {
      _ = try AvatarPackage.load(path: path)
      Issue.record("257 frames were taken")
    } catch {
      #expect("\(error)".contains("the frames of \"a.gif\""), "\(error)")
      #expect("\(error)".contains("256"))
    }
  }

  @Test func `a text that is called a GIF is refused`() throws {
    let path = try package("a.gif")
    try folder.write("GIF89a and no more", to: "moving/a.gif")
    #expect(throws: AvatarPackageError.self) { try AvatarPackage.load(path: path) }
  }
}
