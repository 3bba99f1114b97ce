import Files
import Foundation
import TestSupport
import Testing

@Suite struct OpenFolderTests {
  private let scratch: ScratchFolder
  private let folder: OpenFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = try OpenFolder(path: scratch.folder("open"))
    try scratch.write("secret", to: "outside/file")
  }

  @Test func `no link on the way is followed`() throws {
    try scratch.write("x", to: "open/inner/file")
    for (link, target) in [("open/link", "outside"), ("open/inner/link", "outside/file")] {
      #expect(symlink(scratch.path(target), scratch.path(link)) == 0)
    }
    #expect(throws: FolderFault.self) { try folder.folder("link") }
    let inner = try folder.folder("inner")
    #expect(throws: FolderFault.self) { try inner.open("link") }
    #expect(inner.kind("link") == .link && inner.link("link") == scratch.path("outside/file"))
    #expect(inner.kind("file") == .file && inner.link("file") == nil && inner.kind("no") == nil)
    #expect(inner.information("file")?.bytes == 1)
    #expect(try Set(inner.names()) == ["file", "link"])
    let file = try inner.open("file")
    #expect(close(file) == 0)
    let fault = #expect(throws: FolderFault.self) { try folder.folder("none") }
    #expect(fault?.isMissing == true)
  }

  @Test func `an atomic file goes into the open folder, whatever its path leads to by then`() throws
  {
    let file = try AtomicFile(path: "name", in: folder)
    try file.append(Array("bytes".utf8))
    try FileManager.default.moveItem(
      atPath: scratch.path("open"), toPath: scratch.path("moved"))
    #expect(symlink(scratch.path("outside"), scratch.path("open")) == 0)
    try file.commit()
    #expect(try scratch.names(in: "moved") == ["name"])
    #expect(try scratch.bytes("moved/name") == Array("bytes".utf8))
    #expect(try scratch.names(in: "outside") == ["file"])
    #expect(throws: FileFault(path: "name", .exists)) {
      try AtomicFile.write([1], to: "name", in: folder)
    }
    try AtomicFile.write([1], to: "name", in: folder, replacing: true)
    #expect(try scratch.bytes("moved/name") == [1])
  }

  @Test func `what is made, moved, linked and removed in it is`() throws {
    try folder.makeFolder("a")
    try folder.makeFolder("a")
    let inner = try folder.folder("a")
    try folder.take(scratch.path("outside/file"), as: "taken")
    try folder.takeLink(scratch.path("open/taken"), as: "again")
    let fault = #expect(throws: FolderFault.self) {
      try folder.takeLink(scratch.path("open/taken"), as: "again")
    }
    #expect(fault?.isTaken == true)
    try folder.move("again", to: inner, as: "here")
    try inner.makeLink("name", to: "here")
    #expect(try scratch.bytes("open/a/here") == Array("secret".utf8))
    #expect(inner.link("name") == "here")
    for name in ["here", "name", "none"] { try inner.remove(name) }
    #expect(try inner.names() == [] && !inner.isRemoved)
    #expect(rmdir(scratch.path("open/a")) == 0)
    #expect(inner.isRemoved && !folder.isRemoved)
  }
}
