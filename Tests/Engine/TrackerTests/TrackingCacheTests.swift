import ClipReading
import Foundation
import Frames
import Geometry
import TestSupport
import Testing
import Tracker
import Tracking
import TrackingFiles

/// What the cache keeps, and what it does not believe.
@Suite struct TrackingCacheTests {
  private let folder: ScratchFolder
  private let cache: TrackingCache
  private let tracker = TrackerIdentity(
    version: "1", models: [.init(task: "face", sha256: "00")], options: ["{}"])

  init() throws {
    folder = try ScratchFolder()
    cache = try #require(TrackingCache(folder: folder.path("cache"), environment: [:]))
    #expect(cache.prepare())
  }

  /// The entry of a clip with these bytes, which is kept with samples at these times.
  private func kept(_ clip: String, _ times: [Double] = [0, 40, 80]) throws -> TrackingCache.Entry {
    let media = try folder.write(clip, to: "\(clip).mp4")
    let entry = try cache.entry(of: media, rate: nil, PictureReading(), tracker)
    let path = cache.passingPath()
    let writer = try TrackingWriter(
      path: path, header: TrackingHeader(size: PixelSize(clamping: 64, 48)))
    for time in times { try writer.write(TrackingSample(timestampMs: time)) }
    try writer.finish()
    try cache.keep(path, as: entry)
    return entry
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: cache.folder).sorted() }
  }

  @Test func `an entry is found, and is a tracking file like any other`() throws {
    let entry = try kept("one")
    #expect(cache.find(entry) == .whole)
    let reader = try TrackingReader(path: entry.path)
    var times: [Double] = []
    while let sample = try reader.next() { times.append(sample.timestampMs) }
    #expect(times == [0, 40, 80])
    #expect(try names.count == 1)
    #expect(
      cache.find(
        try cache.entry(of: folder.write("two", to: "2"), rate: nil, PictureReading(), tracker))
        == .nothing)
  }

  @Test func `what was cut, changed or put there by hand is not used, and goes`() throws {
    let whole = try [UInt8](Data(contentsOf: URL(filePath: kept("one").path)))
    var random = SplitMix64(state: 11)
    for round in 0..<200 {
      let entry = try kept("one")
      var bytes = whole
      switch round % 4 {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
      case 1: bytes.append(UInt8.random(in: 0...255, using: &random))
      default:
        bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8(round % 8)
      }
      try Data(bytes).write(to: URL(filePath: entry.path))
      guard case .unfit(let reason) = cache.find(entry) else {
        Issue.record("round \(round) passes")
        continue
      }
      #expect(!reason.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: entry.path))
    }
  }

  /// To the very file that was kept, to another place, to a folder and to nowhere.
  @Test(arguments: ["moved", "secret", "folder", "nowhere"])
  func `a link is not followed, and goes; the folder itself may be one`(target: String) throws {
    let entry = try kept("one")
    try FileManager.default.moveItem(atPath: entry.path, toPath: folder.path("moved"))
    try folder.write("a secret", to: "secret")
    try folder.write("a secret", to: "folder/inner")
    #expect(symlink(folder.path(target), entry.path) == 0)
    let before = try folder.bytes("moved")
    guard case .unfit(let reason) = cache.find(entry) else {
      Issue.record("it passes")
      return
    }
    #expect(reason.contains("it is a link"), "\(reason)")
    #expect(try names.isEmpty)
    #expect(try folder.bytes("moved") == before)
    #expect(try folder.bytes("secret") == Array("a secret".utf8))
    #expect(try folder.names(in: "folder") == ["inner"])
    #expect(try cache.find(kept("one")) == .whole)
    #expect(symlink(cache.folder, folder.path("linked")) == 0)
    let linked = try #require(TrackingCache(folder: folder.path("linked"), environment: [:]))
    let media = folder.path("one.mp4")
    #expect(
      linked.find(try linked.entry(of: media, rate: nil, PictureReading(), tracker)) == .whole)
  }

  @Test func `an entry of another clip is not taken under this one's name`() throws {
    let (one, two) = (try kept("one"), try kept("two", [0, 7]))
    try FileManager.default.removeItem(atPath: one.path)
    try FileManager.default.copyItem(atPath: two.path, toPath: one.path)
    guard case .unfit(let reason) = cache.find(one) else {
      Issue.record("it passes")
      return
    }
    #expect(reason.contains("another clip"))
  }

  @Test func `another version, model or option is another entry`() throws {
    let media = try folder.write("one", to: "one.mp4")
    var others = [tracker, tracker, tracker]
    others[0].version = "2"
    others[1].models[0].sha256 = "01"
    others[2].options = ["{ }"]
    let entries = try ([tracker] + others).map {
      try cache.entry(of: media, rate: nil, PictureReading(), $0)
    }
    #expect(Set(entries.map(\.path)).count == 4)
  }

  @Test func `what killed runs left goes, and what lives stays`() throws {
    let entry = try kept("one")
    // No process has this number: it is above the system's largest.
    try folder.folder("cache")
    for name in [".tracked.999999999-a.jsonl.zst", "x.jsonl.zst.999999999.partial"] {
      try folder.write("left", to: "cache/\(name)")
    }
    let mine = cache.passingPath()
    try Data("mine".utf8).write(to: URL(filePath: mine))
    cache.prune()
    #expect(try Set(names) == Set([entry.path, mine].map { ($0 as NSString).lastPathComponent }))
    // Older than an hour.
    let old = Date(timeIntervalSinceNow: -3700)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: mine)
    cache.prune()
    #expect(try names.count == 1)
    #expect(cache.find(entry) == .whole)
  }

  @Test func `what renders keep beside the tracking counts too, and the oldest goes first`() throws
  {
    let entry = try kept("one")
    let bytes = try Data(contentsOf: URL(filePath: entry.path)).count
    for (name, age) in [("old.mattes", 50.0), ("new.mattes", 10)] {
      let path = try folder.write([UInt8](repeating: 1, count: 1000), to: "cache/\(name)")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }
    cache.prune(keeping: bytes + 2000)
    #expect(try names.count == 3)
    cache.prune(keeping: bytes + 1999)
    #expect(try names.count == 2 && names.contains("new.mattes"))
    #expect(cache.find(entry) == .whole)
  }
}
