internal import Comparison
internal import Compositing
internal import Geometry
internal import Imaging
internal import Placement

/// Explains a picture by drawing the first one's composition anew, where its artwork is known.
struct Rerendering {
  enum Outcome {
    /// The first picture is not what its sidecar and the artwork make: nothing can be told so.
    case unfit
    /// No change of the composition explains the second picture.
    case unexplained
    /// These changes do.
    case explained(EditableScene, RerenderEdits, RerenderAgreement)
  }

  let expected: StraightRGBA8
  let actual: StraightRGBA8
  let wantsMore: @Sendable () -> Bool

  /// How far around the layers pixels are looked at, as a part of the layers' extent.
  private static let margin = 0.06
  /// Where the compositor may choose how it samples: a part of a picture is drawn as the picture is only
  /// if it begins at a multiple of this.
  private static let tileSide = 64
  /// The least extent of what changed at the coarsest level, in pixels.
  private static let coarseExtent = 56.0
  /// The most pixels of the finest level; larger pictures are explained at a half or less of their
  /// size.
  private static let mostPixels = 700_000
  /// The most pixels, and the most layers, that are drawn anew; beyond, pixels alone tell.
  static let mostAreaPixels = 9_000_000
  static let mostLayers = 40
  /// The share of the difference that a first layer must explain for a second one to be looked for.
  private static let leastFirst: Float = 0.2
  /// A channel's difference from which a pixel says that a face changed.
  private static let visible = 6

  /// Looks for the changes.
  func explain(_ record: PlacementRecord, _ artwork: KnownArtwork) -> Outcome {
    guard record.placements.count <= Self.mostLayers,
      let layers = artwork.layers(of: record), let compositor = try? Compositor()
    else { return .unfit }
    let scene = EditableScene(layers: layers)
    let (faces, changed) = changedFaces(scene)
    guard !faces.isEmpty else { return .unexplained }
    let corners = layers.filter { faces.contains($0.entry.face) }
      .flatMap { $0.entry.corners.corners.map { SIMD2($0.x, $0.y) } }
    let extent = Self.extent(corners)
    let area = RasterArea(
      around: corners, margin: Self.margin * extent + 8, width: expected.width,
      height: expected.height
    ).aligned(to: Self.tileSide)
    guard min(area.width, area.height) >= 16, area.count <= Self.mostAreaPixels else {
      return .unfit
    }
    let origin = SIMD2(Double(area.x), Double(area.y))
    guard
      let background = RecoveredBackground(
        under: scene, in: ByteRaster(expected, area), at: origin, by: compositor)
    else { return .unfit }
    var count = 1
    while changed / Double(1 << count) >= Self.coarseExtent { count += 1 }
    var skipped = 0
    while area.count >> (2 * skipped) > Self.mostPixels { skipped += 1 }
    let levels = RerenderLevel.levels(
      background: background.raster, target: ByteRaster(actual, area), origin: origin,
      count: max(count, skipped + 1), skipping: skipped)
    let noise = max(background.noise, noiseOutside(of: area))
    let search = RerenderSearch(
      scene: scene, levels: levels, compositor: compositor, noise: noise, faces: faces,
      wantsMore: wantsMore)
    // An encoder's errors lie at edges and mostly cancel out over a few pixels.
    let judged = noise >= RerenderAgreement.encoderNoise ? min(1, levels.count - 1) : 0
    let own = (0..<skipped + judged).reduce(ByteRaster(expected, area)) { raster, _ in
      raster.halved
    }
    return outcome(
      search, level: levels[judged],
      tolerance: RerenderAgreement.tolerance(of: own, scene, levels[judged], by: compositor))
  }

  private func outcome(
    _ search: RerenderSearch, level: RerenderLevel, tolerance: Float
  ) -> Outcome {
    func agreement(_ edits: RerenderEdits) -> RerenderAgreement {
      RerenderAgreement(
        search.scene, level, after: edits, tolerance: tolerance, noise: search.noise,
        by: search.compositor)
    }
    let singles = search.best(from: RerenderEdits())
    for single in singles {
      let finished = search.finished(single)
      guard agreement(finished.edits).isGood else { continue }
      let told = withHidden(search, search.simplified(finished), agreement)
      return .explained(search.scene, told.edits, agreement(told.edits))
    }
    for single in singles where single.gain >= Self.leastFirst * search.room {
      for second in search.best(from: single.edits) {
        let pair = search.finished(search.refined(single.joined(with: second)))
        if agreement(pair.edits).isGood {
          let simple = search.simplified(pair)
          return .explained(search.scene, simple.edits, agreement(simple.edits))
        }
      }
    }
    return .unexplained
  }

  /// A change that explains nearly all, together with one of a second layer of which little is seen.
  private func withHidden(
    _ search: RerenderSearch, _ single: RerenderHypothesis,
    _ agreement: (RerenderEdits) -> RerenderAgreement
  ) -> RerenderHypothesis {
    let alone = agreement(single.edits)
    guard !alone.isFull, single.edits.faces.isEmpty else { return single }
    for second in search.best(from: single.edits) {
      let pair = search.finished(search.refined(single.joined(with: second)))
      let both = agreement(pair.edits)
      if both.isGood, both.wrong * 3 < alone.wrong, both.left < alone.left {
        return search.simplified(pair)
      }
    }
    return single
  }

  private static func extent(_ points: [SIMD2<Double>]) -> Double {
    let (x, y) = (points.map(\.x), points.map(\.y))
    return max(
      (x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0))
  }

  /// The faces in whose layers pixels differ, and the least extent of these pixels, in pixels.
  private func changedFaces(_ scene: EditableScene) -> (faces: Set<Int>, extent: Double) {
    var (found, least) = (Set<Int>(), Double.infinity)
    for face in Set(scene.faces) {
      var mask = PixelMask(width: expected.width, height: expected.height, filled: false)
      for layer in scene.layers(of: face) {
        mask.add(scene.layers[layer].entry.corners, margin: OverlayRegion.margin)
      }
      var changed: [SIMD2<Double>] = []
      for i in mask.bytes.indices where mask.bytes[i] != 0 && isChanged(i) {
        changed.append(SIMD2(Double(i % mask.width), Double(i / mask.width)))
      }
      if !changed.isEmpty {
        found.insert(face)
        least = min(least, Self.extent(changed))
      }
    }
    return (found, least.isFinite ? least : 0)
  }

  private func isChanged(_ pixel: Int) -> Bool {
    (4 * pixel..<4 * pixel + 3).contains {
      abs(Int(expected.bytes[$0]) - Int(actual.bytes[$0])) >= Self.visible
    }
  }

  /// What an encoder changed where no layer is: from the median of the differences, in levels.
  private func noiseOutside(of area: RasterArea) -> Float {
    var differences: [Int] = []
    for y in stride(from: 0, to: expected.height, by: 3) {
      for x in stride(from: 0, to: expected.width, by: 3)
      where x < area.x || x >= area.x + area.width || y < area.y || y >= area.y + area.height {
        let i = 4 * (y * expected.width + x) + 1
        differences.append(abs(Int(expected.bytes[i]) - Int(actual.bytes[i])))
      }
    }
    guard differences.count >= 100 else { return 0 }
    differences.sort()
    return 1.4826 * Float(differences[differences.count / 2])
  }
}
