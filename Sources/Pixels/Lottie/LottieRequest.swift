internal import Foundation
internal import Synchronization

/// A frame that a thread waits for.
package final class LottieRequest: Sendable {
  package let file: LottieFile
  let frame, width, height: Int
  private let answered = DispatchSemaphore(value: 0)
  private let result = Mutex(
    Result<[UInt8], LottieError>.failure(.crashed(how: "ended without an answer")))

  /// Makes one, as `LottieDrawing.picture` is asked for it.
  package init(_ file: LottieFile, frame: Int = 0, width: Int = 1, height: Int = 1) {
    (self.file, self.frame, self.width, self.height) = (file, frame, width, height)
  }

  /// Answers it, once.
  func finish(_ result: Result<[UInt8], LottieError>) {
    self.result.withLock { $0 = result }
    answered.signal()
  }

  /// Waits for the answer, once: the pixels as those of a `PremultipliedRGBA8`.
  func pixels() throws(LottieError) -> [UInt8] {
    answered.wait()
    return try result.withLock { $0 }.get()
  }
}
