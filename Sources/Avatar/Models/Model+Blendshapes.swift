package import FaceModel

extension Model {
  /// The weights of morph targets that are named as blendshapes, by the targets' names.
  ///
  /// - Parameter coefficient: that of a blendshape, of the subject's side; nil where the face has none.
  package func drivenMorphs(
    _ coefficient: (Blendshape) -> Double?
  ) -> [String: Double] {
    blendshapes.compactMapValues { shapes in
      let values = shapes.compactMap(coefficient)
      return values.count == shapes.count ? values.reduce(0, +) / Double(values.count) : nil
    }
  }

  /// The blendshapes that a target of a name follows: one, or both of a pair; empty for another name.
  static func blendshapes(ofTarget name: String) -> [Blendshape] { byName[plain(name)] ?? [] }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// By all names that targets may have; what is no movement has none.
  private static let byName: [String: [Blendshape]] = {
    let shapes = Blendshape.allCases.filter { $0 != .neutral }
    var byName = Dictionary(uniqueKeysWithValues: shapes.map { (plain($0.rawValue), [$0]) })
    for left in shapes where left.rawValue.hasSuffix("Left") {
      let stem = left.rawValue.dropLast("Left".count)
      guard let right = Blendshape(rawValue: stem + "Right") else { continue }
      let name = plain(String(stem))
      for (ending, pair) in [("", [left, right]), ("l", [left]), ("r", [right])] {
        byName[name + ending] = byName[name + ending] ?? pair
      }
    }
    return byName
  }()
}
