import Features
import Foundation
import Geometry
import Skin

// skin-run                                     the landmarks that are seeds
// skin-run WIDTH HEIGHT FACES [force] < FRAMES  corrected squares, a line each; figures on standard error
//
// FACES has a line a frame: {"ms", "faces": [{"id", "raw", "smoothed", "seeds", "isSample"}]}, points in pixels.
// FRAMES are grey, a byte a pixel. With `force`, faces are corrected where the clip does not allow it too.

struct Line: Decodable {
  struct Seen: Decodable {
    var id: Int
    var raw, smoothed, seeds: [[Double]]
    var isSample: Bool

    var face: SkinFinder.Face? {
      guard let raw = Self.quad(raw), let smoothed = Self.quad(smoothed) else { return nil }
      return SkinFinder.Face(
        identity: id, raw: raw, smoothed: smoothed,
        seeds: seeds.filter { $0.count == 2 }.map { Point2($0[0], $0[1]) }, isSample: isSample)
    }

    private static func quad(_ corners: [[Double]]) -> Quad<SceneSpace>? {
      let points = corners.filter { $0.count == 2 }.map { Point2<SceneSpace>($0[0], $0[1]) }
      return points.count == 4 ? Quad(points[0], points[1], points[2], points[3]) : nil
    }
  }

  var ms: Double
  var faces: [Seen]
}

func seconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let width = Int(arguments[1]), let height = Int(arguments[2]) else {
  print(SkinFinder.seeds.map(String.init).joined(separator: " "))
  exit(0)
}
let lines = try String(contentsOfFile: arguments[3], encoding: .utf8).split(separator: "\n")
var finder = SkinFinder(scene: PixelSize(clamping: width, height))
var frames: [(ms: Double, faces: [SkinFinder.Face])] = []
var taken = 0.0
for text in lines {
  let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
  guard
    let data = try FileHandle.standardInput.read(upToCount: width * height),
    let picture = GreyPicture(width: width, height: height, bytes: [UInt8](data))
  else { break }
  frames.append((line.ms, line.faces.compactMap(\.face)))
  let start = seconds()
  finder.add(frameMs: line.ms, picture: picture, faces: frames[frames.count - 1].faces)
  taken += seconds() - start
}
let start = seconds()
let motion = finder.solved()
taken += seconds() - start
let count = frames.reduce(0) { $0 + $1.faces.count }
var report = "\(taken / Double(max(count, 1)) * 1000) ms of CPU a face and frame\n"
for (identity, summary) in motion.summaries.sorted(by: { $0.key < $1.key }) {
  report += "\(identity) \(summary)\n"
}
FileHandle.standardError.write(Data(report.utf8))
for (index, frame) in frames.enumerated() {
  for face in frame.faces {
    let isUsed = motion.summaries[face.identity]?.isUsable == true || arguments.count > 4
    guard isUsed, let map = motion.correction(of: face.identity, atMs: frame.ms)?.map else {
      continue
    }
    let corners = face.smoothed.corners.map { "[\(map($0).x), \(map($0).y)]" }
    let all = corners.joined(separator: ", ")
    print("{\"frame\": \(index), \"id\": \(face.identity), \"corners\": [\(all)]}")
  }
}
