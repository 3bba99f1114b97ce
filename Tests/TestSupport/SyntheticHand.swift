/// An open hand, upright, its palm to the camera, as a tracker sees it.
public struct SyntheticHand: Sendable {
  /// Where the wrist lies, in parts of the picture's width and height.
  public var x, y: Double
  /// Millimetres to the picture's height.
  public var millimetres = 1000.0
  /// How far behind the wrist the first knuckle lies, in parts of the picture's width.
  public var depth = 0.0
  /// How far above the wrist the middle finger's tip lies, in millimetres; nil for where it is.
  public var reach: Double?

  /// Makes a hand.
  public init(x: Double = 0.525, y: Double = 0.6) {
    (self.x, self.y) = (x, y)
  }

  /// The 21 joints in millimetres from the wrist: right and down.
  public static let joints: [[Double]] = [
    [0, 0], [-28, -22], [-45, -45], [-55, -68], [-62, -88],
    [-24, -90], [-27, -130], [-28, -153], [-29, -173],
    [0, -95], [0, -140], [0, -167], [0, -190],
    [21, -88], [24, -130], [25, -155], [26, -177],
    [40, -76], [46, -106], [50, -124], [53, -140],
  ]

  /// A place in millimetres from the wrist as one in pixels.
  public func place(_ point: [Double], width: Double, height: Double) -> (x: Double, y: Double) {
    let scale = height / millimetres
    return (x * width + scale * point[0], y * height + scale * point[1])
  }

  /// The hand as a tracking file of a picture of a size has it.
  public func json(width: Double, height: Double) -> String {
    let landmarks = Self.joints.indices.map { index in
      let joint = index == 12 ? [0, -(reach ?? 190)] : Self.joints[index]
      let place = place(joint, width: width, height: height)
      return [place.x / width, place.y / height, index == 5 ? depth : 0]
    }
    return "{\"handedness\": \"Right\", \"score\": 1, \"landmarks\": \(landmarks)}"
  }
}
