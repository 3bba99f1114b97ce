import Foundation
import Imaging
import TestSupport
import Testing

/// Packages with a fault, by the two verbs that meet them first.
@Suite struct AvatarFaultTests {
  private static func layer(_ fields: String) -> String {
    #"{"version": 1, "layers": [{"name": "a", "image": "0.png", \#(fields)}]}"#
  }

  /// Manifests, and what is said of them.
  static let manifests: [(text: String, message: [String])] = [
    ("{oops", ["avatar.json:1", "not JSON"]),
    (layer(#""scale": 2, "opacty": 1"#), ["opacty", "did you mean \"opacity\"?"]),
    (layer(#""scale": "2""#), ["layers[0].scale", "number"]),
    (layer(#""opacity": 1"#), ["layers[0]", "\"scale\" is missing"]),
    (layer(#""scale": 0"#), ["layers[0].scale", "0"]),
    (layer(#""scale": -1"#), ["layers[0].scale", "-1"]),
    (layer(#""scale": 2, "anchor": "eye""#), ["layers[0].anchor", "eye", "eyes"]),
    (layer(#""scale": 2, "anchor": 468"#), ["layers[0].anchor", "468", "467"]),
    (layer(#""scale": 2, "blend": "burn""#), ["layers[0].blend", "burn"]),
    (layer(#""scale": 2, "mirror": "flip""#), ["layers[0].mirror", "flip"]),
    (
      layer(#""scale": 2, "when": {"blendshape": "jawOpn", "above": 1, "below": 0}"#),
      ["jawOpn", "did you mean \"jawOpen\"?"]
    ),
    (
      layer(#""scale": 2, "when": {"blendshape": "jawOpen", "above": 0.1, "below": 0.5}"#),
      ["below", "0.5", "0.1"]
    ),
    (
      layer(
        #""scale": 2, "drive": [{"blendshape": "jawOpen", "property": "size", "from": [0, 1], "to": [0, 1]}]"#
      ), ["property", "size"]
    ),
    (#"{"version": 2, "layers": []}"#, ["version 2", "only version 1"]),
    (#"{"version": 1}"#, ["\"layers\" is missing"]),
    (#"{"version": 1, "layers": [{"name": "a", "image": "none.png", "scale": 1}]}"#, ["none.png"]),
    (
      #"{"version": 1, "layers": [{"name": "a", "image": "../secret.png", "scale": 1}]}"#,
      ["../secret.png", "leads out"]
    ),
    (
      #"{"version": 1, "layers": [{"name": "a", "image": "/etc/hostname", "scale": 1}]}"#,
      ["/etc/hostname", "absolute"]
    ),
    (
      #"{"version": 1, "layers": [{"name": "a", "image": "link.png", "scale": 1}]}"#,
      ["link.png", "leads out"]
    ),
  ]

  @Test func `a faulty avatar is named with file and place by lint and by render`() throws {
    let stage = try ToolStage()
    try stage.folder.write(PNG.encode(SyntheticAvatar.solid(4, 4)), to: "Avatars/secret.png")
    try FileManager.default.createSymbolicLink(
      atPath: stage.folder.path("Avatars/mask/link.png"), withDestinationPath: "../secret.png")
    for (text, message) in Self.manifests {
      try stage.folder.write(text, to: "Avatars/mask/avatar.json")
      try stage.expect(
        stage.render("out/x.mp4"), refusedWith: 65, saying: ["Avatars/mask/"] + message)
      let lint = try stage.run("avatars", "lint", "mask")
      #expect(lint.exitCode == 65)
      #expect(lint.errorLines.count == 1)
      #expect(lint.error.contains(/^1 package, \d errors?/), "\(lint.error)")
      for word in ["Avatars/mask/avatar.json"] + message {
        #expect(lint.text.contains(word), "\"\(word)\" is not in: \(lint.text)")
      }
    }
  }

  @Test func `a layer more than allowed is over a limit by lint and by render`() throws {
    let stage = try ToolStage()
    let layers = (0..<65).map { #"{"name": "\#($0)", "image": "0.png", "scale": 1}"# }
    try stage.folder.write(
      #"{"version": 1, "layers": ["# + layers.joined(separator: ",") + "]}",
      to: "Avatars/mask/avatar.json")
    try stage.expect(
      stage.render("out/x.mp4"), refusedWith: 75, saying: ["Avatars/mask/", "65", "64"])
    #expect(try stage.run("avatars", "lint", "mask").exitCode == 75)
    // What is over a limit has its code in every verb.
    try stage.folder.write(
      String(repeating: " ", count: 1 << 20) + "{}", to: "Avatars/long/avatar.json")
    let long = try stage.run("avatars", "lint", "long")
    #expect(long.exitCode == 75 && long.text.contains("1048576 bytes"), "\(long.text)")
  }

  @Test func `a faulty avatar has all of its faults listed by lint`() throws {
    let stage = try ToolStage()
    try stage.folder.write(
      Self.layer(#""scale": -2, "colour": 1, "opacity": 3, "pivot": [1, 2]"#),
      to: "Avatars/mask/avatar.json")
    let outcome = try stage.run("avatars", "lint", "mask")
    #expect(outcome.exitCode == 65)
    for word in ["scale", "colour", "opacity", "pivot"] { #expect(outcome.text.contains(word)) }
    #expect(outcome.errorLines == ["1 package, 4 errors"])
  }

  /// Pictures, and what is said of them.
  @Test func `a faulty avatar whose picture cannot be had is named`() throws {
    let stage = try ToolStage()
    let good = try stage.folder.bytes("Avatars/mask/0.png")
    var flipped = good
    flipped[good.count / 2] ^= 0xFF
    let pictures: [(bytes: [UInt8], exitCode: Int32, message: String)] = [
      ([], 65, "empty"),
      (Array("GIF89a and more".utf8), 65, "not a PNG"),
      (Array(good.prefix(good.count / 2)), 65, "cut off"),
      (flipped, 65, "damaged"),
      // The header promises 16384 x 16384 pixels, and 1024 x 1024 with data for none.
      (RecordingTests.pngHeader(side: 16384), 75, "16384 x 16384"),
      (RecordingTests.pngHeader(side: 1024), 65, "0.png"),
    ]
    for (bytes, exitCode, message) in pictures {
      try stage.folder.write(bytes, to: "Avatars/mask/0.png")
      try stage.expect(
        stage.render("out/x.mp4"), refusedWith: exitCode, saying: ["Avatars/mask/", message])
      #expect(try stage.run("avatars", "lint", "mask").text.contains(message))
    }
  }

  @Test func `a faulty avatar in an archive cannot climb out of it`() throws {
    let stage = try ToolStage()
    for (name, message) in [("../0.png", "leads out"), ("/0.png", "absolute")] {
      var archive = ZipBuilder()
      archive.add(
        "avatar.json",
        #"{"version": 1, "layers": [{"name": "a", "image": "\#(name)", "scale": 1}]}"#)
      archive.add(name, try stage.folder.bytes("Avatars/mask/0.png"))
      try stage.folder.write(archive.bytes, to: "evil.zip")
      try stage.expect(
        stage.run("render", "in.mkv", "--avatar", "./evil.zip", "-o", "out/x.mp4"),
        refusedWith: 65, saying: [message])
    }
    try stage.folder.write([0x50, 0x4B, 3, 4, 0, 0], to: "cut.zip")
    try stage.expect(
      stage.run("render", "in.mkv", "--avatar", "./cut.zip", "-o", "out/x.mp4"), refusedWith: 65,
      saying: ["cut.zip"])
  }

  @Test func `a faulty unknown avatar is answered with the nearest that there is`() throws {
    let stage = try ToolStage()
    try stage.expect(
      stage.run("render", "in.mkv", "--avatar", "maks", "-o", "out/x.mp4"), refusedWith: 66,
      saying: ["\"maks\"", "did you mean \"mask\"?"])
    try stage.expect(
      stage.run("avatars", "preview", "maks", "-o", "out/x.png"), refusedWith: 66,
      saying: ["did you mean \"mask\"?"])
    try stage.expect(
      stage.run("render", "in.mkv", "--avatar", "./maks", "-o", "out/x.mp4"), refusedWith: 66,
      saying: ["./maks"])
    try stage.expect(
      stage.run("render", "in.mkv", "--avatar", "mask", "--avatars", "none", "-o", "out/x.mp4"),
      refusedWith: 66, saying: ["none"])
  }
}
