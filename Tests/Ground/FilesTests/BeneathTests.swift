import Files
import Foundation
import TestSupport
import Testing

/// Paths beneath a folder that lead through links.
@Suite struct BeneathTests {
  private let scratch: ScratchFolder
  private let folder: OpenFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write("secret", to: "outside/file")
    try scratch.write("inside", to: "open/inner/file")
    folder = try OpenFolder(path: scratch.folder("open"))
  }

  private func link(_ name: String, to target: String) throws {
    #expect(symlink(target, scratch.path("open/\(name)")) == 0)
  }

  private func read(_ path: String) throws -> String {
    let (inner, name) = try folder.place(of: path)
    return String(decoding: try inner.bytes(of: name, limit: 100), as: UTF8.self)
  }

  /// Links that stay inside: of a file, of a folder, over `..`, a chain.
  @Test(arguments: [
    ("link", "inner/file", "link"), ("there", "inner", "there/file"),
    ("inner/up", "../inner/file", "inner/up"), ("inner/self", ".//.", "inner/self/file"),
  ])
  func `a link that stays inside is followed`(name: String, target: String, path: String) throws {
    try link(name, to: target)
    #expect(try read(path) == "inside")
  }

  @Test func `chains of links are followed, up to forty`() throws {
    try link("chain1", to: "inner/file")
    for number in 2...41 { try link("chain\(number)", to: "chain\(number - 1)") }
    #expect(try read("chain40") == "inside")
    #expect(throws: BeneathFault.self) { try read("chain41") }
    try link("loop", to: "loop")
    #expect(throws: BeneathFault.self) { try read("loop") }
  }

  /// A link, where it leads, and a path through it.
  @Test(arguments: [
    ("link", "../outside/file", "link"), ("there", "../outside", "there/file"),
    ("back", "inner/../../outside/file", "back"), ("again", "../open/inner/file", "again"),
    ("root", "/", "root/etc/passwd"), ("process", "/proc/self/cwd", "process"),
  ])
  func `a link that leads out is refused, with where it leads`(
    name: String, target: String, path: String
  ) throws {
    try link(name, to: target)
    let fault = #expect(throws: BeneathFault.self) { try read(path) }
    #expect(
      fault
        == .leadsOut(
          LeadingOut(
            link: "\(folder.path)/\(name)", target: target, folder: folder.path)))
    #expect(fault?.description.contains("\n") == false)
  }

  @Test(arguments: ["../outside/file", "inner/../../outside/file", "/etc/passwd"])
  func `a path that leads out itself is refused`(path: String) throws {
    let fault = #expect(throws: BeneathFault.self) { try read(path) }
    guard case .leadsOut = fault else {
      Issue.record("found \(String(describing: fault))")
      return
    }
  }

  @Test func `an absolute link is refused, also where it leads back inside`() throws {
    try link("link", to: scratch.path("open/inner/file"))
    #expect(throws: BeneathFault.self) { try read("link") }
  }

  @Test func `folders are made inside, and through no link that leads out`() throws {
    try link("there", to: "../outside")
    #expect(throws: BeneathFault.self) {
      try folder.place(of: "there/new/file", makesFolders: true)
    }
    #expect(try scratch.names(in: "outside") == ["file"])
    let (inner, name) = try folder.place(of: "inner/new/deep/file", makesFolders: true)
    try AtomicFile.write([1], to: name, in: inner)
    #expect(try scratch.bytes("open/inner/new/deep/file") == [1])
  }

  @Test func `a walk tells links and does not follow them`() throws {
    try link("there", to: "../outside")
    try link("inside", to: "inner")
    var found: [String] = []
    folder.walk { entry in
      found.append("\(entry.path) \(entry.information.kind)")
      return true
    }
    #expect(found == ["inner folder", "inner/file file", "inside link", "there link"])
    found = []
    folder.walk(limit: 2) { entry in
      found.append(entry.path)
      return true
    }
    #expect(found == ["inner", "inner/file"])
  }

  @Test func `a name that is exchanged while it is opened never leads out`() throws {
    // Two names take turns: one is a folder, the other a link out of it.
    try scratch.write("inside", to: "open/a/file")
    try link("b", to: "../outside")
    let path = folder.path
    let stop = DispatchSemaphore(value: 0)
    let thread = Thread {
      while stop.wait(timeout: .now()) == .timedOut {
        rename("\(path)/a", "\(path)/c")
        rename("\(path)/b", "\(path)/a")
        rename("\(path)/a", "\(path)/b")
        rename("\(path)/c", "\(path)/a")
      }
    }
    thread.start()
    defer { stop.signal() }
    var count = 0
    for _ in 0..<20_000 {
      if let text = try? read("a/file") {
        #expect(text == "inside")
        count += 1
      }
    }
    #expect(count > 0)
  }
}
