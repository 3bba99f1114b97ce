import Compositing
import Imaging
import Models
import Placement
import Timelines

/// The materials of models as they are drawn, kept from when a model is first shown.
final class ModelTextures {
  /// By the models' digests.
  private var known: [String: ShadedMaterials] = [:]

  /// The materials of a model.
  ///
  /// - Parameter images: decodes the pictures of its file; nil for those that no material shows.
  func materials(
    of model: Model, images: () throws -> [StraightRGBA8?]
  ) rethrows -> ShadedMaterials {
    if let materials = known[model.digest] { return materials }
    let images = try images()
    let materials = ShadedMaterials(
      model.geometry.materials.map { ShadedMaterial($0, images: images) })
    known[model.digest] = materials
    return materials
  }
}

extension ShadedMaterial {
  fileprivate init(_ material: ModelMaterial, images: [StraightRGBA8?]) {
    self.init()
    base = material.baseColour
    metal = material.metallic
    roughness = material.roughness
    emissive = material.emissive
    mode =
      switch material.alphaMode {
      case .opaque: .opaque
      case .mask(let cutoff): .mask(cutoff: cutoff)
      case .blend: .blend
      }
    isUnlit = material.isUnlit
    normalScale = material.normalScale
    occlusionStrength = material.occlusionStrength
    func texture(_ texture: ModelTexture?) -> ShadedTexture? {
      guard let texture, images.indices.contains(texture.image), let picture = images[texture.image]
      else { return nil }
      return ShadedTexture(texture, picture)
    }
    baseTexture = texture(material.baseTexture)
    metalTexture = texture(material.metallicRoughnessTexture)
    normalTexture = texture(material.normalTexture)
    occlusionTexture = texture(material.occlusionTexture)
    emissiveTexture = texture(material.emissiveTexture)
  }
}

extension ShadedTexture {
  fileprivate init(_ texture: ModelTexture, _ picture: StraightRGBA8) {
    func wrap(_ wrap: ModelTexture.Wrap) -> Wrap {
      switch wrap {
      case .repeat: .repeat
      case .mirroredRepeat: .mirroredRepeat
      case .clampToEdge: .clampToEdge
      }
    }
    self.init(picture, number: texture.image)
    (wrapS, wrapT) = (wrap(texture.wrapS), wrap(texture.wrapT))
    isNearest = texture.isNearest
    coordinates = texture.coordinates
    (x, y) = (texture.x, texture.y)
  }
}

extension ShadedMesh {
  /// A model as it lies in a frame.
  init(_ placed: PlacedModel) {
    let geometry = placed.geometry
    var vertices: [Vertex] = []
    vertices.reserveCapacity(placed.places.count)
    for index in placed.places.indices {
      vertices.append(
        Vertex(
          x: placed.places[index].x, y: placed.places[index].y, depth: placed.depths[index],
          position: placed.positions[index], normal: placed.normals[index],
          tangent: placed.tangents[index], coordinates: geometry.coordinates[index],
          colour: geometry.colours[index]))
    }
    self.init(
      vertices: vertices, triangles: placed.drawn.map { geometry.triangles[Int($0.triangle)] },
      materials: placed.drawn.map { geometry.materialNumbers[Int($0.triangle)] },
      areBacks: placed.drawn.map(\.isBack), isPerspective: placed.isPerspective)
  }
}

extension ShadedLight {
  /// The clip's light on a face, raised to a power.
  static func match(_ light: FaceLight, power: Double) -> ShadedLight {
    .match(
      MatchedLight(level: light.level, direction: light.direction) {
        LightFactor.limited($0 * light.colour, power: Float(power))
      })
  }

  /// One light from everywhere.
  ///
  /// - Parameter factors: of red, green and blue, within the range of `LightFactor`.
  static func even(_ factors: SIMD3<Float>) -> ShadedLight {
    .match(MatchedLight(level: 1, direction: .zero) { _ in factors })
  }
}
