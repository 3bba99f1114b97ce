import Foundation
import Goldens
import TestSupport
import Testing

/// Cases whose avatar shows a Lottie animation.
@Suite struct LottieCaseTests {
  /// A square of a colour, as JSON.
  private func square(_ colour: String) -> String {
    """
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 30, "w": 40, "h": 40, "layers": [{"ty": 4, "ip": 0, "op": 30,
     "ks": {"p": {"k": [20, 20]}}, "shapes": [{"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [36, 36]}},
      {"ty": "fl", "c": {"k": \(colour)}}]}]}
    """
  }

  @Test(arguments: ["a.json", "A.JSON"])
  func `an animation that changed since it was verified must be verified again`(
    name: String
  ) throws {
    let stage = try RenderedSuite("\"name\": \"a\"")
    try stage.folder.write(
      "{\"version\": 1, \"layers\": [{\"name\": \"a\", \"image\": \"\(name)\", \"scale\": 2}]}",
      to: "Avatars/plate/avatar.json")
    try stage.folder.write(square("[0, 1, 0, 1]"), to: "Avatars/plate/\(name)")
    _ = try stage.verify()
    try stage.folder.write(square("[0, 0, 1, 1]"), to: "Avatars/plate/\(name)")
    let error = #expect(throws: GoldenError.self) { try stage.approve(.all) }
    guard case .stale(["a"], _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    _ = try stage.verify()
    #expect(try stage.approve(.all).recorded.map(\.name) == ["a"])
  }
}
