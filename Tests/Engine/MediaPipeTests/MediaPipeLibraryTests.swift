import Foundation
import MediaPipe
import Problems
import TestSupport
import Testing
import Tracker

/// What is looked at before anything of a library is loaded.
@Suite struct MediaPipeLibraryTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The first bytes of a library for a processor, as the ELF header has them.
  private func elf(_ machine: UInt8, class bits: UInt8 = 2) -> [UInt8] {
    [0x7F, 0x45, 0x4C, 0x46, bits, 1, 1] + [UInt8](repeating: 0, count: 11) + [machine, 0]
      + Array("a stand-in".utf8)
  }

  private var own: UInt8 { MediaPipeLibrary.processor == "x86-64" ? 62 : 183 }
  private var other: UInt8 { MediaPipeLibrary.processor == "x86-64" ? 183 : 62 }

  /// A folder as pip installs the wheel into.
  private func wheel(
    _ library: [UInt8], version: String?, size: Int? = nil, at name: String = "site"
  ) throws -> String {
    let place = "\(name)/mediapipe/tasks/c/libmediapipe.so"
    try folder.write(library, to: place)
    if let version {
      try folder.write(
        "mediapipe/tasks/c/libmediapipe.so,sha256=x,\(size ?? library.count)\n",
        to: "\(name)/mediapipe-\(version).dist-info/RECORD")
    }
    return folder.url.appending(path: name).path
  }

  private func fault(_ path: String) -> MediaPipeError? {
    do {
      _ = try MediaPipeLibrary(named: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a wheel of the version is taken, by its folder and by its file`() throws {
    let site = try wheel(elf(own), version: "1.2.2")
    let file = "\(site)/mediapipe/tasks/c/libmediapipe.so"
    #expect(try MediaPipeLibrary(named: site).path == file)
    #expect(try MediaPipeLibrary(named: file).path == file)
    #expect(
      try MediaPipeLibrary.find(
        named: nil, environment: [MediaPipeLibrary.variable: site], executable: "/"
      ).path == file)
  }

  @Test(arguments: ["1.2.1", "0.10.21", "1.2.20", "2.0.0"])
  func `a wheel of another version is refused with both versions`(version: String) throws {
    let line = "\(fault(try wheel(elf(own), version: version)), default: "")"
    #expect(line.contains("found version \(version), expected version 1.2.2"))
    #expect(line.contains("avatar-overlay tracker install"))
  }

  @Test func `a library that is not its wheel's, or has none, is refused`() throws {
    let swapped = try wheel(elf(own), version: "1.2.2", size: 127_305_664)
    #expect("\(fault(swapped), default: "")".contains("not the one of the wheel beside it"))
    let alone = try wheel(elf(own), version: nil, at: "alone")
    #expect("\(fault(alone), default: "")".contains("an unknown version"))
    #expect(fault(alone)?.problemCode == .notInstalled)
  }

  @Test func `a library for another processor is refused with both`() throws {
    let line = "\(fault(try wheel(elf(other), version: "1.2.2")), default: "")"
    #expect(line.contains("expected one for \(MediaPipeLibrary.processor)"))
    #expect(
      fault(try wheel(elf(own, class: 1), version: "1.2.2", at: "narrow"))?.problemCode
        == .notInstalled)
    let dll = try wheel(Array("MZ, a DLL of another system".utf8), version: "1.2.2", at: "dll")
    #expect("\(fault(dll), default: "")".contains("no ELF file"))
  }

  @Test func `where nothing is, that is said`() throws {
    #expect(fault("/nonexistent") == .libraryMissing(path: "/nonexistent"))
    try folder.write("", to: "empty/x")
    let empty = folder.url.appending(path: "empty").path
    #expect(fault(empty) == .libraryMissing(path: empty))
    #expect(fault("/dev/null")?.problemCode == .notInstalled)
  }

  @Test func `what is named is taken or refused, and no other in its place`() throws {
    let good = try wheel(elf(own), version: "1.2.2")
    #expect(throws: MediaPipeError.libraryMissing(path: "/nonexistent")) {
      try MediaPipeLibrary.find(
        named: "/nonexistent", environment: [MediaPipeLibrary.variable: good], executable: "/")
    }
  }

  @Test func `the project's folder is found above the program`() throws {
    _ = try wheel(elf(own), version: "1.2.2", at: ".tracker")
    try folder.write("", to: "build/release/avatar-overlay")
    let program = folder.url.appending(path: "build/release/avatar-overlay").path
    let found = try MediaPipeLibrary.find(named: nil, environment: [:], executable: program)
    #expect(found.path.hasSuffix(".tracker/mediapipe/tasks/c/libmediapipe.so"))
  }

  @Test func `the digests of models are those that the script holds them against`() throws {
    let script = SharedData.packageRoot.appending(path: "Scripts/install-models.sh")
    let text = try String(contentsOf: script, encoding: .utf8)
    for task in MediaPipeTaskKind.allCases {
      let line = text.split(separator: "\n").first { $0.hasPrefix("\(task.rawValue) ") }
      #expect(line?.hasSuffix(" \(task.modelSHA256)") == true)
    }
  }
}
