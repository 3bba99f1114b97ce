import AvatarFiles
import Avatars
import Foundation
import TestSupport
import Testing

/// The sounds that an `avatar.json` names.
@Suite struct AvatarSoundFileTests {
  private func package(_ sounds: String) throws -> PackageFolder {
    let folder = try PackageFolder()
    try folder.write(Self.manifest(sounds), to: "avatar.json")
    try folder.write(PackageFolder.png(), to: "a.png")
    return folder
  }

  private static func manifest(_ sounds: String) -> String {
    #"{"version": 1, "sounds": [\#(sounds)], "layers": [{"name": "a", "image": "a.png", "scale": 2}]}"#
  }

  private static let wave = Array("RIFF....WAVEfmt ".utf8)

  @Test func `sounds are read with their conditions, and are a part of hash and bytes`() throws {
    let folder = try package(
      #"""
      {"file": "s.wav"},
      {"file": "s.wav", "gain": -3.5, "on": [{"signal": "event.completed", "above": 0.9}, {"blendshape": "jawOpen", "above": 0.4, "below": 0.2}]}
      """#)
    try folder.write(Self.wave, to: "s.wav")
    let first = try AvatarPackage.load(path: folder.path)
    let sounds = first.avatar.sounds
    #expect(sounds.map(\.file) == ["s.wav", "s.wav"] && sounds.map(\.gain) == [0, -3.5])
    #expect(sounds.map { $0.on.map(\.signal.name) } == [[], ["event.completed", "jawOpen"]])
    #expect(sounds[1].on.map(\.below) == [0.9, 0.2] && first.avatar.followsRecording)
    try folder.write(Self.wave + [0], to: "s.wav")
    let second = try AvatarPackage.load(path: folder.path)
    #expect(second.sha256 != first.sha256 && second.fileBytes == first.fileBytes + 1)
    let sum = try Program.shell.succeed(
      ["-c", "cd \"$0\" && sha256sum a.png avatar.json s.wav | sha256sum", folder.path])
    #expect(String(decoding: sum, as: UTF8.self).hasPrefix(second.sha256))
  }

  @Test(arguments: [
    (
      #"{"file": "t.wav"}"#,
      #"sounds[0].file: there is no "t.wav" in the package; did you mean "s.wav"?"#
    ),
    (#"{"file": "../s.wav"}"#, "sounds[0].file: "),
    (#"{"file": "a.png"}"#, #"sounds[0].file: "a.png" is no sound file; expected WAV"#),
    (#"{"file": "s.wav", "on": {"signal": "jawopen", "above": 0.5}}"#, "sounds[0].on.signal: "),
    (#"{"file": "s.wav", "gain": 20.1}"#, "sounds[0].gain: "),
    (#"{"file": "s.wav", "loop": true}"#, "loop"),
    (#"{"gain": 1}"#, "sounds[0]"),
  ])
  func `what is wrong with a sound is told with its place`(sound: String, message: String) throws {
    let folder = try package(sound)
    try folder.write(Self.wave, to: "s.wav")
    let faults = try AvatarPackage.lint(path: folder.path)
    #expect(
      faults.contains { $0.severity == .error && "\($0)".contains(message) }, "\(faults)")
    #expect(throws: AvatarPackageError.self) { try AvatarPackage.load(path: folder.path) }
  }

  @Test func `sixteen sounds are allowed, and a file that nothing uses is a note`() throws {
    let folder = try package(
      [String](repeating: #"{"file": "s.wav"}"#, count: 16).joined(separator: ", "))
    try folder.write(Self.wave, to: "s.wav")
    try folder.write(Self.wave, to: "more.ogg")
    #expect(
      try AvatarPackage.lint(path: folder.path).map(\.description)
        == ["more.ogg: note: nothing in \"sounds\" uses this file"])
    try folder.write(
      Self.manifest([String](repeating: #"{"file": "s.wav"}"#, count: 17).joined(separator: ", ")),
      to: "avatar.json")
    let fault = try #require(try AvatarPackage.lint(path: folder.path).first)
    #expect(fault.isLimit && "\(fault)".contains("17 sounds"), "\(fault)")
  }

  @Test func `another manifest may name the sounds of the package and no others`() throws {
    let folder = try package(#"{"file": "s.wav"}"#)
    try folder.write(Self.wave, to: "s.wav")
    let package = try AvatarPackage.load(path: folder.path)
    let louder = try package.replacing(
      manifest: Array(Self.manifest(#"{"file": "s.wav", "gain": 6}"#).utf8))
    #expect(louder.avatar.sounds.map(\.gain) == [6] && louder.fileBytes == package.fileBytes)
    let error = #expect(throws: AvatarPackageError.self) {
      try package.replacing(manifest: Array(Self.manifest(#"{"file": "t.wav"}"#).utf8))
    }
    #expect(error?.description.contains("there is no \"t.wav\"") == true, "\(error as Any)")
  }
}
