internal import Frames
internal import JSON

extension FrameCover {
  /// The cover as a plan has it: of each frame its time, and of each of its regions six numbers; null for
  /// a frame of which it is not sure.
  var value: JSONValue {
    .object([
      ("style", .string(style.rawValue)), ("times", .array(times.map { .number($0) })),
      (
        "regions",
        .array(
          regions.map { known in
            guard let known else { return .null }
            return .array(
              known.map { region in
                .array(
                  [region.centre, region.first, region.second].flatMap {
                    [.number($0.x), .number($0.y)]
                  })
              })
          })
      ),
    ])
  }

  /// How far from the picture a region may lie, and how large it may be, in parts of its sides.
  private static let places = -1000.0...1000.0
  /// The most heads in a frame.
  private static let most = 1000

  init?(_ field: JSONField<PlanFault>) {
    guard let object = field.object(keys: ["style", "times", "regions"]),
      let style: Style = object.required("style")?.choice(of: "style"),
      let times = object.required("times")?.list(), let frames = object.required("regions")?.list()
    else { return nil }
    let moments = times.compactMap { $0.number(in: -1e14...1e14) }
    let regions = frames.compactMap { frame -> [Region]?? in
      if case .null = frame.node.value { return .some(nil) }
      guard let list = frame.list(), list.count <= Self.most else { return nil }
      let regions = list.compactMap(Self.region)
      return regions.count == list.count ? regions : nil
    }
    guard moments.count == times.count, regions.count == frames.count else { return nil }
    self.init(style, times: moments, regions: regions)
  }

  private static func region(_ field: JSONField<PlanFault>) -> Region? {
    guard let list = field.list(), list.count == 6 else { return nil }
    let numbers = list.compactMap { $0.number(in: places) }
    guard numbers.count == 6 else { return nil }
    return Region(
      centre: SIMD2(numbers[0], numbers[1]), first: SIMD2(numbers[2], numbers[3]),
      second: SIMD2(numbers[4], numbers[5]))
  }
}
