import Compositing
import Foundation
import Imaging
import TestSupport
import Testing

/// Lit triangles, against the formulas of light in double precision, and against what must not change them.
@Suite struct ShadedMeshTests {
  typealias Vertex = ShadedMesh.Vertex

  /// A rectangle that faces the camera.
  static func rectangle(
    _ left: Float, _ top: Float, _ right: Float, _ bottom: Float, depth: Float = 20,
    normal: SIMD3<Float> = SIMD3(0, 0, 1), material: UInt16 = 0, isBack: Bool = false
  ) -> ShadedMesh {
    let vertices = [(left, top), (right, top), (right, bottom), (left, bottom)].map { x, y in
      Vertex(
        x: x, y: y, depth: depth, position: SIMD3(0, 0, -depth), normal: normal,
        coordinates: SIMD4((x - left) / (right - left), (y - top) / (bottom - top), 0, 0))
    }
    return ShadedMesh(
      vertices: vertices, triangles: [SIMD3(0, 1, 2), SIMD3(0, 2, 3)],
      materials: [material, material], areBacks: [isBack, isBack], isPerspective: true)
  }

  /// Meshes as one, in their order.
  static func joined(_ meshes: [ShadedMesh]) -> ShadedMesh {
    meshes.dropFirst().reduce(meshes[0]) { all, mesh in
      var all = all
      let first = Int32(all.vertices.count)
      all.vertices += mesh.vertices
      all.triangles += mesh.triangles.map { $0 &+ first }
      all.materials += mesh.materials
      all.areBacks += mesh.areBacks
      return all
    }
  }

  static func material(
    _ base: SIMD4<Float> = SIMD4(repeating: 1), metal: Float = 0, roughness: Float = 1,
    mode: ShadedMaterial.Mode = .opaque, picture: StraightRGBA8? = nil
  ) -> ShadedMaterial {
    var material = ShadedMaterial()
    (material.base, material.metal, material.roughness) = (base, metal, roughness)
    material.mode = mode
    material.baseTexture = picture.map { ShadedTexture($0, number: 0) }
    return material
  }

  static func drawn(
    _ mesh: ShadedMesh, _ materials: [ShadedMaterial], in light: ShadedLight = .studio,
    _ kind: MeshLayer.Kind = .own, opacity: Float = 1
  ) -> [[UInt32]] {
    MeshTests.drawn([
      MeshLayer(kind, .shaded(mesh, ShadedMaterials(materials), light), opacity: opacity)
    ])
  }

  /// Red, green, blue and alpha of a word.
  static func levels(_ word: UInt32) -> [Double] {
    [16, 8, 0, 24].map { Double(word >> $0 & 255) }
  }

  static func signal(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  private typealias Vector = SIMD3<Double>

  private static func unit(_ t: Vector) -> Vector { t / (t * t).sum().squareRoot() }

  /// What a point sends to the camera, which looks from the front.
  private static func studio(
    _ n: SIMD3<Double>, base: SIMD3<Double>, metal: Double, roughness: Double
  ) -> SIMD3<Double> {
    let v = Vector(0, 0, 1)
    let l = unit(Vector(0.35, 0.60, 0.72))
    let alpha2 = pow(max(roughness, 0.045), 4)
    let nv = max(n.z, 0.0001)
    let nl = max(0, (n * l).sum())
    let r = 2 * n.z * n - v
    var mirror = 0.36 + 0.20 * r.y + 0.05 * r.z
    let boxes: [(Vector, Double, Double)] = [
      (Vector(0.25, 0.75, 0.60), 10, 2.2), (Vector(-0.85, 0.25, 0.45), 8, 1.3),
      (Vector(0.95, 0, 0.30), 16, 0.9),
    ]
    for (d, k, w) in boxes {
      let q = 1 / (1 / k + alpha2 / 2)
      let shown = exp(q * ((r * unit(d)).sum() - 1)) * (1 - exp(-2 * q)) / (1 - exp(-2 * k))
      mirror += w * q / k * shown
    }
    let rough = max(roughness, 0.045)
    let (qx, qy) = (1 - rough, 0.0425 - 0.0275 * rough)
    let (qz, qw) = (1.04 - 0.572 * rough, 0.022 * rough - 0.04)
    let t = min(qx * qx, pow(2, -9.28 * nv)) * qx + qy
    let f0 = 0.04 * (1 - metal) + base * metal
    let h = unit(v + l)
    let (nh, vh) = ((n * h).sum(), (v * h).sum())
    let d = alpha2 / (.pi * pow(nh * nh * (alpha2 - 1) + 1, 2))
    let g =
      0.5
      / (nl * sqrt(nv * nv * (1 - alpha2) + alpha2) + nv * sqrt(nl * nl * (1 - alpha2) + alpha2))
    let f = f0 + (1 - f0) * pow(1 - vh, 5)
    let diffuse = 0.55 + 0.15 * n.y + 0.05 * n.z + 0.55 * nl
    return base * ((1 - metal) * 0.96 * diffuse) + (f0 * (-1.04 * t + qz) + (1.04 * t + qw))
      * mirror
      + f * (.pi * 0.55 * nl * d * g)
  }

  /// A ball of normals over a square, seen by parallel rays.
  private static func ball(_ side: Int = 40) -> ShadedMesh {
    var vertices: [Vertex] = []
    for row in 0...side {
      for column in 0...side {
        let (s, t) = (Double(column) / Double(side), Double(row) / Double(side))
        let (x, y) = (1.3 * (s - 0.5), 1.3 * (0.5 - t))
        let n = SIMD3(x, y, (1 - x * x - y * y).squareRoot())
        vertices.append(
          Vertex(
            x: Float(10 + 80 * s), y: Float(10 + 80 * t), depth: Float(-n.z),
            position: SIMD3(Float(x), Float(y), Float(n.z)), normal: SIMD3<Float>(n)))
      }
    }
    let grid = MeshTests.grid(side, side) { _, _ in PlacedMesh.Vertex(x: 0, y: 0, depth: 0) }
    return ShadedMesh(vertices: vertices, triangles: grid.triangles, isPerspective: false)
  }

  // MARK: Light

  @Test(arguments: [(0, 1), (0, 0.3), (0.5, 0.5), (1, 0.2), (1, 0.8)] as [(Float, Float)])
  func `a ball is lit as the studio's formulas say`(metal: Float, roughness: Float) {
    let base = SIMD3<Float>(0.8, 0.45, 0.1)
    let words = Self.drawn(
      Self.ball(), [Self.material(SIMD4(base, 1), metal: metal, roughness: roughness)])
    for y in stride(from: 13, to: 87, by: 3) {
      for x in stride(from: 13, to: 87, by: 3) {
        let (u, v) = (1.3 * ((Double(x) - 9.5) / 80 - 0.5), 1.3 * (0.5 - (Double(y) - 9.5) / 80))
        let n = SIMD3(u, v, (1 - u * u - v * v).squareRoot())
        let light = Self.studio(
          n, base: SIMD3<Double>(base), metal: Double(metal), roughness: Double(roughness))
        let found = Self.levels(words[y][x])
        for c in 0..<3 { #expect(abs(found[c] - Self.signal(light[c])) <= 2, "\(x) \(y) \(c)") }
        #expect(found[3] == 255)
      }
    }
  }

  @Test func `white that faces the camera shows the studio's light`() {
    // A rough mirror of what is not metal adds little, so a factor of one channel is taken from the formula.
    let words = Self.drawn(Self.rectangle(10, 10, 90, 90), [Self.material()])
    let light = Self.studio(SIMD3(0, 0, 1), base: SIMD3(repeating: 1), metal: 0, roughness: 1)
    #expect(abs(Self.levels(words[50][50])[1] - Self.signal(light.y)) <= 1)
    let lit = Self.drawn(
      Self.rectangle(10, 10, 90, 90), [Self.material(SIMD4(0.5, 0.25, 0.1, 1))], in: .none)
    for (c, base) in [0.5, 0.25, 0.1].enumerated() {
      #expect(abs(Self.levels(lit[50][50])[c] - Self.signal(base)) <= 1)
    }
  }

  @Test func `the clip's light multiplies what is rough by its factors`() {
    let light = MatchedLight(level: 0.5, direction: SIMD3(0, 0.4, 0.2)) { light in
      SIMD3(light, light * light, 0.3)
    }
    let words = Self.drawn(
      Self.rectangle(10, 10, 90, 90, normal: SIMD3(0, 0.6, 0.8)),
      [Self.material(SIMD4(0.6, 0.6, 0.6, 1), metal: 1)],
      in: .match(light))
    let r = SIMD3<Float>(0, 2 * 0.8 * 0.6, 2 * 0.8 * 0.8 - 1)
    let toLight = 0.5 + 0.4 * r.y + 0.2 * r.z
    let ratio = Self.levels(words[50][50])
    func linear(_ level: Double) -> Double {
      let s = level / 255
      return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4)
    }
    #expect(abs(linear(ratio[1]) / linear(ratio[0]) - Double(toLight)) < 0.02)
    #expect(abs(linear(ratio[2]) / linear(ratio[0]) - 0.3 / Double(toLight)) < 0.02)
  }

  @Test func `the back is lit by the turned normal`() {
    let turned = Self.rectangle(10, 10, 90, 90, normal: SIMD3(0.2, -0.5, -0.8), isBack: true)
    let front = Self.rectangle(10, 10, 90, 90, normal: SIMD3(-0.2, 0.5, 0.8))
    #expect(Self.drawn(turned, [Self.material()]) == Self.drawn(front, [Self.material()]))
  }

  // MARK: Order

  @Test func `what is cut out shows what is behind it, and hides it elsewhere`() {
    let picture = Artwork.make(8, 8) { x, y in
      RGBA8(255, 255, 255, (2..<6).contains(x) && (2..<6).contains(y) ? 120 : 130)
    }
    let mesh = Self.joined([
      Self.rectangle(10, 10, 90, 90), Self.rectangle(20, 20, 80, 80, depth: 30, material: 1),
    ])
    var front = Self.material(mode: .mask(cutoff: 0.5), picture: picture)
    front.isUnlit = true
    front.baseTexture?.isNearest = true
    var back = Self.material(SIMD4(0, 1, 0, 1))
    back.isUnlit = true
    let words = Self.drawn(mesh, [front, back])
    for y in 10..<90 {
      for x in 10..<90 {
        let isHole = (30..<70).contains(x) && (30..<70).contains(y)
        #expect(words[y][x] == (isHole ? 0xFF00_FF00 : 0xFFFF_FFFF), "\(x) \(y)")
      }
    }
  }

  @Test(arguments: [1, 0.5] as [Float])
  func `what is blended is put over from far to near, where nothing opaque is nearer`(
    opacity: Float
  ) {
    var materials = [
      Self.material(SIMD4(1, 0, 0, 0.5), mode: .blend),
      Self.material(SIMD4(0, 0, 1, 0.25), mode: .blend), Self.material(SIMD4(0, 1, 0, 1)),
    ]
    for i in materials.indices { materials[i].isUnlit = true }
    // The nearest first in the file; the opaque one lies between both, over the right half.
    let mesh = Self.joined([
      Self.rectangle(10, 10, 90, 90, depth: 10),
      Self.rectangle(10, 10, 90, 90, depth: 30, material: 1),
      Self.rectangle(50, 10, 90, 90, depth: 20, material: 2),
    ])
    let words = Self.drawn(mesh, materials, opacity: opacity)
    func over(_ layers: [SIMD4<Double>]) -> [Double] {
      let all = layers.reduce(SIMD4<Double>.zero) { below, colour in
        SIMD4(colour.x, colour.y, colour.z, 1) * colour.w + below * (1 - colour.w)
      }
      return [all.x, all.y, all.z, all.w].map { $0 * 255 * Double(opacity) }
    }
    let (red, blue, green) = (SIMD4(1, 0, 0, 0.5), SIMD4(0, 0, 1, 0.25), SIMD4(0.0, 1, 0, 1))
    for (x, expected) in [(30, over([blue, red])), (70, over([green, red]))] {
      for (found, level) in zip(Self.levels(words[50][x]), expected) {
        #expect(abs(found - level) <= 1, "\(x)")
      }
    }
  }

  @Test func `models share depths with reliefs and occluders`() {
    var lit = Self.material(SIMD4(1, 1, 1, 1))
    lit.isUnlit = true
    var glass = Self.material(SIMD4(1, 1, 1, 0.5), mode: .blend)
    glass.isUnlit = true
    let mesh = Self.joined([
      Self.rectangle(10, 10, 60, 90), Self.rectangle(60, 10, 110, 90, material: 1),
    ])
    func words(_ relief: Float, _ occluder: Float) -> [UInt32] {
      let layers = [
        MeshLayer(
          .shared, MeshTests.rectangle(10, 10, 110, 50, depth: relief),
          texture: MeshTests.solid(MeshTests.red)),
        MeshLayer(.shared, .shaded(mesh, ShadedMaterials([lit, glass]), .none)),
        MeshLayer(.occluder, MeshTests.rectangle(10, 50, 110, 90, depth: occluder)),
      ]
      let drawn = MeshTests.drawn(layers)
      return [drawn[30][30], drawn[30][80], drawn[70][30], drawn[70][80]]
    }
    #expect(words(25, 25) == [0xFFFF_FFFF, 0xFFFF_8080, 0xFFFF_FFFF, 0x8080_8080])
    #expect(words(15, 15) == [0xFFFF_0000, 0xFFFF_0000, 0, 0])
  }

  // MARK: Invariants

  private static func hard(_ generator: inout SplitMix64) -> (ShadedMesh, [ShadedMaterial]) {
    let picture = Artwork.noise(64, 64, using: &generator)
    var normals = material(metal: 0.5, roughness: 0.4, picture: picture)
    normals.normalTexture = ShadedTexture(picture, number: 0)
    normals.metalTexture = ShadedTexture(picture, number: 0)
    let materials = [
      material(metal: 1, roughness: 0.2), normals,
      material(mode: .mask(cutoff: 0.5), picture: picture),
    ]
    func mesh(_ turn: Double, _ material: UInt16) -> ShadedMesh {
      let grid = MeshTests.grid(24, 18, perspective: true) { s, t in
        let (a, b) = (4 * (s - 0.5), 2 * (t - 0.5))
        let x = 9 * sin(a) * cos(turn) + 5 * b * sin(turn)
        let depth = 40 - 6 * cos(a) + 2 * sin(5 * b) + x * sin(turn)
        return PlacedMesh.Vertex(
          x: Float(60 + 200 * x / depth), y: Float(50 + 260 * b * 5 / depth), depth: Float(depth),
          u: Float(3 * s), v: Float(2 * t), light: SIMD3(Float(sin(a)), Float(sin(b)), 1))
      }
      let vertices = grid.vertices.map {
        Vertex(
          x: $0.x, y: $0.y, depth: $0.depth,
          position: SIMD3($0.x - 60, 50 - $0.y, -200) * ($0.depth / 200), normal: $0.light,
          coordinates: SIMD4($0.u, $0.v, $0.u, $0.v))
      }
      return ShadedMesh(
        vertices: vertices, triangles: grid.triangles,
        materials: grid.triangles.map { _ in material },
        areBacks: grid.triangles.map { _ in false },
        isPerspective: true)
    }
    return (joined([mesh(0.3, 0), mesh(-0.5, 1), mesh(0.9, 2)]), materials)
  }

  @Test func `the order of opaque triangles and the parts drawn change nothing`() {
    var generator = SplitMix64(state: 61)
    let (mesh, materials) = Self.hard(&generator)
    let words = Self.drawn(mesh, materials)
    #expect(Set(words.joined()).count > 1000)
    var shuffled = mesh
    let order = mesh.triangles.indices.shuffled(using: &generator)
    shuffled.triangles = order.map { mesh.triangles[$0] }
    shuffled.materials = order.map { mesh.materials[$0] }
    #expect(Self.drawn(shuffled, materials) == words)
    let layer = MeshLayer(.own, .shaded(mesh, ShadedMaterials(materials), .studio))
    #expect(MeshTests.drawn([layer], bands: [0..<7, 40..<100, 7..<40]) == words)
    let box = MeshTests.drawn([layer], columns: 33..<71, rows: -9..<58)
    #expect(box.dropFirst(9).map(Array.init) == words[..<58].map { Array($0[33..<71]) })
  }

  @Test func `numbers that are none or beyond the limits leave out their triangles`() {
    var generator = SplitMix64(state: 62)
    let special: [Float] = [
      .nan, .infinity, -.infinity, 0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 16384, 1e30, -1e30, -1,
    ]
    func number(_ range: ClosedRange<Float>) -> Float {
      Int.random(in: 0..<8, using: &generator) == 0
        ? special.randomElement(using: &generator) ?? 0 : Float.random(in: range, using: &generator)
    }
    func four(_ range: ClosedRange<Float>) -> SIMD4<Float> {
      SIMD4(number(range), number(range), number(range), number(range))
    }
    func three(_ range: ClosedRange<Float>) -> SIMD3<Float> {
      SIMD3(number(range), number(range), number(range))
    }
    let pictures = [(1, 1), (1, 7), (33, 2)].map { Artwork.noise($0.0, $0.1, using: &generator) }
    for round in 0..<40 {
      let materials = (0..<3).map { i in
        var material = ShadedMaterial()
        (material.base, material.emissive) = (four(0...1), three(0...1))
        (material.metal, material.roughness) = (number(0...1), number(0...1))
        (material.normalScale, material.occlusionStrength) = (number(-1...1), number(0...1))
        material.mode = [.opaque, .mask(cutoff: number(0...1)), .blend][i]
        func texture() -> ShadedTexture? {
          let number = Int.random(in: 0...3, using: &generator)
          guard number < 3 else { return nil }
          var texture = ShadedTexture(pictures[number], number: number)
          texture.wrapS = [.repeat, .mirroredRepeat, .clampToEdge][number]
          texture.isNearest = Bool.random(using: &generator)
          texture.coordinates = Int.random(in: -1...2, using: &generator)
          (texture.x, texture.y) = (three(-2...2), three(-2...2))
          return texture
        }
        (material.baseTexture, material.metalTexture) = (texture(), texture())
        (material.normalTexture, material.occlusionTexture) = (texture(), texture())
        material.emissiveTexture = texture()
        return material
      }
      let mesh = ShadedMesh(
        vertices: (0..<20).map { _ in
          Vertex(
            x: number(-200...300), y: number(-200...300), depth: number(1...90),
            position: three(-90...90), normal: three(-1...1), tangent: four(-1...1),
            coordinates: four(-3...3), colour: four(0...1))
        },
        triangles: (0..<40).map { _ in
          SIMD3(
            .random(in: -1...20, using: &generator), .random(in: 0...19, using: &generator),
            .random(in: 0...19, using: &generator))
        },
        materials: (0..<30).map { _ in .random(in: 0...4, using: &generator) },
        areBacks: [true], isPerspective: round % 2 == 0)
      let light = MatchedLight(level: number(0...1), direction: three(-1...1)) {
        SIMD3($0, 1, .nan)
      }
      let made = ShadedMaterials(materials)
      let words = MeshTests.drawn([
        MeshLayer(.occluder, .shaded(mesh, made, .none)),
        MeshLayer(.shared, .shaded(mesh, made, .studio)),
        MeshLayer(.shared, .shaded(mesh, made, .match(light)), opacity: number(0...1)),
        MeshLayer(
          .own, MeshTests.rectangle(110, 90, 120, 100), texture: MeshTests.solid(MeshTests.red)),
      ])
      #expect(words[95][115] == 0xFFFF_0000)
      #expect(
        words.joined().allSatisfy { word in
          [word & 255, word >> 8 & 255, word >> 16 & 255].allSatisfy { $0 <= word >> 24 }
        })
    }
    #expect(Self.drawn(Self.rectangle(10, 10, 90, 90), []).joined().allSatisfy { $0 == 0 })
  }
}
