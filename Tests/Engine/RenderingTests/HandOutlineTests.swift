import AvatarFiles
import ClipReading
import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// A real hand in front of masks, against outlines that a person drew.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct HandOutlineTests {
  /// The alpha of an avatar alone in the annotated frames.
  private func alphas(_ avatar: String, _ occluders: Occluders) throws -> [Int: StraightRGBA8] {
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: SharedData.file("recordings/gesture").path),
      avatars: AvatarSelection(names: [avatar], library: Stage.shipped),
      output: OutputSettings(path: ""))
    settings.part = .frames(0...140)
    settings.passes.overlayOnly = true
    settings.passes.occluders = occluders
    var pictures: [Int: StraightRGBA8] = [:]
    _ = try PicturesJob(settings).run(where: { GestureOutlines.polygons[$0] != nil }) {
      pictures[$0.placements.frame] = $0.picture
    }
    return pictures
  }

  /// Whether a pixel's middle lies in a polygon: whether a ray from it crosses its edges an odd number
  /// of times.
  private func contains(_ polygon: [Point2<OutputSpace>], _ x: Int, _ y: Int) -> Bool {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    return polygon.indices.count { index in
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      return (a.y <= y) != (b.y <= y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
    } % 2 == 1
  }

  @Test(arguments: Thorough.cases(["dragon", "ox", "pig"], sample: 1))
  func `is free of the mask, which is whole beside it`(avatar: String) throws {
    let (plain, cut) = try (alphas(avatar, []), alphas(avatar, .hands))
    #expect(plain.count == 12 && cut.count == 12)
    var (hand, free, mask, lost) = (0.0, 0.0, 0.0, 0.0)
    for (frame, polygon) in GestureOutlines.polygons {
      let (before, after) = try (#require(plain[frame]), #require(cut[frame]))
      for y in 0..<before.height {
        for x in 0..<before.width where before[x, y].alpha > 0 {
          let part = 1 - Double(after[x, y].alpha) / Double(before[x, y].alpha)
          mask += 1
          if contains(polygon, x, y) {
            hand += 1
            free += part
          } else {
            lost += part
          }
        }
      }
    }
    #expect(free / hand >= 0.92, "\(free / hand)")
    #expect(lost / mask <= 0.08, "\(lost / mask)")
    // The hand takes a part of the mask that would be missed.
    #expect(hand / mask > 0.1)
  }
}
