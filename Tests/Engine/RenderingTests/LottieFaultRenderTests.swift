import AvatarFiles
import Foundation
import Imaging
import Lottie
import Problems
import Rendering
import SceneFiles
import TestSupport
import Testing

/// Animations over which the process that draws them ends, on single pictures as the service draws them: in
/// processes of their own, for where animations are drawn is the same for all of a process.
@Suite struct LottieFaultRenderTests {
  /// Lets a program of these lines draw all animations from now on.
  private static func use(_ script: String, in folder: ScratchFolder) throws {
    let program = try folder.write("#!/bin/sh\n\(script)\n", to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    LottieDrawing.use(.ownProcess(executable: program))
  }

  private static let animation = """
    {"fr": 10, "ip": 0, "op": 20, "w": 40, "h": 40, "layers": [{"ty": 4, "ip": 0, "op": 20,
     "ks": {"p": {"k": [20, 20]}}, "shapes": [{"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [36, 36]}},
     {"ty": "fl", "c": {"k": [1, 0, 0, 1]}}]}]}
    """

  private static func picture() throws -> [UInt8] {
    try PNG.encode(SyntheticAvatar.drawn(160, 120) { _, _ in RGBA8(90, 90, 90, 255) })
  }

  /// Draws an avatar whose one layer is an animation.
  private static func renderAvatar(in folder: ScratchFolder) throws {
    try folder.write(
      #"{"version": 1, "layers": [{"name": "plate", "image": "a.json", "scale": 2}]}"#,
      to: "Avatars/moving/avatar.json")
    try folder.write(animation, to: "Avatars/moving/a.json")
    let tracking = SyntheticTracking(width: 160, height: 120, frames: 1)
    let request = FrameRequest(
      picture: try picture(), tracking: Array(tracking.text.utf8), avatars: ["moving"])
    _ = try FrameRenderer(library: AvatarLibrary(folder: folder.path("Avatars"))).render(request)
  }

  @Test func `an animation that ends the process is the fault of its avatar`() throws {
    try OwnProcess.run { _ in
      let folder = try ScratchFolder()
      try Self.use("kill -SEGV $$", in: folder)
      let error = #expect(throws: AvatarPackageError.self) { try Self.renderAvatar(in: folder) }
      #expect(error?.problemCode == .badAvatar)
      let line = error.map { "\($0)" } ?? ""
      #expect(
        line.hasSuffix(
          "layers[0].image: \"a.json\": the process that draws Lottie animations was ended by signal 11;"
            + " simplify the animation"), "\(line)")
    }
  }

  @Test func `an animation that ends the process is the fault of its scene`() throws {
    try OwnProcess.run { _ in
      let folder = try ScratchFolder()
      try Self.use("kill -SEGV $$", in: folder)
      let scene = SyntheticScene()
      try scene.write("Scenes/greeting", in: folder)
      try folder.write(
        """
        {"version": 1, "picture": {"name": "card", "image": "card.png", "widthMm": 100},
         "appear": {"fade": 0, "grow": 0},
         "items": [{"name": "lamp", "type": "lottie", "file": "a.json", "width": 40}]}
        """, to: "Scenes/greeting/scene.json")
      try folder.write(Self.animation, to: "Scenes/greeting/a.json")
      let scenes = folder.path("Scenes")
      var request = FrameRequest(
        picture: try Self.picture(),
        tracking: Array(scene.tracking(width: 160, height: 120, frames: 1).utf8),
        avatars: ["none"])
      request.sceneLibrary = { SceneLibrary(folder: scenes) }
      let error = #expect(throws: ScenePackageError.self) {
        try FrameRenderer(library: Stage.shipped).render(request)
      }
      #expect(error?.problemCode == .badScene)
      #expect(error.map { "\($0)".contains("\"a.json\": the process that draws") } == true)
    }
  }

  @Test func `a process that cannot be started is no fault of the avatar`() throws {
    try OwnProcess.run { _ in
      let folder = try ScratchFolder()
      try Self.use("echo no isolation >&2; exit 69", in: folder)
      #expect(throws: LottieError.cannotStart(reason: "no isolation")) {
        try Self.renderAvatar(in: folder)
      }
    }
  }
}
