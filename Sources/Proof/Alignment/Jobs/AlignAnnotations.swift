internal import FaceModel
internal import Geometry
internal import JSON
internal import Text
internal import TrackingFiles

/// Reads points that a person set by hand: `avatar-annotations/1`, JSON Lines.
///
///     {"format": "avatar-annotations/1", "width": 480, "height": 640}
///     {"frame": 12, "faces": [{"id": 1, "points": {"rightEyeOuter": [171, 262.5], "263": [301, 258]}}]}
///
/// It is as strict as can be, since a slip of the hand would be taken for a fault of the overlay:
/// every key is known, every number finite, every face has both outer eye corners.
final class AlignAnnotations {
  static let format = "avatar-annotations/1"
  /// Names for the points that people set most, from the subject's own point of view.
  static let names: [String: Int] = [
    "rightEyeOuter": 33, "rightEyeInner": 133, "leftEyeInner": 362, "leftEyeOuter": 263,
    "rightIris": 468, "leftIris": 473, "noseTip": 4, "noseBridge": 168, "mouthRight": 61,
    "mouthLeft": 291, "upperLip": 13, "lowerLip": 14, "chin": 152, "forehead": 10,
    "rightEar": 234, "leftEar": 454, "rightCheek": 205, "leftCheek": 425,
  ]
  /// Faces of a frame at most.
  static let mostFaces = TrackingLimits.faces
  /// The farthest a point may lie from the picture's corner, in picture sides.
  static let farthest = 16.0

  /// One annotated frame.
  struct Entry {
    enum Moment: Equatable { case frame(Int), time(Double) }
    var moment: Moment
    var faces: [ReferenceFace]
  }

  let path: String
  private let lines: JSONLines
  let width, height: Int
  private let toScene: (Double, Double)
  private var last: Entry.Moment?
  private var line = 1

  /// Opens a file whose points are to be brought to a scene's size.
  ///
  /// - Throws: `TrackingFault`, `AlignError.otherPicture`.
  init(path: String, scene: PixelSize<SceneSpace>) throws {
    self.path = path
    lines = try JSONLines(path: path, expected: "annotations")
    guard let (bytes, _) = try lines.next() else {
      throw TrackingFault(
        file: path, problem: .empty, found: "nothing in the file", expected: "a header")
    }
    let header = try AnnotationMembers(JSONReader.read(bytes, in: path, line: 1), path, 1)
    try header.allow(["format", "width", "height"])
    guard case .string(Self.format)? = header["format"]?.value else {
      throw header.fault(.wrongFormat, "format", "another format", "\"\(Self.format)\"")
    }
    let sides = 1...TrackingLimits.pictureSide
    (width, height) = (
      try header.whole("width", in: sides), try header.whole("height", in: sides)
    )
    let (sx, sy) = (
      Double(scene.width) / Double(width), Double(scene.height) / Double(height)
    )
    guard Self.isCopy(width, height, of: scene) else {
      throw AlignError.otherPicture(
        reference: path, found: "\(width) x \(height)", expected: "\(scene)")
    }
    toScene = (sx, sy)
  }

  /// Whether a picture of this size can be a scaled copy of the scene.
  ///
  /// Rounding the sides of a smaller copy to whole pixels bends the shape by up to a pixel.
  static func isCopy(_ width: Int, _ height: Int, of scene: PixelSize<SceneSpace>) -> Bool {
    let (sx, sy) = (
      Double(scene.width) / Double(width), Double(scene.height) / Double(height)
    )
    return abs(sx / sy - 1) <= 0.01
  }

  /// The next annotated frame; nil at the end.
  func next() throws(TrackingFault) -> Entry? {
    guard let (bytes, line) = try lines.next() else { return nil }
    self.line = line
    let members = try AnnotationMembers(JSONReader.read(bytes, in: path, line: line), path, line)
    try members.allow(["frame", "timestampMs", "faces"])
    let moment: Entry.Moment
    switch (members["frame"], members["timestampMs"]) {
    case (.some, .some):
      throw members.fault(
        .listMismatch, "frame, timestampMs", "both", "one of them")
    case (.some, nil): moment = .frame(try members.whole("frame", in: 0...Int(Int32.max)))
    case (nil, _): moment = .time(try members.number("timestampMs"))
    }
    try check(moment, after: last, members)
    last = moment
    guard case .array(let faces)? = members["faces"]?.value else {
      throw members.fault(.missingKey, "faces", "no list of faces", "a list, which may be empty")
    }
    guard faces.count <= Self.mostFaces else {
      throw members.fault(
        .tooMany, "faces", "\(faces.count) faces", "at most \(Self.mostFaces)")
    }
    var read: [ReferenceFace] = []
    for (index, face) in faces.enumerated() {
      read.append(try self.face(face, at: "faces[\(index)]"))
    }
    return Entry(moment: moment, faces: read)
  }

  private func check(
    _ moment: Entry.Moment, after last: Entry.Moment?, _ members: AnnotationMembers
  ) throws(TrackingFault) {
    switch (last, moment) {
    case (nil, _): return
    case (.frame(let a)?, .frame(let b)) where b > a: return
    case (.time(let a)?, .time(let b)) where b > a: return
    case (.frame?, .frame):
      throw members.fault(
        .timeNotIncreasing, "frame", "a frame that is not after the last", "rising frames")
    case (.time?, .time):
      throw members.fault(
        .timeNotIncreasing, "timestampMs", "a time that is not after the last", "rising times")
    default:
      throw members.fault(
        .listMismatch, "frame, timestampMs", "another key than in the lines above",
        "the same one in all lines")
    }
  }

  private func face(_ node: JSONNode, at place: String) throws(TrackingFault) -> ReferenceFace {
    let face = try AnnotationMembers(node, path, line, place)
    try face.allow(["id", "points"])
    let id = face["id"] == nil ? nil : try face.whole("id", in: 0...Int(Int32.max))
    guard let node = face["points"] else {
      throw face.fault(.missingKey, "points", "no points", "an object of points")
    }
    let points = try AnnotationMembers(node, path, line, face.place("points"))
    var found: [Int: Point2<SceneSpace>] = [:]
    for (name, value) in points.list {
      let number = try number(named: name, points)
      guard found[number] == nil else {
        throw points.fault(.duplicateKey, name, "landmark \(number) twice", "it once")
      }
      found[number] = try point(value, at: points.place(name))
    }
    guard let reference = ReferenceFace(id: id, points: found) else {
      throw face.fault(
        .missingKey, "points", "no two outer eye corners apart from each other",
        "33 (rightEyeOuter) and 263 (leftEyeOuter), by whose distance errors are divided")
    }
    return reference
  }

  private func number(named name: String, _ points: AnnotationMembers) throws(TrackingFault) -> Int
  {
    if let number = Self.names[name] { return number }
    if let number = Int(name), String(number) == name,
      (0..<FaceTopology.countWithIrises).contains(number)
    {
      return number
    }
    let hint = Spelling.nearest(to: name, among: Self.names.keys).map { "; did you mean \($0)?" }
    throw points.fault(
      .wrongType, name, "an unknown name of a point",
      "a landmark number from 0 to \(FaceTopology.countWithIrises - 1) or a name" + (hint ?? ""))
  }

  private func point(
    _ node: JSONNode, at place: String
  ) throws(TrackingFault) -> Point2<SceneSpace> {
    func fault(_ found: String) -> TrackingFault {
      TrackingFault(
        file: path, line: line, problem: .wrongType, place: place, found: found,
        expected: "[x, y] in pixels, two finite numbers near the picture")
    }
    guard case .array(let parts) = node.value else { throw fault(node.typeName) }
    guard parts.count == 2 else { throw fault("\(parts.count) entries") }
    guard case .number(let x) = parts[0].value else { throw fault(parts[0].typeName) }
    guard case .number(let y) = parts[1].value else { throw fault(parts[1].typeName) }
    let reach = Self.farthest * Double(max(width, height))
    guard abs(x) <= reach, abs(y) <= reach else { throw fault("[\(x), \(y)]") }
    return Point2(x * toScene.0, y * toScene.1)
  }
}
