internal import Digests
internal import Files
internal import Foundation
internal import Problems

/// MediaPipe's Image Segmenter, whose library and model were found: one that tells hair and skin, such as
/// `selfie_multiclass_256x256.tflite`.
public struct FoundSegmenter: Hashable, Sendable {
  /// The library.
  public let library: MediaPipeLibrary
  /// The model's file.
  public let model: String
  /// The SHA-256 of the file, in hexadecimal digits.
  public let sha256: String

  /// What stands before a face where it covers it, by the names of the model's classes.
  static let inFront = ["hair", "body-skin"]
  /// The classes of a model that names none.
  static let classes = [
    "background", "hair", "body-skin", "face-skin", "clothes", "others (accessories)",
  ]

  /// What its results depend on, beside what it is shown: equal results for equal texts.
  public var identity: String { "segmenter \(MediaPipeLibrary.version) \(sha256)" }

  /// Finds the library as trackers do, and the model; nothing is loaded yet.
  ///
  /// - Parameter library: the library, where it was named.
  /// - Throws: `MediaPipeError`.
  public init(
    model: String, library: String?, environment: [String: String], executable: String
  ) throws(MediaPipeError) {
    self.library = try MediaPipeLibrary.find(
      named: library, environment: environment, executable: executable)
    guard FilePath.isFile(model) else { throw .segmenterMissing(path: model) }
    self.model = URL(filePath: model).path
    do {
      sha256 = try SHA256.hex(ofFile: model)
    } catch {
      throw .segmenterRefused(
        path: model, reason: SystemReason.refusal(ofReading: model) ?? "the file cannot be read")
    }
  }
}

/// What a segmenter's process is started with.
struct SegmenterConfiguration: Codable {
  /// The files of the library and of the model.
  var library, model: String
}
