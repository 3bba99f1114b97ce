internal import Avatars
internal import CServicePage
internal import Embedding
internal import FaceModel
internal import Geometry

/// The page's source files, which are part of the program.
enum ServicePageSource {
  /// The page.
  static var html: [UInt8] { unsafe service_page_html().contents }
  /// The style sheet.
  static var css: [UInt8] { unsafe service_page_css().contents }
  /// The script: its files share one function's names, so that the page has no others.
  static let js: [UInt8] = {
    let files = unsafe service_page_js().contents
    let start =
      "'use strict';\n(() => {\nconst facePlaces = \(facePlaces);\n"
      + "const faceAnchors = \(faceAnchors);\nconst blendshapes = \(blendshapes);\n"
    return Array(start.utf8) + files + Array("})();\n".utf8)
  }()

  /// Where anchors, by name or number, lie on the average face: a JSON object of [x, y, z] in eye
  /// distances from `eyes`, x to the subject's left, y up, z out of the face.
  private static var facePlaces: String {
    let numbered = CanonicalFace.vertices.indices.map { ("\($0)", Anchor.landmark($0)) }
    let entries = (Anchor.named.map { ($0.name, $0.anchor) } + numbered).map { name, anchor in
      "\"\(name)\":[\(place(of: anchor))]"
    }
    return "{\(entries.joined(separator: ","))}"
  }

  /// The landmarks whose mean each named anchor is: a JSON object of lists.
  private static var faceAnchors: String {
    let entries = Anchor.named.map { "\"\($0.name)\":\($0.anchor.landmarks)" }
    return "{\(entries.joined(separator: ","))}"
  }

  /// The names of the blendshapes: a JSON list.
  private static var blendshapes: String {
    "\(Blendshape.allCases.filter { $0 != .neutral }.map(\.rawValue))"
  }

  private static func place(of anchor: Anchor) -> String {
    let landmarks = anchor.landmarks.map { CanonicalFace.vertices[$0] }
    let (eyes, count) = (CanonicalFace.eyeMidpoint, Double(landmarks.count))
    let lengths = [
      landmarks.reduce(0) { $0 + $1.x } / count - eyes.x,
      landmarks.reduce(0) { $0 + $1.y } / count - eyes.y,
      landmarks.reduce(0) { $0 + $1.z } / count - eyes.z,
    ]
    let inEyeDistances = lengths.map { ($0 / CanonicalFace.eyeDistance * 1e4).rounded() / 1e4 }
    return inEyeDistances.map { "\($0)" }.joined(separator: ",")
  }
}
