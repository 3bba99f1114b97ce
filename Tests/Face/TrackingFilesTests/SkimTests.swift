import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// A pass over a whole file, held against what the reader finds in it.
@Suite struct SkimTests {
  private func skim(
    _ text: String, _ options: TrackingFileOptions = .init()
  ) throws -> TrackingSkim {
    try TrackingSkim(bytes: Array(text.utf8), options: options)
  }

  @Test func `times stand as in the file, with what each sample shows`() throws {
    let skim = try skim(
      Text.file(
        #"{"timestampMs": 0.5, "faces": [{"landmarks": \#(Text.points(468))}]}"#,
        #"{"hands": [{"landmarks": \#(Text.points(21))}], "timestampMs": 1.5}"#,
        #"{"timestampMs": 2.5, "failed": "busy"}"#, #"{"timestampMs": 4.5}"#,
        #"{"timestampMs": 5.5, "images": [{"name": "a", "corners": [[0,0],[1,0],[1,1],[0,1]]}]}"#),
      TrackingFileOptions(timeUnit: .seconds))
    #expect(skim.times == [0.5, 1.5, 2.5, 4.5, 5.5])
    #expect(skim.contents == [.face, .hand, .failed, [], .image])
    #expect(skim.count == 5)
    #expect(!skim.isCut)
    #expect(skim.medianIntervalMs == 1000)
    #expect(skim.milliseconds(of: 2.5) == 2500)
  }

  @Test func `the identities that the file gives cards are told, up to a limit`() throws {
    func sample(_ time: Int, _ id: String) -> String {
      #"{"timestampMs": \#(time), "images": [{"name": "a", \#(id)"#
        + #""corners": [[0,0],[1,0],[1,1],[0,1]]}]}"#
    }
    let skim = try skim(
      Text.file(sample(0, ""), sample(1, #""id": 7, "#), sample(2, #""id": 0, "#)))
    #expect(skim.imageIdentities == [0, 7])
    let samples = (0...4096).map { sample($0, "\"id\": \($0), ") }
    let many = try self.skim(Text.file(samples.joined(separator: "\n")))
    #expect(many.imageIdentities == Set(0..<4096))
  }

  @Test func `bad samples are passed over without a word`() throws {
    let skim = try skim(
      Text.file(
        Text.sample(0), "{oops", #"{"timestampMs": 1, "faces": [{"landmarks": [[null,0,0]]}]}"#,
        #"{"timestampMs": "2"}"#, #"{"faces": []}"#, #"{"timestampMs": 1e999}"#, Text.sample(3)))
    // A time as text is one.
    #expect(skim.times == [0, 1, 2, 3])
    #expect(skim.contents == [.face, .face, [], .face])
  }

  @Test func `numbers of a file in pixels are told from parts`() throws {
    let parts = Text.points(468), pixels = Text.points(468, "[80,163.5,-0.03]")
    let skim = try skim(
      Text.file(
        #"{"timestampMs": 0, "faces": [{"landmarks": \#(pixels)}]}"#,
        #"{"timestampMs": 1, "faces": [{"landmarks": \#(pixels)}, {"landmarks": \#(parts)}]}"#,
        #"{"timestampMs": 2, "hands": [{"landmarks": \#(Text.points(21, "[9,2,0]"))}]}"#))
    #expect(skim.sizes.count == 4)
    #expect(skim.sizes.beyondParts == 3)
    #expect(skim.sizes.largest == 163.5)
    #expect(skim.sizes.shareBeyondParts == 0.75)
    #expect(skim.sizes.median == 163.5)
  }

  @Test func `of a very long file the times are kept up to a limit`() throws {
    let most = TrackingLimits.skimmedSamples
    func skim(_ count: Int) throws -> TrackingSkim {
      var bytes = Array((Text.header + "\n").utf8)
      for time in 0..<count { bytes += Array("{\"timestampMs\":\(time)}\n".utf8) }
      return try TrackingSkim(bytes: bytes)
    }
    let whole = try skim(most)
    #expect(!whole.isCut && whole.times.count == most)
    let cut = try skim(most + 1)
    #expect(cut.isCut && cut.times.count == most && cut.count == most + 1)
  }

  @Test func `a file that is none is the reader's fault`() {
    #expect(throws: TrackingFault.self) { try skim("hello") }
    #expect(throws: TrackingFault.self) { try TrackingSkim(path: "/nowhere/at-all.jsonl") }
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)),
    arguments: [
      "recordings/gesture/tracking.jsonl", "recordings/two-faces/tracking.jsonl",
      "data/dumps/web.jsonl", "data/dumps/python.json", "data/dumps/ios.jsonl",
    ])
  func `a pass finds what the reader finds`(name: String) throws {
    let path = SharedData.file(name).path
    let options = TrackingFileOptions(fallbackSize: PixelSize(width: 480, height: 270))
    let (skim, all) = (try TrackingSkim(path: path, options: options), try samples(path, options))
    #expect(skim.times == all.map(\.timestampMs))
    #expect(skim.contents.map { $0.contains(.face) } == all.map { !$0.faces.isEmpty })
    #expect(skim.contents.map { $0.contains(.hand) } == all.map { !$0.hands.isEmpty })
    let lists = all.map { $0.faces.count { !$0.landmarks.isEmpty } + $0.hands.count }.reduce(0, +)
    #expect(skim.sizes.count == lists)
    #expect(skim.sizes.beyondParts == 0)
    #expect(skim.header == (try TrackingReader(path: path, options: options)).header)
  }
}
