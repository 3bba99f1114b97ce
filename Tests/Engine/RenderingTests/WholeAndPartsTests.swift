import ClipReading
import Foundation
import Imaging
import Placement
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing

@Suite struct WholeAndPartsTests {
  @Test func `rendering in parts gives the frames and the placements of the whole`() throws {
    let stage = try Stage(SyntheticClip(frames: 9))
    func part(_ frames: ClipPart) -> (inout RenderSettings) -> Void { { $0.part = frames } }
    let whole = try stage.pictures("dragon")
    let parts = try [0...3, 4...8].flatMap {
      try stage.pictures("dragon", change: part(.frames($0)))
    }
    #expect(whole.count == 9)
    #expect(parts == whole)

    let records = try stage.sidecar("dragon")
    let halves = try [0...3, 4...8].flatMap {
      try stage.sidecar("dragon", change: part(.frames($0)))
    }
    #expect(records.map(\.frame) == Array(0..<9))
    #expect(records.allSatisfy { !$0.placements.isEmpty })
    #expect(halves == records)
  }

  @Test func `rendering in parts gives the whole's planes as lossless clips`() throws {
    let stage = try Stage(SyntheticClip(frames: 8))
    let whole = try stage.planes("ox")
    let halves = try [0...2, 3...7].flatMap { range in
      try stage.planes("ox") { $0.part = .frames(range) }
    }
    #expect(halves == whole)
  }

  @Test func `rendering in parts gives a snapshot that is the frame of the whole`() throws {
    let stage = try Stage(SyntheticClip(frames: 5))
    let whole = try stage.pictures("pig")
    for (frame, picture) in whole.enumerated() {
      var settings = try stage.settings("pig", to: "unused.png")
      settings.part = .moment(Double(frame) / 25)
      #expect(try SnapshotJob(settings).render().picture == picture, "frame \(frame)")
    }
  }
}

@Suite struct ThreadCountTests {
  @Test func `the number of threads makes no difference to a bit`() throws {
    let stage = try Stage(SyntheticClip(frames: 8))
    let pictures = try [1, 2].map { n in try stage.pictures("sheep") { $0.threads = n } }
    #expect(pictures[0] == pictures[1])
    let planes = try [1, 2].map { n in try stage.planes("sheep") { $0.threads = n } }
    #expect(planes[0] == planes[1])
  }
}
