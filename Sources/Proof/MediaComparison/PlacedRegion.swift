public import Comparison
public import Geometry
internal import Imaging
public import Placement
internal import Text

/// Where a region lies in a picture.
public struct PlacedRegion: Hashable, Sendable {
  /// The region.
  public var region: PictureRegion
  /// Whether it is left out; otherwise it is compared.
  public var isIgnored: Bool
  /// Its outlines in the picture's pixels; none where what it names is not in this picture.
  public var quads: [Quad<OutputSpace>]
}

/// Where what regions name went, in the golden and in the picture.
struct RegionContext {
  /// Where the layers of both went.
  var records: [PlacementRecord]
  /// The landmarks of the picture's faces, by the face's identity.
  var faces: [Int: [Point2<OutputSpace>]]

  /// The visible layers that a region means.
  func entries(of region: PictureRegion) -> [PlacementRecord.Entry] {
    records.flatMap(\.placements).filter { $0.opacity > 0 && region.means($0) }
  }

  /// Where a region lies.
  func quads(of region: PictureRegion) -> [Quad<OutputSpace>] {
    switch region.kind {
    case .rectangle(let x, let y, let width, let height):
      [
        Quad(
          Rectangle(
            Point2(Double(x), Double(y)), Point2(Double(x + width), Double(y + height))))
      ]
    case .layer: entries(of: region).map(\.extent)
    case .face(let face):
      Rectangle(
        around: (faces[face] ?? []) + entries(of: region).flatMap(\.extent.corners)
      ).map { [Quad($0)] } ?? []
    }
  }
}

extension PictureRegion {
  /// Whether a layer is the one that the region names, or is on the face that it names.
  func means(_ entry: PlacementRecord.Entry) -> Bool {
    switch kind {
    case .rectangle: false
    case .layer(let layer, let face):
      entry.layer == layer && (face == nil || entry.face == face && entry.subject == .face)
    case .face(let face): entry.face == face && entry.subject == .face
    }
  }

  /// How far beyond its outline a region reaches, in pixels; a rectangle is what it says.
  fileprivate var margin: Double {
    if case .rectangle = kind { 0 } else { OverlayRegion.margin }
  }
}

extension RegionSelection {
  /// Where the regions lie in a picture.
  func placed(_ context: RegionContext) -> [PlacedRegion] {
    ignored.map { PlacedRegion(region: $0, isIgnored: true, quads: context.quads(of: $0)) }
      + compared.map { PlacedRegion(region: $0, isIgnored: false, quads: context.quads(of: $0)) }
  }

  func mask(_ placed: [PlacedRegion], width: Int, height: Int) -> PixelMask {
    func covered(_ regions: [PlacedRegion]) -> PixelMask {
      var mask = PixelMask(width: width, height: height, filled: false)
      for one in regions {
        for quad in one.quads { mask.add(quad, margin: one.region.margin) }
      }
      return mask
    }
    let left = covered(placed.filter(\.isIgnored)).inverted
    return compared.isEmpty ? left : covered(placed.filter { !$0.isIgnored }).intersection(left)
  }

  /// Whether what happened to a layer is worth telling: it is not left out by its name.
  public func tells(of entry: PlacementRecord.Entry) -> Bool {
    if ignored.contains(where: { $0.means(entry) }) { return false }
    let named = compared.filter { if case .rectangle = $0.kind { false } else { true } }
    return named.isEmpty || named.count < compared.count || named.contains { $0.means(entry) }
  }

  /// What is wrong with the regions in a picture of this size, in words; nil for nothing.
  func fault(_ placed: [PlacedRegion], compared mask: PixelMask) -> String? {
    for region in all {
      guard case .rectangle(let x, let y, let width, let height) = region.kind else { continue }
      if x < 0 || y < 0 || width < 1 || height < 1 || x + width > mask.width
        || y + height > mask.height
      {
        return region.message(
          "the \(region.name) does not lie in the picture of \(mask.width) x \(mask.height) pixels")
      }
    }
    // A layer that is compared alone may be away for some frames, or be what is missed.
    guard !ignored.isEmpty, mask.count == 0,
      placed.contains(where: { $0.isIgnored && !$0.quads.isEmpty }), let first = ignored.first
    else { return nil }
    return first.message(
      "the ignored regions leave no pixel of the picture to compare; make them smaller, or give"
        + " \"skip\" with a reason")
  }

  /// What regions name that none of a case's frames has, a message each.
  ///
  /// - Parameters:
  ///   - records: where the layers of all frames went, of goldens and pictures.
  ///   - faces: the identities of the faces that were tracked.
  public func faultsOfNames(in records: [PlacementRecord], faces: Set<Int>) -> [String] {
    let entries = records.flatMap(\.placements)
    let layers = Set(entries.map(\.layer))
    let known = faces.union(entries.filter { $0.subject == .face }.map(\.face))
    return all.compactMap { region -> String? in
      switch region.kind {
      case .rectangle: return nil
      case .layer(let layer, let face):
        if entries.contains(where: { region.means($0) }) { return nil }
        if let face, layers.contains(layer) {
          return region.message(
            "face \(face) has no layer \"\(layer)\" in any frame; leave \"face\" out, or name another"
          )
        }
        let hint =
          Spelling.nearest(to: layer, among: layers).map { "did you mean \"\($0)\"?" }
          ?? (layers.isEmpty
            ? "it is not known where layers go"
            : "the layers are \(layers.sorted().map { "\"\($0)\"" }.joined(separator: ", "))")
        return region.message("no frame has a layer \"\(layer)\"; \(hint)")
      case .face(let face):
        if known.contains(face) { return nil }
        let faces = known.sorted().map(String.init).joined(separator: ", ")
        return region.message(
          "no frame has a face \(face); "
            + (known.isEmpty ? "no face is tracked" : "the faces are \(faces)"))
      }
    }
  }
}
