import Avatars
import FaceModel
import Geometry
import Models

extension Placer {
  /// Places a layer's model; nil for one that is not to be drawn.
  ///
  /// - Parameter ageMs: how long the model moves, in milliseconds.
  func onModel(
    _ layer: Layer, _ said: LayerModel, of avatarIndex: Int, _ face: SceneFace, byMatrix: Bool,
    ageMs: Double
  ) -> DrawnLayer? {
    let measured = avatars[avatarIndex]
    guard layer.scale > 0, let model = measured.models[layer.image],
      let projection = projection(
        of: layer.anchor, layer.scaleReference, on: face, byMatrix: byMatrix)
    else { return nil }
    let placed = placed(
      model, of: layer, said, at: moment(of: model, layer, said, face, ageMs: ageMs),
      by: projection)
    guard let box = placed.box,
      let homography = Homography<ArtworkSpace, OutputSpace>(rectangle: 1, 1, to: Quad(box))
    else { return nil }
    return DrawnLayer(
      mode: projection.mode, residual: projection.residual, homography: homography,
      corners: Quad(box).map(output.finished),
      volume: LayerVolume(
        placed, depth: layer.depth, centimetre: projection.centimetre, in: output))
  }

  /// A model of an occluder, at rest.
  func occluder(
    _ layer: Layer, of measured: MeasuredAvatar, on face: SceneFace, byMatrix: Bool, push: Double
  ) -> SurfaceMesh? {
    guard let said = layer.model, let model = measured.models[layer.image],
      let projection = projection(of: layer.anchor, .eyes, on: face, byMatrix: byMatrix)
    else { return nil }
    return SurfaceMesh(
      placed(model, of: layer, said, at: ModelMoment(), by: projection),
      push: push * projection.centimetre)
  }

  private func placed(
    _ model: Model, of layer: Layer, _ said: LayerModel, at moment: ModelMoment,
    by projection: SurfaceProjection
  ) -> PlacedModel {
    let toFace = ModelMatrix(
      onFace: SIMD3(layer.offset.x, layer.offset.y, layer.offset.z),
      degrees: SIMD3(said.nod, said.turn, layer.rotation), scale: layer.scale,
      isFlipped: output.mirrored && layer.mirror == .keep)
    return PlacedModel(
      model.posed(moment), of: model.geometry, through: projection.model(toFace, in: output))
  }

  /// What a model looks like at an age on a face.
  private func moment(
    of model: Model, _ layer: Layer, _ said: LayerModel, _ face: SceneFace, ageMs: Double
  ) -> ModelMoment {
    var moment = ModelMoment(
      said.animation, of: model, layer.play, speed: layer.timing.speed, atAge: ageMs)
    if said.followsBlendshapes { moment.morphs = model.drivenMorphs { face.score($0) } }
    moment.changes = said.changes
    return moment
  }
}

extension SurfaceMesh {
  /// What a model covers, not seen itself.
  ///
  /// - Parameter push: added to the depths, in their unit.
  fileprivate init(_ model: PlacedModel, push: Double) {
    self.init(
      places: model.places, depths: model.depths.map { $0 + Float(push) }, coordinates: [],
      normals: [],
      triangles: model.drawn.map { model.geometry.triangles[Int($0.triangle)] },
      isPerspective: model.isPerspective)
  }
}
