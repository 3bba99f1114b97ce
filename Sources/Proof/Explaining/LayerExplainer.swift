internal import Foundation
package import Imaging
internal import Placement
package import Registration

/// Says what happened between two pictures, layer by layer where it is known where layers are.
package struct LayerExplainer {
  let expected: StraightRGBA8
  let actual: StraightRGBA8
  let context: PictureContext
  /// The pixels that were compared; nil for all.
  let region: PixelMask?
  /// Whether the layers' placements say where to look.
  let knowsLayers: Bool
  /// Whether the explanation is still wanted.
  let wantsMore: @Sendable () -> Bool

  /// What the layers' masks may take together, in bytes, one a pixel and a layer; where they would
  /// take more, all layers are explained as one.
  static let mostMaskBytes = 512 << 20

  package init(
    expected: StraightRGBA8, actual: StraightRGBA8, context: PictureContext, region: PixelMask?,
    knowsLayers: Bool, wantsMore: @escaping @Sendable () -> Bool
  ) {
    (self.expected, self.actual, self.context) = (expected, actual, context)
    (self.region, self.knowsLayers, self.wantsMore) = (region, knowsLayers, wantsMore)
  }

  /// The sentences, and the change of each layer that is not as it was.
  package func explanation() -> (sentences: [String], changes: [String: RegionChange]) {
    if let whole = WholePicture.change(from: expected, to: actual) {
      return ["the whole picture: \(whole.words)"].withChange(whole)
    }
    if let anew = explanationByRerendering() { return anew }
    let numbers = numbersBesidePlaces()
    if let numbers, !numbers.movesLayers {
      let (sentences, changes) = told(numbers.changes)
      return (sentences + numbers.sentences, changes)
    }
    let layers = knowsLayers ? layerChanges() : []
    let changes = layers.filter { !$0.isNothing }
    guard !changes.isEmpty else {
      guard wantsMore() else { return ([], [:]) }
      let change = Registrar().change(
        from: expected, to: actual, region: region, ground: context.ground)
      return [change.words].withChange(change)
    }
    let (sentences, byLayer) = told(layers)
    return (sentences + (numbers?.sentences ?? []), byLayer)
  }

  /// What the manifest's numbers tell beside two sidecars; nil where the scene that is drawn anew by
  /// them does not go where the second sidecar says.
  private func numbersBesidePlaces() -> (
    sentences: [String], changes: [LayerChange], movesLayers: Bool
  )? {
    guard knowsLayers, let artwork = context.artwork, let record = context.expectedPlacements,
      let other = context.actualPlacements,
      case .explained(let scene, let edits, let agreement) = Rerendering(
        expected: expected, actual: actual, wantsMore: wantsMore
      ).explain(record, artwork), scene.goes(where: other, after: edits)
    else { return nil }
    return (
      ManifestNumbers.sentences(edits, in: scene) + [agreement.words], scene.changes(edits),
      !edits.faces.isEmpty || edits.layers.values.contains { $0.moves || $0.opacity != 1 }
    )
  }

  /// The explanation by drawing the first picture's scene anew; nil where its artwork is not known,
  /// or the second sidecar says where layers went.
  private func explanationByRerendering() -> (
    sentences: [String], changes: [String: RegionChange]
  )? {
    guard knowsLayers, context.actualPlacements == nil, let artwork = context.artwork,
      let record = context.expectedPlacements
    else { return nil }
    let outcome = Rerendering(expected: expected, actual: actual, wantsMore: wantsMore)
      .explain(record, artwork)
    switch outcome {
    case .unfit: return nil
    case .unexplained:
      let change = Registrar().change(
        from: expected, to: actual, region: region, ground: context.ground, fromAfar: false)
      // A motion, or a layer that is gone, was tried by drawing it and does not fit.
      let fitting: [RegionChange.Kind] = [.same, .recoloured, .different]
      if fitting.contains(change.kind) { return [change.words].withChange(change) }
      var other = RegionChange(kind: .different, differenceBefore: change.differenceBefore)
      other.changedShare = change.changedShare
      return [other.words].withChange(other)
    case .explained(let scene, let edits, let agreement):
      let all = scene.changes(edits)
      let (sentences, changes) = told(all)
      return (
        sentences + ManifestNumbers.sentences(edits, in: scene) + [agreement.words], changes
      )
    }
  }

  /// Changes in words, and by layer.
  private func told(
    _ layers: [LayerChange]
  ) -> (sentences: [String], changes: [String: RegionChange]) {
    let counts = layers.reduce(into: [Int: Int]()) { $0[$1.face, default: 0] += 1 }
    let byName = layers.filter { !$0.isNothing }
      .map { ($0.key(isOneFace: counts.count == 1), $0.change) }
    return (layers.sentences(layers: counts), Dictionary(byName) { first, _ in first })
  }

  private func layerChanges() -> [LayerChange] {
    let first = Self.visible(context.expectedPlacements)
    guard context.actualPlacements != nil else { return changesOfPixels(first) }
    let second = Self.visible(context.actualPlacements)
    // Without the first sidecar there is nothing to hold the second against.
    guard context.expectedPlacements != nil else { return changesOfPixels(second) }
    var changes = first.map { entry in
      LayerChange(ofPlace: entry, to: second.first { $0.isSameLayer(as: entry) })
    }
    changes += second.filter { entry in !first.contains { $0.isSameLayer(as: entry) } }.map {
      LayerChange(face: $0.face, layer: $0.layer, change: RegionChange(kind: .appeared))
    }
    // Layers overlap: pixels of one that moved lie in the quads of others. So pixels are only looked
    // at where no layer's place says anything.
    return changes.allSatisfy(\.isNothing) ? changesOfPixels(first) : changes
  }

  private func changesOfPixels(_ entries: [PlacementRecord.Entry]) -> [LayerChange] {
    guard entries.count * expected.width * expected.height <= Self.mostMaskBytes else { return [] }
    return LayerAttribution(
      expected: expected, actual: actual, ground: context.ground, entries: entries,
      wantsMore: wantsMore
    ).changes()
  }

  private static func visible(_ record: PlacementRecord?) -> [PlacementRecord.Entry] {
    (record?.placements ?? []).filter { $0.opacity > 0 }
  }
}

extension PlacementRecord.Entry {
  fileprivate func isSameLayer(as other: PlacementRecord.Entry) -> Bool {
    face == other.face && layer == other.layer
  }
}

extension LayerChange {
  /// The layer's key among a judgement's changes.
  fileprivate func key(isOneFace: Bool) -> String {
    isOneFace ? layer : name(isOneFace: false)
  }
}

extension [String] {
  /// The sentences of a change of the whole region.
  fileprivate func withChange(
    _ change: RegionChange
  ) -> (sentences: [String], changes: [String: RegionChange]) {
    (self, ["": change])
  }
}
