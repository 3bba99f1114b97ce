import Foundation
import MediaPipe
import TestSupport
import Testing

/// MediaPipe's Image Segmenter with a model that knows classes by their colours: blue is hair, green is skin
/// of the body.
@Suite(.enabled(if: RealTracker.isLibraryThere, Comment(rawValue: RealTracker.absent)))
struct SegmenterTests {
  private static let script = SharedData.packageRoot.appending(
    path: "Benchmarks/Occlusion/make_segmenter.py"
  ).path

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func model(_ labels: [String] = []) throws -> String {
    let path = folder.path("model.tflite")
    try Program.python.succeed([Self.script, path] + labels)
    return path
  }

  private func segmenter(_ model: String) throws -> MediaPipeSegmenter {
    try MediaPipeSegmenter(
      try FoundSegmenter(
        model: model, library: RealTracker.library, environment: [:], executable: "/x"),
      executable: Program.product.path)
  }

  /// Stripes of a skin tone, blue, green and red, so many columns each.
  private func stripes(_ width: Int, _ height: Int) -> [UInt8] {
    let colours: [[UInt8]] = [[200, 150, 130], [0, 0, 255], [0, 255, 0], [255, 0, 0]]
    return (0..<height).flatMap { _ in (0..<4 * width).flatMap { colours[$0 / width] } }
  }

  @Test(arguments: [[], Array(repeating: ".", count: 6)])
  func `hair and skin of the body are told, and nothing else`(labels: [String]) throws {
    let segmenter = try segmenter(model(labels))
    for (width, height) in [(16, 20), (100, 37)] {
      let parts = try segmenter.hairAndSkin(
        stripes(width, height), width: 4 * width, height: height)
      #expect(parts.count == 4 * width * height)
      for (stripe, isInFront) in [false, true, true, false].enumerated() {
        // Beyond the seams, which a picture that is scaled smears.
        for column in stripe * width + 4..<(stripe + 1) * width - 4 {
          let part = parts[height / 2 * 4 * width + column]
          #expect(isInFront ? part > 250 : part < 5, "\(stripe): \(part)")
        }
      }
      #expect(
        try segmenter.hairAndSkin(stripes(width, height), width: 4 * width, height: height) == parts
      )
    }
  }

  private func fault(_ model: String) throws -> String {
    do {
      _ = try segmenter(model).hairAndSkin(stripes(4, 4), width: 16, height: 4)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a model of other classes is refused by its name and its classes`() throws {
    let path = try model(["cat", "dog"])
    let other = try fault(path)
    #expect(other.contains("\(path): not a model that tells hair and skin"))
    #expect(other.contains("found the classes cat, dog, expected hair and body-skin among them"))
    #expect(try fault(model([".", "."])).contains("found 2 classes without names"))
    #expect(try fault(model(["hair", "sky"])).contains("found the classes hair, sky"))
    let text = try folder.write("no model", to: "text.tflite")
    #expect(try fault(text).contains("\(text): not a model that tells hair and skin"))
    let none = folder.path("none.tflite")
    #expect(try fault(none).contains("\(none): there is no such file"))
    // A model of another task.
    if RealTracker.isThere {
      #expect(try fault(RealTracker.face).contains("not a model that tells"))
    }
  }
}
