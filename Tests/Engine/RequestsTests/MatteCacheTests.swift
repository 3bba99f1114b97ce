import Foundation
import Recordings
import Rendering
import Requests
import TestSupport
import Testing
import Tracker

/// Where a request keeps what hands cover, and what it is kept by.
@Suite struct MatteCacheTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func cache(
    _ members: String, occlude: String = "hands", place: TrackerPlace? = .ownProcess,
    tracking: String = "t.jsonl"
  ) throws -> MatteCache? {
    let clip = try folder.write("clip", to: "clip.mp4")
    let location = try RecordingLocation(
      video: clip, tracking: folder.write("{}", to: tracking))
    let request = try RenderRequest(
      json: Array("{\"occlude\": \"\(occlude)\"\(members)}".utf8), in: .render)
    return try request.matteCache(
      of: location, tracking: place.map { AutomaticTracking(in: $0) },
      environment: ["XDG_CACHE_HOME": folder.path("user")])
  }

  private var named: String { "\"tracker\": {\"cache\": \"\(folder.path("cache"))\"}" }

  @Test func `it is kept where the cache is named, or the tracking is from there`() throws {
    #expect(try cache("") == nil)
    #expect(try cache(", \(named)")?.folder == folder.path("cache"))
    let automatic = try cache("", tracking: "user/avatar-overlay/tracking/a.jsonl")
    #expect(automatic?.folder == folder.path("user/avatar-overlay/tracking"))
    // Not without hands, and not in a process that is isolated.
    #expect(try cache(", \(named)", occlude: "none") == nil)
    #expect(try cache(", \(named)", place: .thisProcess) == nil)
    #expect(try cache(", \(named)", place: nil) == nil)
    let file = try folder.write("a file", to: "file") + "/cache"
    #expect(throws: TrackerError.cacheUnusable(path: file)) {
      try cache(", \"tracker\": {\"cache\": \"\(file)\"}")
    }
  }

  @Test func `what moves layers is another entry, what is done with the frames is not`() throws {
    let plain = try cache(", \(named)")
    for same in [
      "\"mirror\": true", "\"crf\": 30", "\"start\": 2", "\"filter\": \"comic\"",
      "\"threads\": 2", "\"fps\": 60", "\"avatar\": \"dragon\"",
    ] { #expect(try cache(", \(same), \(named)") == plain, "\(same)") }
    let session = try folder.write("{}", to: "session.json")
    let others = try [
      "\"smoothing\": \"none\"", "\"placement\": \"matrix\"", "\"snap\": false",
      "\"session\": \"\(session)\"", "\"lostFaces\": \"hold\"",
    ].map { try cache(", \($0), \(named)") }
    #expect(Set(others + [plain]).count == others.count + 1)
    // Of a file its bytes count.
    #expect(others[3]?.files == [session])
  }
}
