internal import Files
internal import Foundation
internal import Isolation

/// The process that draws: animations and requests on standard input, pixels on standard output.
///
/// It is isolated before it comes here, and takes what it is sent for granted: its parent made it.
public enum LottieWorker {
  /// What the verb `tracker`, which starts such processes, knows it by.
  public static let name = "lottie"

  /// What a message of the parent begins with: three whole numbers of 64 bits, the first of them one of these.
  enum Message: Int64 {
    /// An animation: its number, and how many bytes follow.
    case open = 1
    /// An animation that is not needed any more: its number, and nothing.
    case close = 2
    /// A frame to draw: the number of its animation, and the frame; its width and height follow.
    case draw = 3
  }

  /// What an answer begins with: a whole number of 64 bits.
  enum Answer: Int64 {
    case pixels = 1
    /// The library refuses it.
    case refused = 2
    /// There is no library: a reason of so many bytes follows, its length before it.
    case noLibrary = 3
  }

  /// Works until standard input ends.
  public static func run(configuration: String) throws {
    guard let output = WorkerOutput() else { throw LottieError.refused }
    var files: [Int64: [UInt8]] = [:]
    while let header = numbers(3), let message = Message(rawValue: header[0]) {
      switch message {
      case .open: files[header[1]] = bytes(Int(header[2]))
      case .close: files[header[1]] = nil
      case .draw:
        guard let size = numbers(2), let file = files[header[1]],
          output.write(
            answer(file, frame: Int(header[2]), width: Int(size[0]), height: Int(size[1])))
        else { return }
      }
    }
  }

  private static func answer(
    _ file: [UInt8], frame: Int, width: Int, height: Int
  ) -> [UInt8] {
    do {
      let pixels = try LottieLibrary.draw(file, frame: frame, width: width, height: height)
      return LottieWire.bytes([Answer.pixels.rawValue]) + pixels
    } catch .noLibrary(let reason) {
      let text = Array(reason.utf8)
      return LottieWire.bytes([Answer.noLibrary.rawValue, Int64(text.count)]) + text
    } catch {
      return LottieWire.bytes([Answer.refused.rawValue])
    }
  }

  private static func numbers(_ count: Int) -> [Int64]? {
    bytes(8 * count).map(LottieWire.numbers)
  }

  /// So many bytes of standard input; nil where it ends before.
  private static func bytes(_ count: Int) -> [UInt8]? {
    let bytes = DescriptorBytes.read(count, from: STDIN_FILENO).bytes
    return bytes.count == count ? bytes : nil
  }
}

/// Whole numbers as two processes of one program exchange them.
enum LottieWire {
  static func bytes(_ numbers: [Int64]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) }
    }
  }

  static func numbers(_ bytes: [UInt8]) -> [Int64] {
    stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      (0..<8).reduce(Int64(0)) { $0 | Int64(bytes[start + $1]) << Int64(8 * $1) }
    }
  }
}
