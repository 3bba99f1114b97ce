import Comparison
import JSON

extension SuiteField {
  /// The longest name of a layer that a region may have, in characters.
  private static var longestLayer: Int { 200 }
  /// The highest identity of a face.
  private static var lastFace: Int { 1_000_000 }

  /// A list of regions, at least one.
  func regions() -> [PictureRegion]? {
    guard let list = list() else { return nil }
    if list.isEmpty { report(.empty("the list of regions")) }
    if list.count > SuiteLimits.regions {
      report(
        .overLimit(
          what: "regions of a case", found: "\(list.count)", limit: "\(SuiteLimits.regions)"))
      return nil
    }
    return list.compactMap { $0.region() }
  }

  private func region() -> PictureRegion? {
    let sides = ["x", "y", "width", "height"]
    guard let object = object(keys: sides + ["layer", "face"]) else { return nil }
    let isRectangle = sides.contains { object[$0] != nil }
    let namesLayer = object["layer"] != nil || object["face"] != nil
    guard isRectangle != namesLayer else {
      report(
        .contradiction(
          "a region is a rectangle (\"x\", \"y\", \"width\", \"height\"), or a \"layer\", a"
            + " \"face\" or a layer of a face; give one of these"))
      return nil
    }
    let place = "\(node.place): \(path)"
    if isRectangle {
      return crop().map {
        PictureRegion(
          .rectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height), place: place)
      }
    }
    let face = object["face"]?.integer(in: 0...Self.lastFace)
    guard let field = object["layer"] else {
      return face.map { PictureRegion(.face($0), place: place) }
    }
    guard let layer = field.text() else { return nil }
    if layer.count > Self.longestLayer {
      field.report(.unreadable(layer, expected: "at most \(Self.longestLayer) characters"))
      return nil
    }
    return PictureRegion(.layer(layer, face: face), place: place)
  }
}

extension SuiteObject {
  /// Reports an ignored rectangle that leaves nothing of a crop.
  func check(_ ignored: [PictureRegion], leaveSomethingOf crop: RenderedScene.Crop?) {
    guard let crop else { return }
    for region in ignored {
      guard case .rectangle(let x, let y, let width, let height) = region.kind else { continue }
      if x == 0, y == 0, width >= crop.width, height >= crop.height {
        (self["ignore"] ?? field).report(
          .contradiction(
            "the \(region.name) covers the whole picture, and nothing is left to compare"))
      }
    }
  }
}
