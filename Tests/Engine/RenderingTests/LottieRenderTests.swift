import Foundation
import Imaging
import TestSupport
import Testing

/// Lottie animations through the tool: clips, stills, scenes, and files that are meant to harm.
@Suite struct LottieRenderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// 40 x 40 pixels, 10 frames a second, red for a second and then blue for one.
  private static let animation = """
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 20, "w": 40, "h": 40, "layers": [
     \(square(from: 0, to: 10, "[1, 0, 0, 1]")), \(square(from: 10, to: 20, "[0, 0, 1, 1]"))]}
    """

  private static func square(from first: Int, to end: Int, _ colour: String) -> String {
    """
    {"ty": 4, "ip": \(first), "op": \(end), "ks": {"p": {"k": [20, 20]}}, "shapes": [
     {"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [36, 36]}}, {"ty": "fl", "c": {"k": \(colour)}}]}
    """
  }

  /// A package of a layer that shows an animation.
  private func avatar(
    _ animation: some Sequence<UInt8>, as file: String = "a.json"
  ) throws -> String {
    try folder.write(
      "{\"version\": 1, \"layers\": [{\"name\": \"plate\", \"image\": \"\(file)\", \"scale\": 2}]}",
      to: "moving/avatar.json")
    try folder.write(animation, to: "moving/\(file)")
    return folder.path("moving")
  }

  @Test func `a frame alone is that of the clip, and two renders have the same bytes`() throws {
    let path = try avatar(Self.animation.utf8)
    let clip = SyntheticClip(width: 96, height: 72, frames: 40)
    try clip.make("in.mkv", in: folder)
    let tracking = SyntheticTracking(width: 96, height: 72, frames: 40)
    try folder.write(tracking.text, to: "in.jsonl")
    let recording = [
      "--video", "in.mkv", "--tracking", "in.jsonl", "--smoothing", "none",
    ]
    let worn = recording + ["--avatar", path]
    for run in ["one", "two"] {
      try folder.folder(run)
      try Program.product.succeed(["render"] + worn + ["-o", "\(run)/%02d.png"], in: folder)
    }
    let names = try folder.names(in: "one")
    #expect(names.count == 40)
    for name in names {
      #expect(try folder.bytes("one/\(name)") == folder.bytes("two/\(name)"), "\(name)")
    }
    for (frame, isRed) in [(2, true), (35, false)] {
      try Program.product.succeed(
        ["snapshot"] + worn + ["--frame", "\(frame)", "-o", "\(frame).png"], in: folder)
      try Program.product.succeed(
        ["snapshot"] + recording
          + ["--avatar", "none", "--frame", "\(frame)", "-o", "\(frame)-bare.png"], in: folder)
      let alone = try PNG.read(path: folder.path("\(frame).png"))
      let bare = try PNG.read(path: folder.path("\(frame)-bare.png"))
      #expect(try alone == PNG.read(path: folder.path("one/\(names[frame])")))
      // The plate lies about the face; what it changes has its colour, but for its rim over the other.
      let places = (0..<72).flatMap { y in (0..<96).map { (x: $0, y: y) } }
      let pixels = places.filter { alone[$0.x, $0.y] != bare[$0.x, $0.y] }
        .map { alone[$0.x, $0.y] }
      let red = pixels.count { $0.red > 180 && $0.green < 70 && $0.blue < 70 }
      let blue = pixels.count { $0.blue > 180 && $0.green < 70 && $0.red < 70 }
      let (own, other) = isRed ? (red, blue) : (blue, red)
      #expect(own > 200 && other * 10 < own, "\(frame): \(red), \(blue)")
    }
  }

  @Test func `an item of a scene is drawn where it lies, by its age`() throws {
    let scene = SyntheticScene()
    try scene.write("Scenes/greeting", in: folder)
    try folder.write(
      """
      {"version": 1, "picture": {"name": "card", "image": "card.png", "widthMm": 100},
       "appear": {"fade": 0, "grow": 0},
       "items": [{"name": "lamp", "type": "lottie", "file": "a.json", "width": 40, "speed": 5}]}
      """, to: "Scenes/greeting/scene.json")
    try folder.write(Self.animation, to: "Scenes/greeting/a.json")
    try SyntheticClip(width: 160, height: 120, frames: 10).make("in.mkv", in: folder)
    try folder.write(scene.tracking(width: 160, height: 120, frames: 10), to: "in.jsonl")
    try folder.folder("out")
    try Program.product.succeed(
      [
        "render", "--video", "in.mkv", "--tracking", "in.jsonl", "--avatar", "none", "--scenes",
        "Scenes", "-o", "out/%02d.png",
      ], in: folder)
    let names = try folder.names(in: "out")
    // At five times its speed the first second takes 200 ms, which are 5 frames of 40 ms.
    for (frame, isRed) in [(0, true), (4, true), (6, false), (9, false)] {
      let picture = try PNG.read(path: folder.path("out/\(names[frame])"))
      let middle = picture[80, 60]
      #expect(isRed ? middle.red > 180 && middle.blue < 70 : middle.blue > 180 && middle.red < 70)
    }
  }

  /// Files that are meant to harm, by what their line has to name.
  private static var hostile: [(name: String, bytes: [UInt8], words: String)] {
    func replaced(_ part: String, _ other: String) -> [UInt8] {
      Array(animation.replacingOccurrences(of: part, with: other).utf8)
    }
    let head = "{\"fr\": 10, \"ip\": 0, \"op\": 9, \"w\": 9, \"h\": 9, "
    let shown = "\"layers\": [{\"ty\": 0, \"refId\": \"a\", \"w\": 9, \"h\": 9}]"
    let cyclic = head + "\"assets\": [{\"id\": \"a\", \(shown)}], \(shown)}"
    // A PNG whose header names 65535 x 65535 pixels.
    let bomb =
      head
      + "\"layers\": [{\"ty\": 2, \"refId\": \"a\"}], \"assets\": [{\"id\": \"a\", \"w\": 9, \"h\": 9, \"e\": 1,"
      + " \"p\": \"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA//8AAP//CAYAAAC2BdlQ"
      + String(repeating: "A", count: 1_000_000) + "\"}]}"
    var outside = ZipBuilder()
    outside.add("manifest.json", "{\"animations\": [{\"id\": \"a\"}]}")
    outside.add("animations/../../a.json", animation)
    return [
      ("a.json", Array(animation.utf8.dropLast(40)), "cut off"),
      ("a.json", Array((String(repeating: "[", count: 500)).utf8), "within each other"),
      ("a.json", replaced("[36, 36]", "[1e308, 36]"), "from -40960 to 40960"),
      ("a.json", replaced("[36, 36]", "[NaN, 36]"), "not JSON"),
      ("a.json", Array(cyclic.utf8), "shows itself"),
      ("a.json", Array(bomb.utf8), "a picture: 65535 x 65535 found"),
      (
        "a.json", Array((head + "\"layers\": [" + String(repeating: "{},", count: 1_000_000)).utf8),
        "2 MiB"
      ),
      ("a.json", replaced("\"fr\": 10", "\"fr\": 0"), "1 to 240"),
      ("a.json", replaced("\"fr\": 10", "\"fr\": 1000000000"), "at most 240"),
      ("a.json", replaced("\"ip\": 0, \"op\": 20", "\"ip\": 20, \"op\": 0"), "not after the first"),
      ("a.lottie", outside.bytes, "leads out"),
    ]
  }

  @Test(arguments: hostile.indices)
  func `a file that is meant to harm is a line and an exit code, with little time and memory`(
    index: Int
  ) throws {
    let (name, bytes, words) = Self.hostile[index]
    let path = try avatar(bytes, as: name)
    // 2 s of the processor, 64 MiB of memory that is written.
    let outcome = try Program.shell.run(
      [
        "-c", "ulimit -t 2; ulimit -d 65536; exec \"$0\" avatars preview \"$1\" -o out.png",
        Program.product.path, path,
      ], in: folder)
    #expect(outcome.exitCode == 65 || outcome.exitCode == 75, "\(words): \(outcome)")
    #expect(outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.contains(words), "\(outcome.error)")
  }
}
