import MediaPipe
import Requests
import Testing
import Tracker
import Tracking

/// A tracker that sees nothing.
private final class BlindTracker: FrameTracker {
  let note = TrackerNote(name: "blind", version: "1")

  func track(_ picture: TrackerPicture, atMs timeMs: Int) -> TrackingSample {
    TrackingSample(timestampMs: Double(timeMs))
  }
}

private struct FoundBlindTracker: FoundTracker {
  let version: String
  var identity: TrackerIdentity { TrackerIdentity(version: version, models: [], options: []) }
  var mostFaces: Int? { nil }
  var notes: [String] { [] }

  func start(_ mode: TrackingMode, in place: TrackerPlace) -> any FrameTracker { BlindTracker() }
  func closeUps(_ mode: TrackingMode, in place: TrackerPlace) -> CloseUpSetup? { nil }
}

/// The one list of trackers, from which requests and the verb `tracker` pick.
@Suite struct TrackerListTests {
  private static let search = TrackerSearch(
    place: .thisProcess, modelFolders: ["/nonexistent"], environment: [:], executable: "/x")

  /// A tracker for requests of more faces than this.
  private static func entry(_ version: String, above faces: Int) -> TrackerEntry {
    TrackerEntry(
      version,
      find: { request, _ in
        request.tracker.options.numFaces > faces ? FoundBlindTracker(version: version) : nil
      }, work: { _ in })
  }

  @Test func `each tracker has a name of its own`() {
    let names = TrackerEntry.all.map(\.name)
    #expect(Set(names).count == names.count && names.first == "mediapipe")
  }

  @Test func `a request has the trackers that it asks for, in the list's order`() throws {
    let list = [Self.entry("b", above: 1), Self.entry("a", above: 2)]
    var request = RenderRequest()
    request.tracker.options.numFaces = 2
    #expect(try request.foundTracker(Self.search, among: list).identity.version == "b")
    request.tracker.options.numFaces = 3
    #expect(try request.foundTracker(Self.search, among: list).identity.version == "b + a")
  }

  @Test func `a tracker whose files are missing is an error, whatever the others find`() {
    // No library is named.
    #expect(throws: (any Error).self) {
      try RenderRequest().foundTracker(
        Self.search, among: [Self.entry("b", above: 1)] + TrackerEntry.all)
    }
  }
}
