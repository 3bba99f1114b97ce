internal import Glibc

/// Reads what a request sends, piece by piece and again from any place.
final class BodySource {
  /// Whether something could not be read.
  private(set) var hasFailed = false
  private let body: TransferBody
  private let descriptor: Int32
  /// Where the next piece begins, from the body's own start.
  private var place: Int64 = 0

  init(_ body: TransferBody) {
    self.body = body
    if case .file(let path, _) = body {
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      hasFailed = descriptor < 0
    } else {
      descriptor = -1
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Goes to a place; false where the body does not reach there.
  func seek(to place: Int64) -> Bool {
    guard (0...body.count).contains(place) else { return false }
    self.place = place
    return true
  }

  /// Fills a buffer with the next bytes: how many, 0 at the end, nil where they cannot be read.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let wanted = Int(min(Int64(buffer.count), body.count - place))
    guard !hasFailed, wanted > 0 else { return hasFailed ? nil : 0 }
    switch body {
    case .none: return 0
    case .bytes(let bytes):
      let start = Int(place)
      unsafe buffer.copyBytes(from: bytes[start..<start + wanted])
      place += Int64(wanted)
      return wanted
    case .file(_, let range):
      var count = -1
      repeat {
        count = unsafe pread(
          descriptor, buffer.baseAddress, wanted, off_t(range.lowerBound + place))
      } while count < 0 && errno == EINTR
      // A file that ends before its time is not what was to be sent.
      guard count > 0 else {
        hasFailed = true
        return nil
      }
      place += Int64(count)
      return count
    }
  }
}
