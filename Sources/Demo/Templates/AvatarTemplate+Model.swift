import AvatarFiles
import FaceModel
import Foundation
import Geometry
import Imaging
import Placement

extension AvatarTemplate {
  /// Makes one that shows a glTF model: a crown to replace, and a guide to model around.
  ///
  /// - Parameter name: its name, of which people read the words.
  public init(modelNamed name: String) {
    let (model, guide) = ("\(name).glb", "\(name)-guide.glb")
    self.init([
      (model, GLBFile.bytes(of: CrownModel.parts)), (guide, GLBFile.bytes(of: HeadModel.parts)),
      (Self.manifestName, Self.manifest(named: name, model: model)),
    ])
  }

  /// Makes one of a model, a `.glb` file, or of a Lottie animation, `.json` or `.lottie`, as its one layer.
  public init(named name: String, fromFile path: String) throws(TemplateError) {
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    let file = "\(name).\(ending)"
    let bytes: [UInt8]
    do throws(ImagingError) {
      bytes = try FileBytes.read(path: path, limit: PackageLimits.fileBytes)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
    let animation = """
      {
        "version": 1,
        "name": {"en": \(Self.title(name))},
        "layers": [
          {"name": "animation", "image": "\(file)", "scale": \(Self.standardScale), "scaleReference": "pose",
           "offset": {"z": 0.1}}
        ]
      }

      """
    self.init([
      (file, bytes),
      (
        Self.manifestName,
        ending == "glb" ? Self.manifest(named: name, model: file) : Array(animation.utf8)
      ),
    ])
  }

  private static func manifest(named name: String, model: String) -> [UInt8] {
    let text = """
      {
        "version": 1,
        "name": {"en": \(title(name))},
        "layers": [
          {"name": "model", "model": "\(model)"},
          {"name": "head", "occluder": "head"}
        ]
      }

      """
    return Array(text.utf8)
  }
}

/// From centimetres of the canonical face to metres from the anchor `eyes`.
private func place(_ point: SIMD3<Double>) -> SIMD3<Double> {
  let eyes = CanonicalFace.eyeMidpoint
  return (point - SIMD3(eyes.x, eyes.y, eyes.z)) / 100
}

/// The average head: what is modelled around it sits on every face.
private enum HeadModel {
  private static let skin = GLBFile.Material(
    name: "guide", colour: SIMD3(0.5, 0.5, 0.5), metallic: 0, roughness: 0.8)

  static var parts: [GLBFile.Part] {
    let face = GLBFile.Part(
      name: "face guide", points: CanonicalFace.vertices.map { place(SIMD3($0.x, $0.y, $0.z)) },
      normals: FaceSurface.normals,
      coordinates: CanonicalFace.texturePoints.map { SIMD2($0.x, $0.y) },
      triangles: CanonicalFace.triangles.map { SIMD3(Int32($0.0), Int32($0.1), Int32($0.2)) },
      material: skin)
    let skull = GLBFile.Part(
      name: "skull guide", points: SkullSurface.points.map(place),
      normals: SkullSurface.points.map(SkullSurface.normal),
      triangles: SkullSurface.triangles.map { SIMD3($0.x, $0.z, $0.y) }, material: skin)
    return [face, skull]
  }
}

/// A gold crown with a stone that grows as the mouth opens.
private enum CrownModel {
  private static let gold = GLBFile.Material(
    name: "gold", colour: SIMD3(1, 0.71, 0.29), metallic: 1, roughness: 0.35)
  private static let ruby = GLBFile.Material(
    name: "ruby", colour: SIMD3(0.55, 0.01, 0.04), metallic: 0, roughness: 0.1)

  /// In centimetres: half axes of the band, around what the head's sides need, and its height.
  private static let (across, front, behind) = (8.4, 9.8, 10.2)
  private static let (bottom, height, point, thickness) = (7.4, 2.4, 2.2, 0.25)
  private static let (columns, points) = (96, 12)

  static var parts: [GLBFile.Part] {
    let rings = [
      ring(width: 0, flare: 1, isHigh: false), ring(width: 0, flare: 1.06, isHigh: true),
      ring(width: thickness, flare: 1.06, isHigh: true),
      ring(width: thickness, flare: 1, isHigh: false),
    ]
    var (corners, triangles): ([SIMD3<Double>], [SIMD3<Int32>]) = ([], [])
    for (number, ring) in rings.enumerated() {
      triangles += strip(from: corners.count, columns)
      corners += ring + rings[(number + 1) % rings.count]
    }
    let band = GLBFile.Part(
      name: "crown", points: corners.map(place), normals: SurfaceNormals.of(corners, triangles),
      triangles: triangles, material: gold)
    return [band, stone]
  }

  /// The stone has flat facets: two rings of eight corners.
  private static var stone: GLBFile.Part {
    let middle = SIMD3(0, bottom + height / 2, SkullSurface.middle.z + front * 1.025)
    let corners = [(1.0, 0.0), (0.55, 0.55)].flatMap { size, depth in
      (0..<8).map { corner in
        let turn = .pi * (Double(corner) + 0.5) / 4
        return middle + SIMD3(0.95 * size * cos(turn), 1.15 * size * sin(turn), depth)
      }
    }
    let table = (9..<15).map { SIMD3<Int32>(8, $0, $0 + 1) }
    return GLBFile.Part(
      name: "stone", points: corners.map(place), triangles: strip(from: 0, 8) + table,
      material: ruby, target: ("jawOpen", corners.map { ($0 - middle) * 0.007 }))
  }

  /// A ring about the head from the front towards the subject's left.
  private static func ring(width: Double, flare: Double, isHigh: Bool) -> [SIMD3<Double>] {
    (0..<columns).map { column in
      let turn = 2 * Double.pi * Double(column) / Double(columns)
      let depth = cos(turn) > 0 ? front : behind
      // From 1 at the front to 0 half way to the next point.
      let part = Double(column * points % columns) / Double(columns)
      let rise = isHigh ? height + point * abs(2 * part - 1) : 0
      return SIMD3(
        (across * flare - width) * sin(turn), bottom + rise,
        SkullSurface.middle.z + (depth * flare - width) * cos(turn))
    }
  }

  /// The triangles between two rings, the second of which follows the first.
  private static func strip(from start: Int, _ columns: Int) -> [SIMD3<Int32>] {
    (0..<columns).flatMap { column in
      let (left, right) = (Int32(start + column), Int32(start + (column + 1) % columns))
      let above = Int32(columns)
      return [
        SIMD3(left, right, right + above), SIMD3(left, right + above, left + above),
      ]
    }
  }
}
