import Blobs
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// What every backend has to do.
@Suite(.onEachBlobStore) struct BlobStoreTests {
  private let stage: BlobStage
  private var store: any BlobStore { stage.store }

  init() throws { stage = try BlobStage() }

  @Test func `a blob is what was kept last, and another opening has it too`() throws {
    let key = try BlobKey("jobs/1/recording/video")
    #expect(try store.bytes(of: key, in: nil) == nil && store.information(of: key) == nil)
    let before = Int64(Date().timeIntervalSince1970 * 1000)
    try stage.keep("first", as: key.text)
    let first = try #require(try store.information(of: key))
    #expect(first.key == key && first.bytes == 5)
    // The clocks of a store may be others, by little.
    #expect(abs(first.keptAt - before) < 600_000)
    try stage.keep("second one", as: key.text)
    let second = try #require(try store.information(of: key))
    #expect(second.bytes == 10 && second.tag != first.tag)
    #expect(try stage.text(key.text) == "second one")
    let other = try BlobBackend.current.open(stage.folder)
    #expect(try other.bytes(of: key, in: nil) == Array("second one".utf8))
    #expect(try other.information(of: key) == second)
  }

  @Test(arguments: [0, 1, (8 << 20) + 3])
  func `the SHA-256 of a blob is that of its bytes, read and as it was noted`(count: Int) throws {
    let key = try BlobKey("digests/one")
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
    let path = try stage.folder.write(bytes, to: "files/one")
    let sum = try Program(named: "sha256sum").succeed([path], in: stage.folder)
    let expected = String(decoding: sum.prefix(64), as: UTF8.self)
    try store.keep(bytes, as: key, onlyNew: true)
    let blob = try #require(try store.information(of: key))
    #expect(try store.sha256(of: blob) == expected)
    let noted = try store.notedSHA256(of: key)
    #expect(noted == nil || noted == expected)
    #expect(try store.notedSHA256(of: BlobKey("digests/none")) == nil)
    try store.remove(key)
    if count > 0 { #expect(throws: BlobError.self) { try store.sha256(of: blob) } }
  }

  @Test(arguments: [0, 1, 20 << 20])
  func `blobs of every size come back, whole and in part`(count: Int) throws {
    var random = SplitMix64(state: UInt64(count))
    let bytes = (0..<count / 8 + 1).flatMap { _ in
      withUnsafeBytes(of: random.next()) { Array($0) }
    }.prefix(count)
    let (one, other) = (try BlobKey("sizes/bytes"), try BlobKey("sizes/file"))
    try store.keep(Array(bytes), as: one, onlyNew: true)
    try stage.folder.write(bytes, to: "files/in")
    try store.keep(file: stage.free("in"), as: other, onlyNew: true)
    for key in [one, other] {
      #expect(try store.information(of: key)?.bytes == Int64(count))
      #expect(try store.bytes(of: key, in: nil) == Array(bytes))
      for range in [0..<count, 0..<0, count..<count, count / 3..<count / 2] {
        let found = try store.bytes(of: key, in: Int64(range.lowerBound)..<Int64(range.upperBound))
        #expect(found == Array(bytes[range]))
      }
      #expect(kind { _ = try store.bytes(of: key, in: 0..<Int64(count + 1)) } == "unusable")
      let local = try #require(
        try store.localFile(of: key, scratch: stage.free("out-\(key.names[1])")))
      #expect(FileManager.default.contents(atPath: local) == Data(bytes))
    }
    let none = try BlobKey("sizes/none")
    #expect(try store.localFile(of: none, scratch: stage.free("none")) == nil)
    #expect(!FileManager.default.fileExists(atPath: stage.free("none")))
  }

  @Test func `what is to be new replaces nothing`() throws {
    let key = try BlobKey("a/b")
    try store.keep([1], as: key, onlyNew: true)
    #expect(throws: BlobError.exists(key: "a/b")) { try store.keep([2], as: key, onlyNew: true) }
    try stage.folder.write([3], to: "files/in")
    #expect(throws: BlobError.exists(key: "a/b")) {
      try store.keep(file: stage.free("in"), as: key, onlyNew: true)
    }
    #expect(try store.bytes(of: key, in: nil) == [1])
    // A file that was not taken is as it was.
    #expect(try stage.folder.bytes("files/in") == [3])
    try store.keep(file: stage.free("in"), as: key, onlyNew: false)
    #expect(try store.bytes(of: key, in: nil) == [3])
  }

  @Test(arguments: [false, true])
  func `of many writers at one time one succeeds`(areFiles: Bool) throws {
    for round in 0..<20 {
      let key = try BlobKey("races/\(round)")
      let won = Mutex<[UInt8]>([])
      let faults = Mutex<[String]>([])
      for writer in 0..<UInt8(6) {
        try stage.folder.write([writer], to: "files/\(round)-\(writer)")
      }
      DispatchQueue.concurrentPerform(iterations: 6) { writer in
        let fault = kind {
          if areFiles {
            let path = stage.free("\(round)-\(writer)")
            try store.keep(file: path, as: key, onlyNew: true)
          } else {
            try store.keep([UInt8(writer)], as: key, onlyNew: true)
          }
          won.withLock { $0.append(UInt8(writer)) }
        }
        if fault != "none" { faults.withLock { $0.append(fault) } }
      }
      let winners = won.withLock { $0 }
      #expect(winners.count == 1)
      #expect(faults.withLock { $0 } == Array(repeating: "exists", count: 5))
      #expect(try store.bytes(of: key, in: nil) == winners)
    }
  }

  @Test func `a reader sees one whole blob or another while it is replaced`() throws {
    let key = try BlobKey("replaced/often")
    let versions = (0..<8).map { [UInt8](repeating: $0, count: 50_000 + Int($0)) }
    try store.keep(versions[0], as: key, onlyNew: false)
    let torn = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { part in
      for round in 0..<40 {
        let fault = kind {
          if part == 0 {
            try store.keep(versions[round % 8], as: key, onlyNew: false)
          } else if let found = try store.bytes(of: key, in: nil) {
            if !versions.contains(found) { torn.withLock { $0 += 1 } }
          } else {
            torn.withLock { $0 += 1 }
          }
        }
        if fault != "none" { torn.withLock { $0 += 1 } }
      }
    }
    #expect(torn.withLock { $0 } == 0)
  }

  @Test func `lists are in the order of bytes, and names are those right below`() throws {
    let keys = ["a/b", "a/b-c", "a/b.d/e", "a-b", "ab", "a/ü", "a/u\u{308}", "a/長/x y", "z/.h"]
    for key in keys.shuffled() { try stage.keep(key, as: key) }
    let sorted = keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    // Not `==` of texts: it takes two spellings of a letter for one.
    func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
    #expect(try bytes(stage.keys()) == bytes(sorted))
    #expect(try bytes(stage.keys(below: "a")) == bytes(sorted.filter { $0.hasPrefix("a/") }))
    #expect(try stage.keys(below: "a/b") == [] && stage.keys(below: "none") == [])
    #expect(
      try bytes(store.names(below: BlobKey("a")))
        == bytes(["b", "b-c", "b.d", "u\u{308}", "ü", "長"]))
    #expect(try store.names(below: nil) == ["a", "a-b", "ab", "z"])
    #expect(try store.names(below: BlobKey("a/b")) == [])
    for key in keys { #expect(try stage.text(key).map { Array($0.utf8) } == Array(key.utf8)) }
  }

  @Test func `a list is whole where there are more blobs than a page has`() throws {
    let names = (0..<1203).map { "n\($0)" }
    for name in names { try store.keep([], as: BlobKey("many/\(name)"), onlyNew: true) }
    #expect(try stage.keys(below: "many") == names.map { "many/\($0)" }.sorted())
    #expect(try store.names(below: BlobKey("many")) == names.sorted())
    try store.removeAll(below: BlobKey("many"), last: nil)
    #expect(try store.names(below: nil) == [])
  }

  @Test func `a folder is kept with all that is in it, and comes back as one`() throws {
    let files = [
      "owner": "t", "recording/video": "v", "recording/scenes/s.zip": "", "request": "{}",
    ]
    for (name, text) in files { try stage.folder.write(text, to: "files/sent/\(name)") }
    let key = try BlobKey("jobs/1")
    try store.keep(folder: stage.free("sent"), below: key, last: "owner")
    #expect(try stage.keys(below: "jobs/1") == files.keys.sorted().map { "jobs/1/\($0)" })
    for (name, text) in files { #expect(try stage.text("jobs/1/\(name)") == text) }
    let below = try BlobKey("jobs/1/recording")
    let local = try #require(try store.localFolder(below: below, scratch: stage.free("fetched")))
    let found = try #require(FileManager.default.subpaths(atPath: local))
    #expect(Set(found) == ["video", "scenes", "scenes/s.zip"])
    #expect(FileManager.default.contents(atPath: "\(local)/video") == Data("v".utf8))
    let none = try BlobKey("jobs/2")
    #expect(try store.localFolder(below: none, scratch: stage.free("none")) == nil)
    // Nothing is put beside what is there.
    try stage.folder.write("x", to: "files/more/x")
    #expect(throws: BlobError.exists(key: "jobs/1")) {
      try store.keep(folder: stage.free("more"), below: key, last: nil)
    }
    #expect(try stage.keys(below: "jobs/1").count == files.count)
  }

  @Test(arguments: ["link", "pipe"])
  func `what is no file is not taken`(what: String) throws {
    try stage.folder.write("x", to: "files/sent/a")
    try stage.folder.write("secret", to: "secret")
    let bad = stage.free("sent/b")
    if what == "link" {
      try FileManager.default.createSymbolicLink(
        atPath: bad, withDestinationPath: stage.folder.path("secret"))
    } else {
      #expect(mkfifo(bad, 0o600) == 0)
    }
    let key = try BlobKey("jobs/1")
    #expect(
      kind { try store.keep(folder: stage.free("sent"), below: key, last: nil) } == "unusable")
    #expect(kind { try store.keep(file: bad, as: BlobKey("jobs/2"), onlyNew: false) } == "unusable")
    #expect(try stage.keys() == [])
  }

  @Test func `what is removed is gone, with all below it`() throws {
    for key in ["j/1/a", "j/1/b/c", "j/1/removed", "j/10/a", "j/2"] { try stage.keep("x", as: key) }
    try store.point(BlobKey("j/1/name"), to: BlobKey("j/2"))
    try store.remove(BlobKey("j/1/a"))
    try store.remove(BlobKey("j/1/a"))
    // No blob itself.
    try store.remove(BlobKey("j/1/b"))
    #expect(try stage.keys(below: "j/1") == ["j/1/b/c", "j/1/removed"])
    try store.removeAll(below: BlobKey("j/1"), last: "removed")
    try store.removeAll(below: BlobKey("j/1"), last: "removed")
    #expect(try store.target(of: BlobKey("j/1/name")) == nil)
    #expect(try stage.keys() == ["j/10/a", "j/2"])
    #expect(try store.names(below: BlobKey("j")) == ["10", "2"])
    try store.removeAll(below: BlobKey("j/2"), last: nil)
    #expect(try stage.keys() == ["j/10/a"])
  }

  @Test func `what is moved is there and not here, and replaces nothing`() throws {
    for key in ["from/a", "from/b/c", "one"] { try stage.keep(key, as: key) }
    try store.point(BlobKey("from/name"), to: BlobKey("from/a"))
    try store.move(BlobKey("from"), to: BlobKey("to/there"))
    #expect(try stage.keys() == ["one", "to/there/a", "to/there/b/c"])
    #expect(try store.names(below: BlobKey("to/there")) == ["a", "b", "name"])
    #expect(try stage.text("to/there/b/c") == "from/b/c")
    try store.move(BlobKey("one"), to: BlobKey("to/one"))
    #expect(try stage.text("to/one") == "one" && stage.text("one") == nil)
    #expect(throws: BlobError.exists(key: "to/one")) {
      try store.move(BlobKey("to/there"), to: BlobKey("to/one"))
    }
    #expect(throws: BlobError.exists(key: "to/there")) {
      try store.move(BlobKey("to/one"), to: BlobKey("to/there"))
    }
    try store.move(BlobKey("none"), to: BlobKey("to/none"))
    #expect(try stage.keys() == ["to/one", "to/there/a", "to/there/b/c"])
  }

  @Test func `a name leads to a key, is replaced in one step, and is no blob`() throws {
    let name = try BlobKey("avatars/61/mine")
    let targets = try ["1", "2"].map { try BlobKey("avatars/61/.packages/\($0).zip") }
    #expect(try store.target(of: name) == nil)
    for target in targets + [try BlobKey("elsewhere/x"), try BlobKey("top")] + targets {
      try store.point(name, to: target)
      #expect(try store.target(of: name) == target)
    }
    #expect(try store.information(of: name) == nil && store.bytes(of: name, in: nil) == nil)
    #expect(try stage.keys() == [])
    #expect(try store.localFile(of: name, scratch: stage.free("x")) == nil)
    #expect(try store.names(below: BlobKey("avatars/61")) == ["mine"])
    #expect(try store.names(below: BlobKey("avatars")) == ["61"])
    try stage.keep("package", as: targets[1].text)
    #expect(try store.target(of: targets[1]) == nil)
    #expect(try store.names(below: BlobKey("avatars/61")) == [".packages", "mine"])
    let missing = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { part in
      for round in 0..<50 {
        let fault = kind {
          if part == 0 {
            try store.point(name, to: targets[round % 2])
          } else {
            let found = try store.target(of: name)
            if !targets.contains(where: { $0 == found }) { missing.withLock { $0 += 1 } }
          }
        }
        if fault != "none" { missing.withLock { $0 += 1 } }
      }
    }
    #expect(missing.withLock { $0 } == 0)
    try store.remove(name)
    #expect(try store.target(of: name) == nil && stage.text(targets[1].text) == "package")
  }

  @Test func `a blob that a client fetches itself has a link, or is a file of this machine`() throws
  {
    try stage.keep("output", as: "jobs/1/1/output.mp4")
    let key = try BlobKey("jobs/1/1/output.mp4")
    let link = try store.link(
      to: key, seconds: 60, contentType: "video/mp4", fileName: "output.mp4")
    let scratch = stage.free("scratch")
    let file = try #require(try store.localFile(of: key, scratch: scratch))
    if let link {
      #expect(URL(string: link)?.scheme?.hasPrefix("http") == true)
    } else {
      #expect(file != scratch)
    }
    #expect(FileManager.default.contents(atPath: file) == Data("output".utf8))
  }
}
