internal import Avatars
internal import Foundation
internal import Geometry
internal import Placement

/// Changes in the numbers of `avatar.json`: "horns: offset.x 0.31 -> 0.34".
enum ManifestNumbers {
  /// A sentence for each layer of a manifest that was changed.
  static func sentences(_ edits: RerenderEdits, in scene: EditableScene) -> [String] {
    var told: Set<String> = []
    return edits.layers.keys.sorted().compactMap { place in
      let layer = scene.layers[place]
      var numbers = numbers(edits[place], of: layer)
      let rise = edits[place].rise
      if rise != 0, scene.layers.indices.contains(place + rise) {
        numbers.append("place in \"layers\" \(layer.rank) -> \(scene.layers[place + rise].rank)")
      }
      guard !numbers.isEmpty else { return nil }
      let sentence = "\(layer.entry.layer): \(numbers.joined(separator: ", "))"
      return told.insert(sentence).inserted ? sentence : nil
    }
  }

  private static func numbers(_ edit: LayerEdit, of scene: RerenderLayer) -> [String] {
    let layer = scene.layer
    var numbers: [String] = []
    func add(_ name: String, _ old: Double, _ new: Double) {
      let (from, to) = (ComparisonWords.number(old), ComparisonWords.number(new))
      if from != to { numbers.append("\(name) \(from) -> \(to)") }
    }
    add("offset.x", layer.offset.x, layer.offset.x + edit.offset.x)
    add("offset.y", layer.offset.y, layer.offset.y + edit.offset.y)
    add("scale", layer.scale, layer.scale * edit.scale)
    add("rotation", layer.rotation, layer.rotation + edit.rotation)
    if edit.opacity == 0 {
      numbers.append("not shown (opacity 0, or \"when\")")
    } else {
      add("opacity", layer.opacity, min(1, layer.opacity * edit.opacity))
    }
    if edit.isFlipped { numbers.append("\(layer.image) flipped left to right") }
    return numbers
  }
}
