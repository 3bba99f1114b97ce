import ClipReading
import Foundation
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// Hair before a face, told by a segmenter: here one that takes blue for it.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct SegmenterRenderTests {
  private static let recording = SharedData.file("recordings/expressions").path

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Where the segmenter says that hair is, in parts of the picture, and how often it was asked.
  private final class Asked: @unchecked Sendable {
    var count = 0
  }

  private func segmenter(
    _ hair: ClosedRange<Double>, _ asked: Asked = Asked(), identity: String = "rows"
  ) -> PictureSegmenter {
    PictureSegmenter(identity: identity) {
      return { _, width, height in
        asked.count += 1
        return (0..<height).flatMap { row in
          let isHair = hair.contains((Double(row) + 0.5) / Double(height))
          return [UInt8](repeating: isHair ? 255 : 0, count: width)
        }
      }
    }
  }

  /// The mask alone in some frames.
  private func alone(
    _ frames: ClosedRange<Int>, _ segmenter: PictureSegmenter?,
    _ change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> (pictures: [Int: StraightRGBA8], notes: [String]) {
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: Self.recording),
      avatars: AvatarSelection(names: ["pig"], library: Stage.shipped),
      output: OutputSettings(path: ""))
    settings.part = .frames(frames)
    settings.passes.overlayOnly = true
    settings.passes.occluders = .hands
    settings.segmenter = segmenter
    change(&settings)
    var pictures: [Int: StraightRGBA8] = [:]
    let summary = try PicturesJob(settings).run { pictures[$0.placements.frame] = $0.picture }
    return (pictures, summary.notes)
  }

  @Test func `hair before a face is cut out of its mask, and nothing beside it`() throws {
    let plain = try alone(10...10, nil)
    let whole = try #require(plain.pictures[10])
    #expect(plain.notes.contains { $0.contains("had no effect") })
    let half = try alone(10...10, segmenter(0...0.45))
    #expect(!half.notes.contains { $0.contains("had no effect") })
    let cut = try #require(half.pictures[10])
    let line = 0.45 * Double(whole.height)
    var (above, below, gone, kept) = (0, 0, 0, 0)
    for y in 0..<whole.height {
      for x in 0..<whole.width where whole[x, y].alpha > 200 {
        let isCut = cut[x, y].alpha < 50
        if Double(y) < line - 12 {
          above += 1
          gone += isCut ? 1 : 0
        } else if Double(y) > line + 12 {
          below += 1
          kept += cut[x, y] == whole[x, y] ? 1 : 0
        }
      }
    }
    #expect(above > 1000 && below > 1000)
    // The mask's ears lie beyond the face's outline, where hair is not before it.
    #expect(gone > above / 10 && gone < above / 2, "\(gone) of \(above)")
    #expect(kept == below)
    // Where there is no hair, nothing is cut.
    #expect(try alone(10...10, segmenter(2...3)).pictures[10] == whole)
  }

  @Test func `a part has the cuts of the whole, mirrored ones are flipped, and they are kept`()
    throws
  {
    let hair = segmenter(0.3...0.5)
    let all = try alone(8...14, hair).pictures
    let one = try alone(12...12, hair).pictures
    #expect(all[12] == one[12])
    let mirrored = try alone(12...12, hair) { $0.passes.mirrored = true }.pictures
    var flipped = try #require(mirrored[12])
    flipped.flipHorizontally()
    // The pig is alike on both sides; what is not is its place.
    #expect(flipped == one[12])

    let cache = MatteCache(folder: try folder.folder("cache"), words: [])
    let asked = Asked()
    for round in 0..<2 {
      let kept = try alone(8...10, segmenter(0.3...0.5, asked)) { $0.mattes = cache }
      #expect(kept.pictures[9] == all[9] && asked.count == 3, "\(round): \(asked.count)")
    }
    _ = try alone(8...8, segmenter(0.3...0.5, asked, identity: "other")) { $0.mattes = cache }
    #expect(asked.count == 4)
  }
}
