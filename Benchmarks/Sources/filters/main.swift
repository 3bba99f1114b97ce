import Filters
import Foundation
import Geometry
import Imaging

// Each filter on a frame of a clip, on one thread: CPU time of the thread, since other work on the
// machine must not count.
//
// usage: filters [NAME... of filters or instruction sets: those alone]

let (width, height) = (1280, 720)
let rounds = ProcessInfo.processInfo.environment["ROUNDS"].flatMap { Int($0) }.map { $0 * 20 } ?? 60
/// Milliseconds a frame that every filter is to stay below.
let target = 10.0

/// A frame with edges, ramps and noise, as cameras give them.
func makeFrame() -> [UInt8] {
  var state: UInt32 = 1
  return (0..<(width * height * 3 / 2)).map { i in
    state = state &* 1_664_525 &+ 1_013_904_223
    let noise = Int(state >> 29)
    let (x, y) = (i % width, i / width)
    let isInside = (x - 640) * (x - 640) + (y - 300) * (y - 300) < 60000
    if i >= width * height { return UInt8(isInside ? 140 : 118) }
    return UInt8((isInside ? 150 : 40) + x / 32 + (x / 24 + y / 18) % 2 * 12 + noise)
  }
}

func threadMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func measure(_ filter: PictureFilter, _ set: String, on clean: [UInt8]) throws -> [Double] {
  var painter = FilterPainter(filter, instructionSet: set)
  guard let size = PixelSize<OutputSpace>(width: width, height: height) else { return [] }
  let format = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: false))
  return try (0..<rounds).map { round in
    var frame = clean
    return try frame.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      func plane(_ start: Int, _ part: Int) -> MutablePlane {
        MutablePlane(
          base: base + start, stride: width / part, width: width / part, height: height / part)
      }
      let luma = width * height
      let picture = MutablePicture(
        format: format, size: size,
        planes: MutablePlanes(plane(0, 1), plane(luma, 2), plane(luma * 5 / 4, 2)))
      let start = threadMilliseconds()
      try painter.apply(to: picture, atMs: Double(round) * 40)
      return threadMilliseconds() - start
    }
    // The first frame also makes the filter's memory and tables.
  }.dropFirst().sorted()
}

/// A filter of a kind; where it needs more than its name, that.
func filter(_ kind: PictureFilter.Kind) throws -> PictureFilter {
  switch kind {
  case .season: return try PictureFilter(parsing: "season:kind=leaves,amount=1")
  case .lut:
    let size = 33
    var text = "LUT_3D_SIZE \(size)\n"
    for i in 0..<(size * size * size) {
      let (red, green, blue) = (i % size, i / size % size, i / (size * size))
      let parts = [red, green, blue].map { Double($0) / Double(size - 1) }
      text += parts.map { "\($0 * (1.4 - 0.4 * $0))" }.joined(separator: " ") + "\n"
    }
    let path = "\(NSTemporaryDirectory())/bench-\(ProcessInfo.processInfo.processIdentifier).cube"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try PictureFilter(parsing: "lut:\(path)").resolved(on: nil)
  default: return PictureFilter(kind)
  }
}

let wanted = Set(CommandLine.arguments.dropFirst())
func isWanted(_ name: String, of all: [String]) -> Bool {
  wanted.isDisjoint(with: all) || wanted.contains(name)
}

let frame = makeFrame()
print("## Filters\n")
print(
  "One frame of \(width) x \(height), 8 bit 4:2:0, one thread, ms of CPU time, \(rounds) frames.\n")
print("| filter | instruction set | least | median | target |\n|---|---|---|---|---|")
let kinds = PictureFilter.Kind.allCases
for kind in kinds where isWanted("\(kind)", of: kinds.map { "\($0)" }) {
  let sets = FilterPainter.instructionSets
  for (index, set) in sets.enumerated() where isWanted(set, of: sets) {
    let times = try measure(filter(kind), set, on: frame)
    guard let least = times.first else { continue }
    let median = times[times.count / 2]
    let verdict = index > 0 ? "" : least <= target ? "<= 10 reached" : "<= 10 **not reached**"
    print(
      "| \(kind) | \(set) | \(String(format: "%.1f", least)) | \(String(format: "%.1f", median))"
        + " | \(verdict) |")
  }
}
print()
