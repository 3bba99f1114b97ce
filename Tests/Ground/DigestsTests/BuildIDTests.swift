import Digests
import Foundation
import TestSupport
import Testing

/// Builds of programs, beside what GNU's tools tell of the same files.
@Suite struct BuildIDTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The SHA-256 of a file, by another program.
  private func sum(_ path: String) throws -> String {
    let told = try Program(named: "sha256sum").succeed([path])
    return String(decoding: told.prefix(64), as: UTF8.self)
  }

  /// What `readelf` tells of the notes of a file.
  private func read(_ path: String) throws -> String? {
    let told = try Program(named: "readelf").succeed(["--notes", "--wide", path])
    return String(decoding: told, as: UTF8.self).firstMatch(of: /Build ID: ([0-9a-f]+)/).map {
      String($0.1)
    }
  }

  /// A program of a header, an entry for its notes, and these: a name and contents of type 3.
  private func program(
    idBytes: Int, owner: String = "GNU\0", notes before: [UInt8] = []
  ) -> [UInt8] {
    func little(_ value: Int, _ count: Int = 8) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let id = (0..<idBytes).map { UInt8(truncatingIfNeeded: 7 * $0 + 1) }
    let padding = [UInt8](repeating: 0, count: (4 - idBytes % 4) % 4)
    let note =
      little(owner.utf8.count, 4) + little(idBytes, 4) + little(3, 4) + Array(owner.utf8) + id
      + padding
    let notes = before + note
    let head: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + little(0) + little(3, 2)
    let rest = little(62, 2) + little(1, 4) + little(0) + little(64) + little(0) + little(0, 4)
    let sizes = little(64, 2) + little(56, 2) + little(1, 2) + little(0, 2) + little(0, 4)
    let entry =
      little(4, 4) + little(4, 4) + little(120) + little(0) + little(0) + little(notes.count)
      + little(notes.count) + little(4)
    return head + rest + sizes + entry + notes
  }

  /// A note of another vendor, with so many bytes in all.
  private func otherNote(bytes: Int) -> [UInt8] {
    let contents = bytes - 16
    return [4, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: contents >> (8 * $0)) }
      + [1, 0, 0, 0] + Array("Abc\0".utf8) + [UInt8](repeating: 9, count: contents)
  }

  @Test func `libraries of this process have the IDs that readelf tells`() throws {
    // Debian's, all of which have one.
    let paths = LoadedLibraries.paths.filter { path in
      ["/usr/lib/", "/lib/"].contains { path.hasPrefix($0) } && path.contains(".so")
    }
    #expect(paths.contains { $0.contains("/libavcodec.so") }, "\(paths)")
    for path in paths.prefix(12) {
      #expect(try BuildID.text(ofFile: path) == #require(try read(path)), "\(path)")
    }
  }

  @Test func `the program of this process is that of its file`() throws {
    let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    #expect(try BuildID.ofThisProgram() == read(path) ?? sum(path))
  }

  @Test func `a file without an ID is known by all of its bytes`() throws {
    for bytes in [[], Array("a clip".utf8), program(idBytes: 20, owner: "BSD\0")] {
      let path = try folder.write(bytes, to: "file")
      #expect(try BuildID.text(ofFile: path) == sum(path))
    }
  }

  @Test func `an ID of as many bytes as a hash has is taken, and none of fewer`() throws {
    for (count, isTaken) in [(20, true), (BuildID.leastBytes, true), (15, false), (8, false)] {
      let path = try folder.write(program(idBytes: count), to: "program")
      let id = try BuildID.text(ofFile: path)
      #expect(try id == (isTaken ? read(path) : sum(path)), "\(count) bytes")
      #expect(!isTaken || id.count == 2 * count)
    }
  }

  @Test func `notes of as many bytes as are looked at are, and none of more`() throws {
    // The note of the ID takes 36 bytes.
    for (extra, isTaken) in [(0, true), (4, false)] {
      let other = otherNote(bytes: BuildID.mostNoteBytes - 36 + extra)
      let path = try folder.write(program(idBytes: 20, notes: other), to: "program")
      #expect(try BuildID.text(ofFile: path) == (isTaken ? read(path) : sum(path)))
    }
  }

  @Test func `a program that ends anywhere, or states any place, is known by its bytes`() throws {
    let whole = program(idBytes: 20)
    for count in 0..<whole.count {
      let path = try folder.write(Array(whole.prefix(count)), to: "program")
      #expect(try BuildID.text(ofFile: path) == SHA256.hex(ofFile: path), "\(count) bytes")
    }
    // Its class, the place of its entries, their size, and where its notes are and how long they are.
    for places in [4...4, 32...39, 54...55, 72...79, 96...103] {
      var bytes = whole
      for place in places { bytes[place] = 0xFF }
      let path = try folder.write(bytes, to: "program")
      #expect(try BuildID.text(ofFile: path) == SHA256.hex(ofFile: path), "\(places)")
    }
  }

  @Test func `what is no regular file is refused`() throws {
    for path in [folder.path("nothing"), "/dev/zero", folder.path(".")] {
      #expect(throws: DigestError.unreadable(path: path)) { try BuildID.text(ofFile: path) }
    }
  }
}
