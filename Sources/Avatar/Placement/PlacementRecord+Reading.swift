internal import Avatars
internal import Geometry

extension PlacementRecord: Decodable {
  private enum Key: String, CodingKey {
    case frame, timestampMs, width, height, placements, mirrored, avatars, crop
  }

  /// Reads a record; those of older files do not say whether they are mirrored, nor their avatars.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      frame: try container.decode(Int.self, forKey: .frame),
      timestampMs: try container.decode(Double.self, forKey: .timestampMs),
      width: try container.decode(Int.self, forKey: .width),
      height: try container.decode(Int.self, forKey: .height),
      placements: try container.decode([Entry].self, forKey: .placements),
      mirrored: try container.decodeIfPresent(Bool.self, forKey: .mirrored) ?? false,
      avatars: try container.decodeIfPresent([Artwork].self, forKey: .avatars) ?? [])
    guard let sides = try container.decodeIfPresent([Double].self, forKey: .crop) else { return }
    guard sides.count == 4, sides[2] > 0, sides[3] > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .crop, in: container,
        debugDescription: "four numbers expected: left, top, width and height above 0")
    }
    crop = Rectangle(
      Point2(sides[0], sides[1]), Point2(sides[0] + sides[2], sides[1] + sides[3]))
  }
}

extension PlacementRecord.Entry: Decodable {
  private enum Key: String, CodingKey {
    case face
    case subject
    case layer
    case mode
    case corners
    case surface
    case points
    case opacity
    case residualPx
    case stuckPx
    case avatar
    case scale
    case rotation
    case artworkFrame
    case image
    case scene
    case item
    case count
    case box
  }

  /// Reads an entry; throws unless it has four corners of two numbers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let scene = try container.decodeIfPresent(String.self, forKey: .scene) {
      self = try Self(item: container, of: scene)
      return
    }
    let surface = try container.decodeIfPresent(String.self, forKey: .surface).map { name in
      guard let kind = LayerSurface.Kind(rawValue: name) else {
        let known = LayerSurface.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
          forKey: .surface, in: container, debugDescription: "one of \(known) expected")
      }
      return kind
    }
    let nodes = try Self.nodes(container)
    let points =
      surface == nil
      ? nodes.map(\.point)
      : try Self.pairs(.points, in: container, count: LayerVolume.pointCount)
    let corners =
      surface == .face
      ? Quad(Rectangle(around: points) ?? Rectangle(points[0], points[0]))
      : nodes.isEmpty ? try Self.corners(container) : try Self.box(container)
    let scale = try container.decodeIfPresent(Double.self, forKey: .scale)
    let rotation = try container.decodeIfPresent(Double.self, forKey: .rotation)
    self.init(
      face: try container.decode(Int.self, forKey: .face),
      layer: try container.decode(String.self, forKey: .layer),
      mode: try container.decode(LayerPlacement.Mode.self, forKey: .mode),
      corners: corners,
      opacity: try container.decode(Double.self, forKey: .opacity),
      residualPx: try container.decodeIfPresent(Double.self, forKey: .residualPx),
      avatar: try container.decodeIfPresent(Int.self, forKey: .avatar),
      driven: scale.flatMap { scale in
        rotation.map { DrivenSize(scale: scale, rotation: $0) }
      },
      artworkFrame: try container.decodeIfPresent(Int.self, forKey: .artworkFrame),
      subject: try container.decodeIfPresent(Subject.Kind.self, forKey: .subject) ?? .face)
    (self.surface, self.points, self.nodes) = (surface, points, nodes.map(\.node))
    stuckPx = try container.decodeIfPresent(Double.self, forKey: .stuckPx)
  }

  /// Reads an item of a scene: one with corners, or particles with a box.
  private init(item container: KeyedDecodingContainer<Key>, of scene: String) throws {
    let count = try container.decodeIfPresent(Int.self, forKey: .count)
    let nodes = try Self.nodes(container)
    let corners =
      count == nil && nodes.isEmpty ? try Self.corners(container) : try Self.box(container)
    self.init(
      face: try container.decode(Int.self, forKey: .image),
      layer: try container.decode(String.self, forKey: .item), mode: .matrix, corners: corners,
      opacity: try container.decodeIfPresent(Double.self, forKey: .opacity) ?? 1,
      residualPx: nil, subject: .card, scene: scene, count: count)
    (points, self.nodes) = (nodes.map(\.point), nodes.map(\.node))
  }

  private static func box(
    _ container: KeyedDecodingContainer<Key>
  ) throws -> Quad<OutputSpace> {
    let box = try container.decode([Double].self, forKey: .box)
    guard box.count == 4 else {
      throw DecodingError.dataCorruptedError(
        forKey: .box, in: container, debugDescription: "four numbers expected")
    }
    return Quad(
      Point2(box[0], box[1]), Point2(box[2], box[1]), Point2(box[2], box[3]),
      Point2(box[0], box[3]))
  }

  /// The nodes of a model with their origins, by name; none of a picture, whose points are a list.
  private static func nodes(
    _ container: KeyedDecodingContainer<Key>
  ) throws -> [(node: PlacedNode, point: Point2<OutputSpace>)] {
    guard
      let found = try? container.nestedContainer(keyedBy: NodeName.self, forKey: .points)
    else { return [] }
    return try found.allKeys.map { name in
      let numbers = try found.decode([Double].self, forKey: name)
      guard numbers.count == 3 else {
        throw DecodingError.dataCorruptedError(
          forKey: name, in: found, debugDescription: "x, y and the depth expected")
      }
      return (
        PlacedNode(name: name.stringValue, depth: numbers[2]), Point2(numbers[0], numbers[1])
      )
    }.sorted { $0.node.name < $1.node.name }
  }

  private struct NodeName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init?(intValue: Int) { nil }
    init(stringValue: String) { self.stringValue = stringValue }
  }

  private static func corners(
    _ container: KeyedDecodingContainer<Key>
  ) throws -> Quad<OutputSpace> {
    let corners = try pairs(.corners, in: container, count: 4)
    return Quad(corners[0], corners[1], corners[2], corners[3])
  }

  private static func pairs(
    _ key: Key, in container: KeyedDecodingContainer<Key>, count: Int
  ) throws -> [Point2<OutputSpace>] {
    let numbers = try container.decode([[Double]].self, forKey: key)
    guard numbers.count == count, numbers.allSatisfy({ $0.count == 2 }) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "\(count) pairs [x, y] expected")
    }
    return numbers.map { Point2($0[0], $0[1]) }
  }
}
