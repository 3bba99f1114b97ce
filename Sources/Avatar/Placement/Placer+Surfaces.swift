import Avatars
import FaceModel
import Geometry

extension Placer {
  /// Places a layer that is more than a flat picture; nil for one that is not to be drawn.
  ///
  /// - Parameters:
  ///   - index: the layer's place in its avatar.
  ///   - occluders: those of the avatar on the face; made where nil and asked for.
  ///   - ageMs: how long it moves, in milliseconds.
  func raise(
    _ layer: Layer, _ index: Int, of avatarIndex: Int, on face: SceneFace,
    _ occluders: inout [SurfaceMesh]?, ageMs: Double
  ) -> DrawnLayer? {
    let measured = avatars[avatarIndex]
    let byMatrix = isPlacedByMatrix(face, measured.avatar)
    let found =
      if let model = layer.model {
        onModel(layer, model, of: avatarIndex, face, byMatrix: byMatrix, ageMs: ageMs)
      } else if layer.surface.kind == .face {
        onFace(layer, picture: measured.pictureSizes[index], face, byMatrix: byMatrix)
      } else {
        onSheet(layer, index, of: avatarIndex, face, byMatrix: byMatrix)
      }
    guard var drawn = found, drawn.volume?.box != nil else { return nil }
    if layer.depth == .shared, !measuresOnly {
      let hiding = occluders ?? self.occluders(of: measured, on: face, byMatrix: byMatrix)
      occluders = hiding
      drawn.volume?.occluders = hiding
    }
    return drawn
  }

  func projection(
    of anchor: Anchor, _ reference: ScaleReference, on face: SceneFace, byMatrix: Bool
  ) -> SurfaceProjection? {
    guard !byMatrix else {
      return .byMatrix(face, anchor: anchor, through: scene, snap: options.snap)
    }
    guard let line = face.eyeLine else { return nil }
    return .byLandmarks(
      face, anchor: anchor, distance: face.eyeDistance(by: reference, line: line), through: scene)
  }

  private func onSheet(
    _ layer: Layer, _ index: Int, of avatarIndex: Int, _ face: SceneFace, byMatrix: Bool
  ) -> DrawnLayer? {
    let measured = avatars[avatarIndex]
    let picture = measured.pictureSizes[index]
    let isFlipped = output.mirrored && layer.mirror == .keep
    let sheet = surfaces.sheet(of: layer, index, in: measured, avatarIndex, isFlipped: isFlipped)
    let plane = ArtworkPlane(layer: layer, picture: picture, flipped: isFlipped)
    guard layer.scale > 0,
      let projection = projection(
        of: layer.anchor, layer.scaleReference, on: face, byMatrix: byMatrix),
      let flat = placement(of: layer, plane: plane, on: face, byMatrix: byMatrix)
    else { return nil }
    let homography = flat.homography.then(output.toComposite)
    func finished(_ point: SIMD3<Double>) -> Point2<OutputSpace> {
      output.finished(output.toComposite(projection.unlimited(point).place))
    }
    let corners = sheet.corners.map(finished)
    let points = sheet.tellingCorners.map { finished(sheet.points[$0]) }
    guard homography.isFinite, (corners + points).allSatisfy(Self.isInReach) else {
      return nil
    }
    let mesh = SurfaceMesh(sheet, by: projection, in: output)
    return DrawnLayer(
      mode: flat.mode, residual: flat.residual, homography: homography,
      corners: Quad(corners[0], corners[1], corners[2], corners[3]),
      volume: LayerVolume(
        surface: layer.surface.kind, shape: .surface(mesh),
        hasNormals: layer.surface != .flat || layer.relief != nil, depth: layer.depth,
        occluders: [], tolerance: LayerVolume.tolerance * projection.centimetre, points: points))
  }

  private func onFace(
    _ layer: Layer, picture: PixelSize<ArtworkSpace>, _ face: SceneFace, byMatrix: Bool
  ) -> DrawnLayer? {
    guard case .face(let holes) = layer.surface,
      let mesh = FaceSurface.mesh(
        on: face, without: holes, byMatrix: byMatrix, through: scene, in: output),
      let box = mesh.box, let line = face.eyeLine,
      let homography = Homography<ArtworkSpace, OutputSpace>(
        rectangle: Double(picture.width), Double(picture.height), to: Quad(box))
    else { return nil }
    let centimetre =
      byMatrix
      ? 1
      : face.eyeDistance(by: .eyes, line: line) / CanonicalFace.eyeDistance
    return DrawnLayer(
      mode: byMatrix ? .matrix : .landmarks, residual: nil, homography: homography,
      corners: Quad(box).map(output.finished),
      volume: LayerVolume(
        surface: .face, shape: .surface(mesh), hasNormals: true, depth: layer.depth, occluders: [],
        tolerance: LayerVolume.tolerance * centimetre,
        points: FaceSurface.tellingLandmarks.compactMap { face.landmark($0) }
          .map { output.finished(output.toComposite($0)) }))
  }

  /// What of a face hides the shared layers of an avatar.
  private func occluders(
    of measured: MeasuredAvatar, on face: SceneFace, byMatrix: Bool
  ) -> [SurfaceMesh] {
    guard !measured.avatar.occluders.isEmpty,
      let projection = projection(of: .eyes, .eyes, on: face, byMatrix: byMatrix)
    else { return [] }
    return measured.avatar.occluders.flatMap { occluder -> [SurfaceMesh] in
      if let model = occluder.model {
        let mesh = self.occluder(
          model, of: measured, on: face, byMatrix: byMatrix, push: occluder.push)
        return [mesh].compactMap(\.self)
      }
      let surface = FaceSurface.mesh(
        on: face, without: [], byMatrix: byMatrix, through: scene, in: output,
        push: occluder.push * projection.centimetre)
      let skull =
        occluder.shape == .head
        ? SkullSurface.mesh(by: projection, in: output, push: occluder.push) : nil
      return [surface, skull].compactMap(\.self)
    }
  }

  static func isInReach(_ corner: Point2<OutputSpace>) -> Bool {
    abs(corner.x) <= farthest && abs(corner.y) <= farthest
  }

  private static var farthest: Double { 1e9 }
}

extension LayerVolume {
  /// How far behind what hides it a surface is still seen, in centimetres: so that of layers at one depth the later
  /// is seen.
  static let tolerance = 0.02
}
