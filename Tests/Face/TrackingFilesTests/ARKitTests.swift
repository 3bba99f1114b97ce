import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Frames of ARKit as an app logs them, against a projection written out here in plain numbers.
@Suite struct ARKitTests {
  /// A rotation and a translation, column by column.
  private struct Rigid {
    var m: [Double]

    init(_ random: inout SplitMix64, turn: Double, _ x: Double, _ y: Double, _ z: Double) {
      let (a, b, c) = (
        random.number(-turn...turn), random.number(-turn...turn), random.number(-turn...turn)
      )
      // Rz(c) Rx(b) Ry(a), row by row.
      let (sa, ca, sb, cb, sc, cc) = (sin(a), cos(a), sin(b), cos(b), sin(c), cos(c))
      let r = [
        cc * ca - sc * sb * sa, -sc * cb, cc * sa + sc * sb * ca,
        sc * ca + cc * sb * sa, cc * cb, sc * sa - cc * sb * ca,
        -cb * sa, sb, cb * ca,
      ]
      m = [r[0], r[3], r[6], 0, r[1], r[4], r[7], 0, r[2], r[5], r[8], 0, x, y, z, 1]
    }

    func callAsFunction(_ p: [Double]) -> [Double] {
      (0..<3).map { m[$0] * p[0] + m[4 + $0] * p[1] + m[8 + $0] * p[2] + m[12 + $0] }
    }

    func undoing(_ p: [Double]) -> [Double] {
      let d = (0..<3).map { p[$0] - m[12 + $0] }
      return (0..<3).map { m[4 * $0] * d[0] + m[4 * $0 + 1] * d[1] + m[4 * $0 + 2] * d[2] }
    }

    /// A transform after this one.
    func then(_ other: Rigid) -> Rigid {
      var result = other
      for column in 0..<4 {
        let p = Array(m[4 * column..<4 * column + 3])
        let moved = other(p)
        let origin = column == 3 ? [0.0, 0, 0] : other([0, 0, 0])
        for row in 0..<3 { result.m[4 * column + row] = moved[row] - origin[row] }
      }
      return result
    }
  }

  private struct Frame {
    var seconds: Double
    var camera: Rigid
    var face: Rigid
    var fx = 1435.2
    var fy = 1440.9
    var cx = 958.3
    var cy = 726.1
    var extra = ""
    var beside = ""
    var orientation = 90

    /// One line of the log.
    var line: String {
      #"{"timestamp": \#(seconds), "camera": {"intrinsics": [\#(fx),0,0,0,\#(fy),0,\#(cx),\#(cy),1],"#
        + #" "imageResolution": [1920, 1440], "transform": \#(camera.m)}, "orientation": \#(orientation),"#
        + #" "faces": [{"identifier": "A-1", "isTracked": true, "transform": \#(face.m)\#(extra)}\#(beside)]}"#
    }

    /// Where the sensor's picture shows a point of ARKit's face, in pixels.
    func seen(_ p: [Double]) -> Point2<TrackerSpace> {
      let c = camera.undoing(face(p))
      return Point2(cx + fx * c[0] / -c[2], cy - fy * c[1] / -c[2])
    }
  }

  /// A face half a metre before a camera that stands somewhere in the world.
  private func frame(_ random: inout SplitMix64, seconds: Double) -> Frame {
    let camera = Rigid(
      &random, turn: 3, random.number(-2...2), random.number(-2...2), random.number(-2...2))
    let inCamera = Rigid(
      &random, turn: 0.5, random.number(-0.1...0.1), random.number(-0.1...0.1),
      random.number(-0.7 ... -0.3))
    return Frame(seconds: seconds, camera: camera, face: inCamera.then(camera))
  }

  private func read(
    _ lines: [String], _ options: TrackingFileOptions = .init()
  ) throws -> (header: TrackingHeader, samples: [TrackingSample], reader: TrackingReader) {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let reader = try TrackingReader(bytes: bytes, options: options)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    let skim = try TrackingSkim(bytes: bytes, options: options)
    #expect(skim.header == reader.header)
    #expect(skim.contents.map { $0.contains(.face) } == samples.map { !$0.faces.isEmpty })
    return (reader.header, samples, reader)
  }

  @Test(arguments: [0, 90, 180, 270], [UInt64(1), 2, 3])
  func `a face lies where the camera's own projection shows it`(
    orientation: Int, seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed)
    var frames = (0..<8).map { frame(&random, seconds: 81_234.5 + Double($0) / 60) }
    for index in frames.indices {
      frames[index].orientation = orientation
      // The camera focuses, and its projection changes.
      frames[index].fx *= 1 + 0.02 * Double(index)
      frames[index].cx += 3 * Double(index)
    }
    let (header, samples, reader) = try read(frames.map(\.line))
    #expect(reader.dialect == .arkit && samples.count == 8)
    #expect(header.size == PixelSize(width: 1920, height: 1440))
    #expect(header.rotation.rawValue == orientation && !header.mirrored)
    for (frame, sample) in zip(frames, samples) {
      let face = try #require(sample.faces.first)
      let (pose, own) = (try #require(face.pose), try #require(face.intrinsics))
      let camera = PerspectiveCamera(size: header.size, intrinsics: own)
      for (x, y, z) in [(0.0, 0.0, 0.053), (0.032, 0.01, 0.05), (-0.06, -0.08, 0.02), (0, 0, 0)] {
        // The canonical face's place of the same point, by the format's own numbers.
        let point = Point3<CanonicalSpace>(x * 100, y * 100 + 2.62, z * 100 - 1.83)
        let found = try #require(camera.project(pose(point)))
        #expect(found.distance(to: frame.seen([x, y, z])) < 1e-6)
      }
      #expect(abs(pose.scale - 1) < 1e-9)
    }
  }

  @Test(arguments: [(0, 0), (90, 270), (180, 180), (270, 90)])
  func `a clip that was flipped as it was shown shows the upright picture flipped`(
    orientation: Int, turn: Int
  ) throws {
    var random = SplitMix64(state: 10)
    var one = frame(&random, seconds: 1)
    one.orientation = orientation
    let plain = try read([one.line]).header
    let flipped = try read([one.line], .init(mirrored: true)).header
    #expect(flipped.rotation.rawValue == turn && flipped.mirrored)
    /// A point of a picture around its middle in the scene, as the contract has it: flipped back, then turned.
    func shown(_ x: Double, _ y: Double, _ header: TrackingHeader) -> [Double] {
      let x = header.mirrored ? -x : x
      return switch header.rotation.rawValue {
      case 90: [-y, x]
      case 180: [-x, -y]
      case 270: [y, -x]
      default: [x, y]
      }
    }
    for (x, y) in [(100.0, 0.0), (0, 100), (-940, 700)] {
      let (upright, other) = (shown(x, y, plain), shown(x, y, flipped))
      #expect(other == [-upright[0], upright[1]])
    }
  }

  @Test func `vertices put the eyes onto the canonical ones, and those of no face change nothing`()
    throws
  {
    var random = SplitMix64(state: 9)
    var plain = frame(&random, seconds: 1)
    // Two rims of eyes about these middles, in metres, which blink: upper and lower lids differ.
    let eyes = [[0.0325, 0.031, 0.047], [-0.0315, 0.031, 0.047]]
    var vertices = [[Double]](repeating: [0, 0, 0.06], count: 1220)
    for (eye, first) in zip(eyes, [1061, 1085]) {
      for place in 0..<24 {
        let angle = Double(place) * .pi / 12
        let lid = sin(angle) > 0 ? 0.002 : 0.006
        vertices[first + place] = [eye[0] + 0.014 * cos(angle), eye[1] + lid * sin(angle), eye[2]]
      }
    }
    plain.extra = ", \"vertices\": \(vertices)"
    let sample = try #require(try read([plain.line]).samples.first)
    let (header, face) = (try read([plain.line]).header, try #require(sample.faces.first))
    let pose = try #require(face.pose)
    let middle = (0..<3).map { (eyes[0][$0] + eyes[1][$0]) / 2 }
    let camera = PerspectiveCamera(size: header.size, intrinsics: face.intrinsics)
    let found = try #require(camera.project(pose(CanonicalFace.eyeMidpoint)))
    #expect(found.distance(to: plain.seen(middle)) < 1e-6)

    var none = plain
    none.extra = ""
    let usual = try read([none.line]).samples
    for bad in [
      [[Double]](repeating: [0, 0, 0], count: 1220), Array(vertices.prefix(1219)),
      vertices.map { $0.map { $0 * 100 } },
    ] {
      plain.extra = ", \"vertices\": \(bad)"
      #expect(try read([plain.line]).samples == usual)
    }
  }

  @Test func `a lost face is none, identities stay, and coefficients are kept`() throws {
    var random = SplitMix64(state: 4)
    let frames = (0..<4).map { frame(&random, seconds: Double($0) / 30) }
    func face(_ frame: Frame, _ id: String, tracked: Bool = true) -> String {
      #"{"identifier": "\#(id)", "isTracked": \#(tracked), "transform": \#(frame.face.m),"#
        + #" "blendShapes": {"jawOpen": 0.25, "eyeBlink_L": 0.5, "tongueOut": 0.75}}"#
    }
    // The order of the anchors changes; "B" is lost in the third frame.
    let faces = [["A", "B"], ["B", "A"], ["A"], ["B", "A"]]
    let lines = zip(frames, faces).enumerated().map { place, pair in
      let (frame, ids) = pair
      let anchors =
        ids.map { face(frame, $0) } + (place == 2 ? [face(frame, "B", tracked: false)] : [])
      let start = frame.line.range(of: "\"faces\"")?.lowerBound ?? frame.line.endIndex
      return String(frame.line[..<start]) + "\"faces\": [\(anchors.joined(separator: ","))]}"
    }
    let samples = try read(lines).samples
    #expect(samples.map { $0.faces.map(\.id) } == [[1, 2], [2, 1], [1], [2, 1]])
    #expect(samples.allSatisfy { $0.faces.allSatisfy { $0.blendshapes[.tongueOut] == 0.75 } })
    #expect(samples[0].faces[0].blendshapes[.jawOpen] == 0.25)
    #expect(samples[0].faces[0].blendshapes[.eyeBlinkLeft] == 0.5)
  }

  @Test func `an anchor without a place is lost in whichever order its keys are`() throws {
    var random = SplitMix64(state: 11)
    let line = frame(&random, seconds: 1).line
    let start = line.range(of: "\"faces\"")?.lowerBound ?? line.endIndex
    for face in [
      #"{"transform": null, "isTracked": true}"#, #"{"isTracked": true, "transform": null}"#,
    ] {
      let samples = try read([String(line[..<start]) + "\"faces\": [\(face)]}"]).samples
      #expect(samples.map(\.faces.count) == [0])
    }
  }

  @Test func `samples whose faces have no place count for the times`() throws {
    var random = SplitMix64(state: 12)
    let lines = (0..<70).map { frame(&random, seconds: 5000 + Double($0) / 30).line }
    let bad = lines.enumerated().map { place, line in
      place < 66 ? line.replacing(#"true, "transform": ["#, with: #"true, "pose": ["#) : line
    }
    let reader = try TrackingReader(
      bytes: Array(bad.joined(separator: "\n").utf8), options: .init(skipsBadSamples: true))
    var times: [Double] = []
    while let sample = try reader.next() {
      times.append((sample.timestampMs + reader.header.timeOffsetMs).rounded())
    }
    #expect(times.last == 2300)
  }

  @Test func `times count from the first line unless it lies in the clip`() throws {
    var random = SplitMix64(state: 5)
    let log = [81_234.5, 81_234.6, 81_234.7].map { frame(&random, seconds: $0).line }
    func times(_ lines: [String], _ options: TrackingFileOptions) throws -> [Double] {
      let (header, samples, _) = try read(lines, options)
      return samples.map { ($0.timestampMs + header.timeOffsetMs).rounded() }
    }
    let clip = ClipTimes((0..<60).map { 500 + Double($0) * 1000 / 30 })
    #expect(try times(log, .init()) == [0, 100, 200])
    #expect(try times(log, .init(clipTimes: clip)) == [500, 600, 700])
    #expect(try times(log, .init(timeOffset: .ms(40), clipTimes: clip)) == [540, 640, 740])
    #expect(try times(log, .init(timeOffset: .first, clipTimes: clip)) == [500, 600, 700])
    let own = [0.6, 0.7].map { frame(&random, seconds: $0).line }
    #expect(try times(own, .init(clipTimes: clip)) == [600, 700])
    #expect(try times(own, .init(timeOffset: .ms(-20), clipTimes: clip)) == [580, 680])
  }

  @Test(arguments: [
    (
      #""intrinsics": [1435.2,0,0,0,1440.9,0,958.3,726.1,1]"#,
      #""intrinsics": [0,0,0,0,1,0,9,7,1]"#,
      "camera.intrinsics: found 0 1 9 7"
    ),
    (#""intrinsics": [1435.2,0,0,0,1440.9,0,958.3,726.1,1],"#, "", "camera.intrinsics: found none"),
    (#""imageResolution": [1920, 1440],"#, "", "camera.imageResolution: found none"),
    (#""imageResolution": [1920, 1440]"#, #""imageResolution": [1920, 0]"#, "found 1920 x 0"),
    (
      #""orientation": 90"#, #""orientation": 45"#,
      "orientation: found 45, expected 0, 90, 180 or 270"
    ),
    (#""transform": ["#, #""transform": [5, "#, "camera.transform: found numbers that are no"),
    (#""transform": ["#, #""transforms": ["#, "camera.transform: found none"),
    (#"true, "transform": ["#, #"true, "transform": [5, "#, "faces[0].transform: found numbers"),
    (#"true, "transform": ["#, #"true, "pose": ["#, "faces[0].transform: found none"),
    (#"958.3,726.1,1]"#, #"1920.5,726.1,1]"#, "found a principal point at 1920.5, 726.1"),
    (#"958.3,726.1,1]"#, #"958.3,-0.5,1]"#, "found a principal point at 958.3, -0.5"),
  ])
  func `what is missing or impossible is named`(old: String, new: String, words: String) throws {
    var random = SplitMix64(state: 6)
    let line = frame(&random, seconds: 1).line
    let bad = try #require(line.range(of: old).map { line.replacingCharacters(in: $0, with: new) })
    let fault = #expect(throws: TrackingFault.self) { try read([bad]) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "none")")
  }

  @Test func `a header and samples of the own format state their projection`() throws {
    let header =
      #"{"format":"avatar-tracking/1","width":640,"height":480,"intrinsics":[500,510,320,250]}"#
    let face = #""faces":[{"matrix":\#(Text.pose)}]"#
    let lines = [
      header, "{\"timestampMs\":0,\(face)}",
      "{\"timestampMs\":40,\"intrinsics\":[550,560,300,260],\(face)}",
    ]
    let (read, samples, _) = try read(lines)
    #expect(read.intrinsics == CameraIntrinsics(fx: 500, fy: 510, cx: 320, cy: 250))
    #expect(
      samples.map { $0.faces.first?.intrinsics?.fx } == [500, 550])
    let marked = lines.map { $0.replacing("avatar-tracking/1", with: #"avatar-tracking\/1"#) }
    #expect(try self.read(marked).header.intrinsics == read.intrinsics)
    // The same picture at half the size.
    let half = try self.read(lines, .init(size: PixelSize(width: 320, height: 240)))
    #expect(half.header.intrinsics == CameraIntrinsics(fx: 250, fy: 255, cx: 160, cy: 125))
    #expect(half.samples.last?.faces.first?.intrinsics?.cy == 130)
    // What is written reads the same.
    let folder = try ScratchFolder()
    let writer = try TrackingWriter(path: folder.path("o.jsonl"), header: read)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    #expect(try TrackingFilesTests.samples(folder.path("o.jsonl")) == samples)

    for bad in ["[500,510,320]", "[-1,5,3,2]", "[500,510,320,2e6]"] {
      let fault = #expect(throws: TrackingFault.self) {
        try self.read([header.replacing("[500,510,320,250]", with: bad), lines[1]])
      }
      #expect(fault?.problem == .wrongHeader && fault?.place == "intrinsics")
      let inSample = #expect(throws: TrackingFault.self) {
        try self.read([header, "{\"timestampMs\":0,\"intrinsics\":\(bad),\(face)}"])
      }
      #expect(inSample?.place == "intrinsics" && inSample?.line == 2)
    }
  }
}
