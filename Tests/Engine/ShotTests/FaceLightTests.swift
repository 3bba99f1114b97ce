import FaceModel
import Foundation
import Geometry
import Imaging
import Placement
import Shot
import TestSupport
import Testing
import Timelines
import Tracking

/// The light on a face, in pictures that formulas make.
@Suite struct FaceLightTests {
  private static let (width, height) = (320, 240)
  private static let size = PixelSize<OutputSpace>(clamping: width, height)

  /// A picture of grey whose light is given, in R'G'B' of 8 bit.
  private func picture(_ light: (_ x: Double, _ y: Double) -> Double) -> [UInt8] {
    coloured { x, y in SIMD3(repeating: light(x, y)) }
  }

  private func coloured(_ light: (_ x: Double, _ y: Double) -> SIMD3<Double>) -> [UInt8] {
    (0..<Self.width * Self.height).flatMap { place in
      let colour = light(
        Double(place % Self.width) + 0.5, Double(place / Self.width) + 0.5)
      return (0..<3).map { UInt8((255 * Self.signal(colour[$0])).rounded()) }
    }
  }

  /// IEC 61966-2-1.
  private static func signal(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// A face as tracked in a picture of this size, with irises.
  private func face(
    _ head: SyntheticFace = SyntheticFace(z: -22), blink: Double = 0,
    width: Int = width, height: Int = height
  ) -> FaceSample {
    let (w, h) = (Double(width), Double(height))
    var points = head.landmarks(width: w, height: h).map {
      Point3<TrackerSpace>($0[0] * w, $0[1] * h, 0)
    }
    for corners in [[33, 133], [362, 263]] {
      let (a, b) = (points[corners[0]], points[corners[1]])
      let radius = (b - a).length / 5
      let middle = Point3<TrackerSpace>((a.x + b.x) / 2, (a.y + b.y) / 2, 0)
      points.append(middle)
      for (x, y) in [(1.0, 0.0), (0, -1), (-1, 0), (0, 1)] {
        points.append(Point3(middle.x + radius * x, middle.y + radius * y, 0))
      }
    }
    let m = head.matrix
    return FaceSample(
      landmarks: points,
      pose: FacialTransform(
        m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10],
        translation: Vector3(m[3], m[7], m[11])),
      blendshapes: Blendshapes([.eyeBlinkLeft: blink, .eyeBlinkRight: blink]))
  }

  private func look(
    _ bytes: [UInt8], _ face: FaceSample, format: PixelFormat = .opaqueRGB8,
    header: TrackingHeader = TrackingHeader(size: size.retyped(as: TrackerSpace.self))
  ) throws -> FaceLook? {
    let scene = Self.size.retyped(as: SceneSpace.self)
    return try withPicture(bytes, format) { picture in
      var fit = FaceLightFit()
      let colour = fit.colour(of: picture)
      return fit.look(
        at: picture, face: face, through: SceneMapping(header: header, scene: scene),
        output: OutputMapping(scene: scene, output: Self.size), colour: colour)
    }
  }

  private func withPicture<Result>(
    _ bytes: [UInt8], _ format: PixelFormat, _ body: (MutablePicture) throws -> Result
  ) throws -> Result {
    var bytes = bytes
    return try bytes.withUnsafeMutableBufferPointer { buffer in
      var base = try #require(buffer.baseAddress)
      let planes = (0..<format.planeCount).map { index in
        let shape = format.shape(ofPlane: index, width: Self.width, height: Self.height)
        defer { base += shape.width * shape.bytes * shape.height }
        return MutablePlane(
          base: base, stride: shape.width * shape.bytes, width: shape.width, height: shape.height)
      }
      return try body(
        MutablePicture(
          format: format, size: Self.size,
          planes: MutablePlanes(
            planes[0], planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil)))
    }
  }

  @Test func `even light has its level and no direction`() throws {
    for light in [0.05, 0.2, 0.6] {
      let look = try #require(try look(picture { _, _ in light }, face()))
      #expect(abs(look.level / Float(light) - 1) < 0.02)
      #expect(abs(look.direction.x) < 0.002 && abs(look.direction.y) < 0.002)
      #expect(look.direction.z == 0)
    }
  }

  @Test func `light that falls off across the face has the direction it comes from`() throws {
    for degrees in stride(from: 0.0, to: 360, by: 45) {
      let (x, y) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
      let bytes = picture { 0.3 + (x * ($0 - 160) - y * ($1 - 120)) / 600 }
      let look = try #require(try look(bytes, face()))
      let found = look.direction
      let length = (found.x * found.x + found.y * found.y).squareRoot()
      #expect(length > 0.05)
      #expect((found.x * Float(x) + found.y * Float(y)) / length > cos(15 * Float.pi / 180))
    }
  }

  @Test func `light by the normals of a turned head is found`() throws {
    let (level, side) = (0.3, SIMD3(0.12, -0.06, 0))
    for (yaw, pitch, roll) in [(0.0, 0.0, 0.0), (-25, 0, 0), (25, 10, 0), (0, -15, 40)] {
      let head = SyntheticFace(yaw: yaw, pitch: pitch, roll: roll, z: -22)
      let points = head.landmarks(width: 320, height: 240).map { SIMD2($0[0] * 320, $0[1] * 240) }
      let m = head.matrix
      let normals = Self.normals.map { n in
        SIMD3(
          m[0] * n.x + m[1] * n.y + m[2] * n.z, m[4] * n.x + m[5] * n.y + m[6] * n.z,
          m[8] * n.x + m[9] * n.y + m[10] * n.z)
      }
      let seen = points.indices.filter { normals[$0].z > 0 }
      // The light of the nearest vertex, in squares of 2 pixels.
      let lights = (0..<120).flatMap { row in
        (0..<160).map { column -> Double in
          let place = SIMD2(2 * Double(column) + 1, 2 * Double(row) + 1)
          func distance(_ vertex: Int) -> Double {
            let way = points[vertex] - place
            return way.x * way.x + way.y * way.y
          }
          let nearest = seen.min { distance($0) < distance($1) } ?? 0
          return level + (side * normals[nearest]).sum()
        }
      }
      let bytes = picture { x, y in lights[Int(y / 2) * 160 + Int(x / 2)] }
      let look = try #require(try look(bytes, face(head)))
      let found = SIMD2(Double(look.direction.x), Double(look.direction.y))
      let angle = atan2(found.y, found.x) - atan2(side.y, side.x)
      #expect(abs(angle) < 5 * .pi / 180)
      let strength = (found * found).sum().squareRoot() / (side * side).sum().squareRoot()
      #expect(abs(strength - 1) < 0.1 && abs(Double(look.level) / level - 1) < 0.02)
    }
  }

  /// The normals of the canonical face's vertices: the sums of the cross products of their triangles.
  private static let normals: [SIMD3<Double>] = {
    let points = CanonicalFace.vertices.map { SIMD3($0.x, $0.y, $0.z) }
    var sums = [SIMD3<Double>](repeating: .zero, count: points.count)
    for (a, b, c) in CanonicalFace.triangles {
      let (u, v) = (points[b] - points[a], points[c] - points[a])
      let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
      for vertex in [a, b, c] { sums[vertex] += cross }
    }
    return sums.map { $0 / ($0 * $0).sum().squareRoot() }
  }()

  @Test func `half the light is half the level, and hair over a part does not count`() throws {
    let whole = try #require(try look(picture { x, _ in 0.3 + (x - 160) / 1000 }, face()))
    let half = try #require(try look(picture { x, _ in 0.15 + (x - 160) / 2000 }, face()))
    #expect(abs(half.level / whole.level - 0.5) < 0.01)
    #expect(abs(half.direction.x / whole.direction.x - 0.5) < 0.02)
    let hidden = try #require(
      try look(picture { x, y in x > 190 && y < 120 ? 0.01 : 0.3 + (x - 160) / 1000 }, face()))
    #expect(abs(hidden.level / whole.level - 1) < 0.05)
    #expect(abs(hidden.direction.x / whole.direction.x - 1) < 0.3)
  }

  @Test func `a tracker's turned or mirrored picture gives the directions of the scene`() throws {
    let bytes = picture { x, y in 0.3 + (x - 160) / 800 + (y - 120) / 1600 }
    let plain = try #require(try look(bytes, face()))
    #expect(plain.direction.x > 0.02 && plain.direction.y < -0.01)
    // As a camera sees it that lies on its side: its picture is turned by 90 degrees to be upright.
    var turned = face(
      SyntheticFace(roll: 90, z: -22 * 240 / 320), width: Self.height, height: Self.width)
    turned.landmarks = face().landmarks.map { Point3($0.y, 320 - $0.x, 0) }
    let header = TrackingHeader(
      size: PixelSize(clamping: 240, 320), rotation: .clockwise)
    let found = try #require(try look(bytes, turned, header: header))
    #expect(abs(found.level - plain.level) < 0.003)
    #expect(abs(found.direction.x - plain.direction.x) < 0.003)
    #expect(abs(found.direction.y - plain.direction.y) < 0.003)
  }

  @Test func `every format tells the same light`() throws {
    let light = 0.25
    let signal = Self.signal(light)
    let grey = try #require(try look(picture { _, _ in light }, face()))
    for layout in YUVLayout.allCases {
      for isFull in [false, true] {
        let format = PixelFormat.yuv(layout, YUVEncoding(matrix: .bt709, fullRange: isFull))
        let unit = Double(1 << (layout.bitDepth - 8))
        let most = Double(1 << layout.bitDepth - 1)
        let luma = isFull ? signal * most : (16 + 219 * signal) * unit
        let bytes = (0..<format.planeCount).flatMap { plane in
          let shape = format.shape(ofPlane: plane, width: Self.width, height: Self.height)
          let level = plane == 0 ? luma : 128 * unit
          return samples(
            Int(level.rounded()) << layout.paddingBits,
            bytes: shape.width * shape.height * shape.bytes, of: layout)
        }
        let found = try #require(try look(bytes, face(), format: format))
        #expect(abs(found.level / grey.level - 1) < 0.02, "\(layout), full range \(isFull)")
      }
    }
  }

  /// So many bytes of one sample.
  private func samples(_ word: Int, bytes: Int, of layout: YUVLayout) -> [UInt8] {
    layout.bytesPerSample == 1
      ? [UInt8](repeating: UInt8(word), count: bytes)
      : (0..<bytes).map { UInt8(word >> ($0 % 2 * 8) & 255) }
  }

  @Test func `HDR is tone-mapped as a still is`() throws {
    // Half of reference white keeps the light that it has in SDR (BT.1886), below the knee of 3/4.
    let nits = 0.5 * 203.0
    let (m1, m2, c1, c2, c3) = (
      2610.0 / 16384, 2523.0 / 32, 3424.0 / 4096, 2413.0 / 128, 2392.0 / 128
    )
    let power = pow(nits / 10_000, m1)
    let signal = pow((c1 + c2 * power) / (1 + c3 * power), m2)
    let luma = Int((4 * (16 + 219 * signal)).rounded())
    let count = Self.width * Self.height
    let bytes =
      samples(luma, bytes: 2 * count, of: .yuv420p10)
      + samples(512, bytes: count, of: .yuv420p10)
    let encoding = YUVEncoding(
      matrix: .bt2020, fullRange: false, transfer: .pq, primaries: .bt2020)
    let found = try #require(try look(bytes, face(), format: .yuv(.yuv420p10, encoding)))
    let shown = pow(0.5, 1 / 2.4)
    #expect(abs(Double(found.level) / pow((shown + 0.055) / 1.055, 2.4) - 1) < 0.03)
  }

  @Test func `skin is measured by the whites of open eyes`() throws {
    // Near enough for eyes of 30 px.
    let near = face(SyntheticFace(z: -14))
    let irises = [468, 473].map { near.landmarks[$0] }
    func bytes(skin: Double, white: Double) -> [UInt8] {
      picture { x, y in
        let away = irises.map { (($0.x - x) / 16, ($0.y - y) / 7) }
        if away.contains(where: { abs($0.0 * 16) < 5 && abs($0.1 * 7) < 5 }) { return 0.02 }
        return away.contains { $0.0 * $0.0 + $0.1 * $0.1 < 1 } ? white : skin
      }
    }
    for (skin, white) in [(0.3, 0.4), (0.06, 0.4), (0.15, 0.2)] {
      let look = try #require(try look(bytes(skin: skin, white: white), near))
      #expect(abs(Double(try #require(look.skin)) / (skin / white) - 1) < 0.1)
    }
    let blinking = face(SyntheticFace(z: -14), blink: 0.31)
    #expect(try look(bytes(skin: 0.3, white: 0.4), blinking)?.level != nil)
    #expect(try look(bytes(skin: 0.3, white: 0.4), blinking)?.skin == nil)
    #expect(try look(bytes(skin: 0.3, white: 0.4), face(SyntheticFace(z: -60)))?.skin == nil)
    var irisless = near
    irisless.landmarks = Array(near.landmarks.prefix(FaceTopology.meshCount))
    #expect(try look(bytes(skin: 0.3, white: 0.4), irisless)?.skin == nil)
  }

  @Test func `the light's colour is that of the brightest tenth that is not burnt out`() throws {
    let lamp = SIMD3(0.6, 0.5, 0.3)
    let bytes = coloured { x, y in
      y < 12 ? .one : y < 48 ? lamp : SIMD3(0.1, 0.2, 0.3)
    }
    let found = try withPicture(bytes, .opaqueRGB8) { picture in
      var fit = FaceLightFit()
      return fit.colour(of: picture)
    }
    let luminance = 0.2126 * lamp.x + 0.7152 * lamp.y + 0.0722 * lamp.z
    for channel in 0..<3 {
      #expect(abs(Double(found[channel]) / (lamp[channel] / luminance) - 1) < 0.02)
    }
    for light in [0.0, 1] {
      let even = picture { _, _ in light }
      let colour = try withPicture(even, .opaqueRGB8) { picture in
        var fit = FaceLightFit()
        return fit.colour(of: picture)
      }
      #expect(colour == .one)
    }
  }

  @Test func `what is no face tells nothing`() throws {
    let bytes = picture { _, _ in 0.3 }
    var cases: [FaceSample] = [FaceSample()]
    var changed = face()
    changed.pose = nil
    cases.append(changed)
    for number in [Double.nan, .infinity, 1e300, -1e9] {
      changed = face()
      changed.landmarks = changed.landmarks.map { Point3(number, $0.y, $0.z) }
      cases.append(changed)
      changed = face()
      changed.pose?.m11 = number
      if !number.isFinite { cases.append(changed) }
    }
    changed = face()
    changed.pose?.m00 = 0
    changed.pose?.m10 = 0
    changed.pose?.m20 = 0
    cases.append(changed)
    // Beside the picture, 8 px wide, and seen from behind.
    cases.append(face(SyntheticFace(x: 80, z: -22)))
    cases.append(face(SyntheticFace(z: -360)))
    cases.append(face(SyntheticFace(yaw: 180, z: -22)))
    for face in cases { #expect(try look(bytes, face) == nil) }
    // One landmark alone is no matter.
    changed = face()
    changed.landmarks[50] = Point3(.nan, .nan, .nan)
    #expect(try look(bytes, changed) != nil)
  }

  @Test func `a share is the median's, within limits, and fair where nothing tells`() {
    #expect(SkinShare.share(of: []) == (0.30, false))
    #expect(SkinShare.share(of: [nil, .nan, -1, nil]) == (0.30, false))
    let fair = SkinShare.share(of: [nil, 0.9, 1, 7])
    #expect(fair.isKnown && abs(fair.share - 0.30) < 1e-5)
    let dark = SkinShare.share(of: [0.5, 0.5])
    #expect(dark.isKnown && abs(dark.share - 0.15) < 1e-5)
    #expect(SkinShare.share(of: [100]) == (0.45, true))
    #expect(SkinShare.share(of: [0.001]) == (0.05, true))
  }

  private func limited(_ look: FaceLook, _ normal: SIMD3<Float>, share: Float) -> SIMD3<Float> {
    LightFactor.limited(FaceLight(look, share: share).factors(normal), power: 1)
  }

  @Test func `a factor is the light by the share, within limits`() {
    // Of luminance 1.
    let green: Float = (1 - 0.2126 * 1.2 - 0.0722 * 0.5) / 0.7152
    let look = FaceLook(
      level: 0.15, direction: SIMD3(0.1, -0.05, 0), colour: SIMD3(1.2, green, 0.5))
    let factor = limited(look, SIMD3(0.6, 0, 0.8), share: 0.3)
    for channel in 0..<3 {
      #expect(abs(factor[channel] - look.colour[channel] * 0.7) < 1e-5)
    }
    #expect(limited(look, SIMD3(-1, 1, 0), share: 0.3) == SIMD3(repeating: 0.05))
    #expect(limited(look, SIMD3(0, 0, 1), share: 0.01) == SIMD3(repeating: 4))
    #expect(FaceLook(values: look.values).map { abs($0.level - 0.15) < 1e-5 } == true)
    #expect(FaceLook(values: [1, 2]) == nil)
    #expect(FaceLook(values: [0, 0, 0, 1, 1, 0]) == nil)
  }
}
