extension LottieReader {
  /// How much rounder rlottie 0.1 draws the tips of a star than the format says: its tangents are 0.47829 / 0.28 of
  /// radius by tips long, those of the format a quarter of the circle.
  private static let starRounding = (Double.pi / 2) / (0.47829 / 0.28)

  /// The degrees by which rlottie 0.1 turns a polygon too far to the left: it takes 90 degrees for radians.
  private static let polygonTurn = 90 * Double.pi / 180

  /// A star or a polygon; gives how much there is to draw.
  ///
  /// rlottie 0.1 turns it by its angle twice, which therefore is written by half.
  mutating func star(
    _ shape: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) -> LottieOutline {
    let isPolygon = try shape["sy"]?.integer(in: 1...2) == 2
    text.name("sy")
    text.number(isPolygon ? 2 : 1)
    try point("p", shape, &text)
    let count = try shape.required("pt")
    text.name("pt")
    let tips = try number(count, in: 2...LottieLimits.tips, amount: "the tips", &text)
    for name in ["ir", "or"] {
      guard let value = shape[name] else { continue }
      text.name(name)
      try number(value, in: 0...LottieLimits.coordinate, &text)
    }
    // Its tangents are a quarter of the radius long, whatever the count; those of the format of the side.
    let rounding = isPolygon ? 2 * .pi / tips.rounded(.down) : Self.starRounding
    for name in ["is", "os"] {
      guard let value = shape[name] else { continue }
      if isPolygon, name == "os", try isChanged(value, from: 0), try still(count) == nil {
        note("rounded polygons whose corners change in number", value)
      }
      text.name(name)
      try number(value, in: -1000...1000, &text) { $0 * rounding }
    }
    text.name("r")
    let turn = isPolygon ? Self.polygonTurn : 0
    let angles = -LottieLimits.angle...LottieLimits.angle
    try number(shape["r"], in: angles, otherwise: 0, &text) { ($0 + turn) / 2 }
    var radius = 0.0
    var rounded = 0.0
    for name in ["ir", "or"] { radius = max(radius, try most(of: shape[name]).first ?? 0) }
    for name in ["is", "os"] { rounded = max(rounded, try most(of: shape[name]).first ?? 0) }
    // One at each tip, and one between two.
    return .star(
      points: 2 * tips.rounded(.up), radius: radius * (1 + rounded / 100), isRound: rounded > 0)
  }
}
