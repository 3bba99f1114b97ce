public import Avatars
import Geometry
public import Tracking

/// Places the layers of avatars on faces.
///
/// It is told of every tracking sample that passes (`observe`), for what outlasts a moment: which
/// face wears which avatar, and which triggers hold. All else is a pure function of the moment.
public struct Placer: Sendable {
  /// The avatars; the first faces get them from left to right, others as they appear.
  public let avatars: [MeasuredAvatar]
  /// The way from the tracker's picture to the scene; another one where the clip's picture lies elsewhere from
  /// a time on.
  public var scene: SceneMapping
  /// The way from the scene to the produced frame.
  public package(set) var output: OutputMapping
  /// How layers are to be placed.
  public let options: PlacementOptions
  /// Whether only their corners are asked for, so that what hides them is not placed.
  package var measuresOnly = false

  /// When sounds of avatars are heard; nil where that is not asked for, or none has one.
  private var sounds: HeardAvatars?

  private var assignment: AvatarAssignment
  /// By avatar.
  private var triggers: [Int: TriggerStates] = [:]
  /// What users did to avatars, by rising time.
  private let cues: [AvatarCue]
  /// The places of the avatars that swipes go through.
  private let swiped: [Int]
  /// How avatars sit on faces.
  private let profile: FitProfile
  let surfaces = SurfacePlacer()
  /// The middle of each avatar, about which it is fitted; empty where none is.
  private let middles: [Vector3<FaceSpace>]

  /// Makes a placer that has seen no sample yet.
  ///
  /// - Parameters:
  ///   - firstFaces: the faces that get their avatars before any sample is seen, from left to
  ///   right; see `FirstFaces`.
  ///   - given: how many of the avatars are given to faces; nil for all. The others are worn by cues alone.
  ///   - cues: what users did to avatars.
  ///   - swiped: the places of the avatars that swipes go through, in their order.
  ///   - profile: how avatars sit on faces before cues.
  public init(
    avatars: [MeasuredAvatar], scene: SceneMapping, output: OutputMapping,
    options: PlacementOptions = PlacementOptions(), firstFaces: [Int] = [], given: Int? = nil,
    cues: [AvatarCue] = [], swiped: [Int] = [], profile: FitProfile = FitProfile()
  ) {
    (self.avatars, self.scene, self.output, self.options) = (avatars, scene, output, options)
    assignment = AvatarAssignment(count: min(given ?? avatars.count, avatars.count))
    self.cues = cues.filter { $0.avatar.map(avatars.indices.contains) ?? true }
      .sorted { $0.timeMs < $1.timeMs }
    self.swiped = swiped.filter(avatars.indices.contains)
    self.profile = profile
    middles = profile.isEmpty ? [] : avatars.map(\.avatar.middle)
    assignment.meet(firstFaces)
  }

  /// Takes a tracking sample into account that the video has reached.
  ///
  /// Every sample is to be given once, in order, from the recording's first on, even where only a
  /// part of the clip is rendered: the part then looks as it does in the whole.
  /// `FaceTimeline.faces(atMs:observing:)` hands them out so.
  ///
  /// - Parameter moment: what the recording holds beside the faces at the sample's time.
  public mutating func observe(
    _ sample: IdentifiedSample, moment: RecordedMoment = RecordedMoment()
  ) {
    meet(sample.faces)
    for face in sample.faces {
      updateTriggers(of: face, moment, atMs: sample.timeMs)
    }
  }

  /// Notes from now on when sounds of avatars are heard.
  package mutating func noteSounds() { sounds = HeardAvatars(avatars) }

  /// Those that were noted, by rising time.
  package var heard: [AvatarSoundCue] { sounds?.heard ?? [] }

  /// Gives the faces that are new their avatars.
  private mutating func meet(_ faces: [IdentifiedFace]) {
    assignment.meet(
      faces
        .map { ($0.identity, x: SceneFace($0.face, through: scene).horizontalPosition) }
        .sorted { ($0.x, $0.0) < ($1.x, $1.0) }
        .map(\.0))
  }

  private mutating func updateTriggers(
    of face: IdentifiedFace, _ moment: RecordedMoment, atMs timeMs: Double
  ) {
    guard let index = assignment[face.identity] else { return }
    let state = SceneFace(face.face, through: scene, moment: moment)
    // What holds of an avatar that is put on later follows all samples before.
    let own = cues.filter { ($0.face ?? face.identity) == face.identity }
    let later = own.compactMap(\.avatar) + (own.contains { $0.step != 0 } ? swiped : [])
    let all = Set(later).union([index])
    for avatar in all {
      triggers[avatar, default: TriggerStates()].observe(
        face: face.identity, layers: avatars[avatar].avatar.layers, state: state, atMs: timeMs)
    }
    if sounds != nil {
      let worn = worn(by: face.identity, atMs: timeMs).last?.worn.avatar
      sounds?.observe(face.identity, all, worn: worn, state, atMs: timeMs)
    }
  }

  /// Where every visible layer of these faces goes, in drawing order: faces from far to near, the
  /// layers of each in the order of its avatar.
  ///
  /// A face that no observed sample has shown is taken into account as if one had.
  ///
  /// - Parameters:
  ///   - moment: what the recording holds beside the faces.
  ///   - timeMs: the time on the clip's timeline, in milliseconds: that up to which cues have come, and of
  ///     the frame of pictures that move by themselves.
  public mutating func place(
    _ faces: [TimedFace], moment: RecordedMoment = RecordedMoment(),
    atMs timeMs: Double = -.infinity
  ) -> [LayerPlacement] {
    let identified = faces.map { IdentifiedFace(identity: $0.identity, face: $0.face) }
    let unknown = identified.filter { assignment[$0.identity] == nil }
    if !unknown.isEmpty {
      meet(identified)
      unknown.forEach { updateTriggers(of: $0, moment, atMs: timeMs) }
    }
    return
      faces
      .map { (tracked: $0, face: SceneFace($0.face, through: scene, moment: moment)) }
      .map { (tracked: $0.tracked, face: $0.face, depth: $0.face.depth) }
      .sorted { ($1.depth, $0.tracked.identity) < ($0.depth, $1.tracked.identity) }
      .flatMap { place($0.face, of: $0.tracked, atMs: timeMs) }
  }

  /// Whether a face that was observed wears an avatar with layers at a time, in milliseconds.
  package func wears(_ identity: Int, atMs timeMs: Double) -> Bool {
    worn(by: identity, atMs: timeMs).contains { !avatars[$0.worn.avatar].avatar.layers.isEmpty }
  }

  /// What a face wears, and how much of each is seen.
  private func worn(
    by identity: Int, atMs timeMs: Double
  ) -> [(worn: WornAvatar, opacity: Double)] {
    guard let given = assignment[identity] else { return [] }
    return cues.isEmpty
      ? [(WornAvatar(avatar: given), 1)]
      : WornAvatar.worn(by: identity, from: given, cues, through: swiped, atMs: timeMs)
  }

  private func place(
    _ face: SceneFace, of tracked: TimedFace, atMs timeMs: Double
  ) -> [LayerPlacement] {
    worn(by: tracked.identity, atMs: timeMs).flatMap {
      place($0.worn, $0.opacity, face, of: tracked, atMs: timeMs)
    }
  }

  private func place(
    _ worn: WornAvatar, _ part: Double, _ face: SceneFace, of tracked: TimedFace,
    atMs timeMs: Double
  ) -> [LayerPlacement] {
    let avatarIndex = worn.avatar
    let (avatar, sizes) = (avatars[avatarIndex].avatar, avatars[avatarIndex].pictureSizes)
    let fit =
      middles.isEmpty
      ? AvatarFit.identity : profile.fit(ofAvatar: avatar.id, onFace: tracked.identity)
    let middle = middles.isEmpty ? .zero : middles[avatarIndex]
    // Made by the first layer that they hide.
    var occluders: [SurfaceMesh]?
    return avatar.layers.indices.compactMap { index in
      guard
        triggers[avatarIndex]?.shows(layer: index, of: avatar.layers, face: tracked.identity)
          ?? avatar.layers[index].when.isEmpty
      else { return nil }
      let layer = worn.fitted(
        fit.applied(to: avatar.layers[index].driven(by: face), about: middle))
      let shownMs =
        triggers[avatarIndex]?.shownMs(layer: index, face: tracked.identity) ?? timeMs
      // A new face's layers are placed from its first frame on, which shows nothing of them yet.
      guard layer.opacity > 0, tracked.opacity >= 0,
        let drawn = layer.hasVolume
          ? raise(
            layer, index, of: avatarIndex, on: face, &occluders,
            ageMs: avatars[avatarIndex].age(ofLayer: index, atMs: timeMs, shownMs: shownMs))
          : draw(layer, picture: sizes[index], of: avatar, on: face)
      else {
        return nil
      }
      let opacity = min(layer.opacity * tracked.opacity * part, 1)
      var placement = LayerPlacement(
        on: .face(tracked.identity), avatarIndex: avatarIndex, layerIndex: index, layer: layer.name,
        mode: drawn.mode, homography: drawn.homography, corners: drawn.corners,
        opacity: opacity, residualPx: drawn.residual,
        driven: layer.driven(from: avatar.layers[index]),
        frame: avatars[avatarIndex].frame(ofLayer: index, atMs: timeMs, shownMs: shownMs))
      (placement.volume, placement.stuckPx) = (drawn.volume, tracked.stuckPx)
      return placement
    }
  }

  /// Where a layer is drawn.
  struct DrawnLayer {
    let mode: LayerPlacement.Mode
    let residual: Double?
    let homography: Homography<ArtworkSpace, OutputSpace>
    let corners: Quad<OutputSpace>
    var volume: LayerVolume?
  }

  /// Places one flat layer in scene and output; nil for a layer that is not to be drawn.
  private func draw(
    _ layer: Layer, picture: PixelSize<ArtworkSpace>, of avatar: Avatar, on face: SceneFace
  ) -> DrawnLayer? {
    let flipped = output.mirrored && layer.mirror == .keep
    let plane = ArtworkPlane(layer: layer, picture: picture, flipped: flipped)
    guard layer.scale > 0,
      let placement = placement(
        of: layer, plane: plane, on: face, byMatrix: isPlacedByMatrix(face, avatar)),
      let inScene = placement.homography.corners(of: picture),
      inScene.signedArea * (flipped ? -1 : 1) > 0
    else { return nil }
    let homography = placement.homography.then(output.toComposite)
    guard homography.isFinite, homography.inverse != nil,
      let corners = homography.corners(of: picture)
    else { return nil }
    return DrawnLayer(
      mode: placement.mode, residual: placement.residual, homography: homography,
      corners: corners.map(output.finished))
  }

  /// Whether an avatar is placed by the matrix of a face; by one that was solved only where a layer has volume.
  func isPlacedByMatrix(_ face: SceneFace, _ avatar: Avatar) -> Bool {
    switch options.mode {
    case .auto: face.pose != nil && (!face.isPoseSolved || avatar.hasVolume)
    case .landmarks: false
    case .matrix: true
    }
  }

  func placement(
    of layer: Layer, plane: ArtworkPlane, on face: SceneFace, byMatrix: Bool
  ) -> ScenePlacement? {
    byMatrix
      ? .byMatrix(face, layer: layer, plane: plane, mapping: scene, snap: options.snap)
      : .byLandmarks(face, layer: layer, plane: plane)
  }
}

extension Layer {
  /// The layer's width and turn, where they are not those that another one has.
  fileprivate func driven(from own: Layer) -> DrivenSize? {
    scale == own.scale && rotation == own.rotation
      ? nil : DrivenSize(scale: scale, rotation: rotation)
  }
}

extension Homography where From == ArtworkSpace {
  /// The longest coordinate that a drawn layer may have, in pixels.
  ///
  /// A picture of 16384 pixels a side with a face at the near plane stays far below it; beyond it
  /// lie only samples that make no sense.
  private static var farthest: Double { 1e9 }

  /// Where the corners of a picture land; nil where one lies too near to the camera (the weight is
  /// the depth in centimetres, and 1 for a 2D transform), or nowhere sensible.
  fileprivate func corners(of picture: PixelSize<ArtworkSpace>) -> Quad<To>? {
    let (w, h) = (Double(picture.width), Double(picture.height))
    func landed(_ x: Double, _ y: Double) -> Point2<To>? {
      let corner = Point2<From>(x, y)
      guard weight(at: corner) >= PerspectiveCamera.nearPlane, let place = self(corner),
        abs(place.x) <= Self.farthest, abs(place.y) <= Self.farthest
      else { return nil }
      return place
    }
    guard let topLeft = landed(0, 0), let topRight = landed(w, 0),
      let bottomRight = landed(w, h), let bottomLeft = landed(0, h)
    else { return nil }
    return Quad(topLeft, topRight, bottomRight, bottomLeft)
  }
}
