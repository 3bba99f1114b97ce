import Foundation
import Imaging
import Synchronization

/// The picture files of a job; those of a job that is not kept are removed again.
final class PictureFiles: Sendable {
  private let path: @Sendable (Int) -> String
  private let overwrites: Bool
  private let unkept = Mutex<[String]>([])

  /// Makes the files of numbered pictures.
  init(path: @escaping @Sendable (Int) -> String, overwrites: Bool) {
    self.path = path
    self.overwrites = overwrites
  }

  deinit {
    for path in unkept.withLock({ $0 }) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Writes a picture.
  ///
  /// - Throws: `ImagingError`, or `RenderingError.unfitOutput` where a frame has no file of its own.
  func write(_ picture: StraightRGBA8, number: Int) throws {
    let path = path(number)
    guard unkept.withLock({ $0.last }) != path else {
      throw Self.oneForSeveral(path)
    }
    try PNG.write(picture, to: path, replacing: overwrites)
    unkept.withLock { $0.append(path) }
  }

  /// Several frames for one path.
  static func oneForSeveral(_ path: String) -> RenderingError {
    .unfitOutput(
      reason: "\(path): one picture cannot hold several frames; number them as in %05d.png, or"
        + " choose one frame")
  }

  /// Says that the job is done, so the files stay.
  func keep() {
    unkept.withLock { $0.removeAll() }
  }
}
