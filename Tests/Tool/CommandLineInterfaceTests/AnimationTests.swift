import Foundation
import Imaging
import TestSupport
import Testing

/// GIF and animated WebP as results of `render`.
@Suite struct AnimationTests {
  /// How many frames a file has and how long each is shown in milliseconds, as Pillow reads it, and its size.
  private func seen(
    _ name: String, in folder: ScratchFolder
  ) throws -> (durations: [Double], size: String, mode: String) {
    let script = """
      import sys
      from PIL import Image
      moving = Image.open(sys.argv[1])
      times = []
      for number in range(moving.n_frames):
          moving.seek(number); moving.load()
          times.append(str(moving.info.get("duration", 0)))
      print(" ".join(times) + "," + "%dx%d" % moving.size + "," + moving.mode)
      """
    let told = String(
      decoding: try Program.python.succeed(["-c", script, folder.path(name)], in: folder),
      as: UTF8.self
    ).trimmingCharacters(in: .newlines).split(separator: ",").map(String.init)
    return (told[0].split(separator: " ").compactMap { Double($0) }, told[1], told[2])
  }

  @Test(arguments: ["gif", "webp"])
  func `a clip becomes an animation of its frames`(format: String) throws {
    var clip = SyntheticClip(width: 96, height: 64, frames: 10)
    clip.hasSound = true
    let stage = try ToolStage(clip: clip)
    let outcome = try stage.render("out/x.\(format)")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("the sound is left out"))
    let seen = try seen("out/x.\(format)", in: stage.folder)
    #expect(seen.durations == Array(repeating: 40, count: 10))
    #expect(seen.size == "96x64")
    // Its frames are those that numbered pictures show.
    #expect(try stage.render("out/%d.png").exitCode == 0)
    let raw = try Program.python.succeed(
      [
        "-c",
        """
        import sys
        from PIL import Image, ImageChops, ImageStat, ImageFilter
        moving = Image.open(sys.argv[1])
        worst = 0
        for number in range(moving.n_frames):
            moving.seek(number)
            shown = moving.convert("RGB").filter(ImageFilter.BoxBlur(2))
            drawn = Image.open("out/%d.png" % number).convert("RGB").filter(ImageFilter.BoxBlur(2))
            worst = max(worst, max(ImageStat.Stat(ImageChops.difference(shown, drawn)).rms))
        print(worst)
        """, stage.folder.path("out/x.\(format)"),
      ], in: stage.folder)
    let worst = try #require(
      Double(String(decoding: raw, as: UTF8.self).trimmingCharacters(in: .newlines)))
    // WebP halves the resolution of the test picture's sharp chroma.
    #expect(worst < (format == "gif" ? 6 : 10), "of 255, the mean of a frame")
    let again = try stage.render("out/y.\(format)", "--threads", "1")
    #expect(again.exitCode == 0)
    #expect(
      try stage.folder.bytes("out/y.\(format)") == stage.folder.bytes("out/x.\(format)"))
  }

  @Test func `a still, a turned clip and odd sizes become animations`() throws {
    let stage = try ToolStage()
    try SyntheticClip(width: 64, height: 48).makeStill("still.png", in: stage.folder)
    for format in ["gif", "webp"] {
      let still = try stage.run(
        "render", "still.png", "--avatar", "none", "-o", "out/still.\(format)")
      #expect(still.exitCode == 0, "\(still.error)")
      #expect(try seen("out/still.\(format)", in: stage.folder).durations.count == 1)
      let odd = try stage.render("out/odd.\(format)", "--size", "33x33", "--fit", "stretch")
      #expect(odd.exitCode == 0, "\(odd.error)")
      #expect(try seen("out/odd.\(format)", in: stage.folder).size == "33x33")
    }
    let turned = try SyntheticClip(width: 96, height: 64, frames: 4).make(
      "turned.mp4", in: stage.folder)
    try SyntheticClip.setMatrix([0, 1, -1, 0, 64, 0], in: turned)
    let outcome = try stage.run(
      "render", "turned.mp4", "--avatar", "none", "-o", "out/turned.gif")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try seen("out/turned.gif", in: stage.folder).size == "64x96")
  }

  @Test func `frames beyond 50 a second are left out of a GIF, and none of a WebP`() throws {
    let stage = try ToolStage()
    let gif = try stage.render("out/x.gif", "--fps", "120")
    #expect(
      gif.error.contains("frames are left out: GIF shows 50 a second at most"), "\(gif.error)")
    #expect(try seen("out/x.gif", in: stage.folder).durations.allSatisfy { $0 >= 20 })
    #expect(try seen("out/x.gif", in: stage.folder).durations.reduce(0, +) == 240)
    let webp = try stage.render("out/x.webp", "--fps", "120")
    #expect(webp.exitCode == 0 && !webp.error.contains("left out"), "\(webp.error)")
    // 29 frames of 1/120 s.
    #expect(try seen("out/x.webp", in: stage.folder).durations.reduce(0, +) == 242)
  }

  @Test func `avatars alone are transparent`() throws {
    let stage = try ToolStage()
    let webp = try stage.render("out/x.webp", "--overlay-only")
    #expect(webp.exitCode == 0, "\(webp.error)")
    #expect(try seen("out/x.webp", in: stage.folder).mode == "RGBA")
    let gif = try stage.render("out/x.gif", "--overlay-only")
    #expect(gif.exitCode == 0 && gif.error.contains("edges are hard"), "\(gif.error)")
  }

  @Test func `more frames than an animated WebP has are refused before any is rendered`() throws {
    let folder = try ScratchFolder()
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "color=gray:s=16x16:r=240",
        "-frames:v", "18001", "-c:v", "libx264", "-preset", "ultrafast", "long.mp4",
      ], in: folder)
    func render(_ words: String...) throws -> Program.Outcome {
      try Program.product.run(
        [
          "render", "--video", "long.mp4", "--avatar", "none", "--overwrite", "-o", "x.webp",
          "--progress", "json",
        ] + words, in: folder)
    }
    for words in ["--speed=1", "--speed=0.5"] {
      let outcome = try render(words)
      #expect(outcome.exitCode == 75 && outcome.error.contains("18000 frames"), "\(outcome.error)")
      #expect(!outcome.error.contains("\"frame\""), "\(outcome.error)")
    }
    let fewer = try render("--fps=20")
    #expect(fewer.exitCode == 0, "\(fewer.error)")
    // A search for fewer bytes goes on with fewer frames a second.
    let searched = try render("--max-bytes=2M", "--frames=0-18000")
    #expect(
      searched.exitCode == 0 && searched.error.contains("frames a second"), "\(searched.error)")
  }

  @Test func `what an animation does not do is refused`() throws {
    let stage = try ToolStage()
    for words in [
      ["--codec", "vp9"], ["--crf", "30"], ["--preset", "slow"], ["--music", "in.mkv"],
    ] {
      try stage.expect(
        stage.run(["render", "in.mkv", "--avatar", "mask", "-o", "out/x.gif"] + words),
        refusedWith: 64, saying: [words[0]])
    }
    try stage.expect(
      stage.render("out/x.mp4", "--quality", "50"), refusedWith: 64, saying: ["--quality", "--crf"])
    try stage.expect(
      stage.run("plan", "in.mkv", "--avatar", "mask", "-o", "out/x.gif", "--part-seconds", "0.1"),
      refusedWith: 64, saying: ["GIF", "as a whole"])
  }
}
