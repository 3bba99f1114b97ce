import Foundation
import Synchronization
import Text

/// The process's streams: results go to the output only if asked, all else to the error stream.
///
/// All that the tool writes to standard output goes through here, so that none of it is lost unnoticed.
package enum StandardStreams {
  /// Whether the last message was cut short, as by a full disk.
  private static let isCut = Mutex(false)

  /// Makes the streams fit to be written: a reader that has gone away is an error, not a death, and what was
  /// closed when the process began stays closed.
  package static func prepare() {
    // A pipe that was closed and a file that grew to its limit are write errors.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The first file that is opened would be standard output in its place, and get what is written to that.
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a line to the error stream; text of untrusted files cannot act on the terminal.
  package static func message(_ line: String) {
    let text = Shown.message(line) + "\n"
    // What follows a message that was cut short begins a line of its own. A reader that has gone away is no
    // reason to stop a render.
    isCut.withLock { isCut in
      isCut = write(Array((isCut ? "\n" + text : text).utf8), to: STDERR_FILENO) != 0
    }
  }

  /// Writes to the error stream what is no line, such as a bar.
  package static func progress(_ text: String) {
    _ = write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes text to the output stream; text of untrusted files cannot act on a terminal.
  package static func result(_ text: String) throws(StreamError) {
    try result(Array((Shown.message(text) + "\n").utf8))
  }

  /// Writes lines to the output stream; text of untrusted files in one cannot begin another.
  package static func result(lines: [String]) throws(StreamError) {
    guard !lines.isEmpty else { return }
    try result(lines.map { Shown.text($0, upTo: .max) }.joined(separator: "\n"))
  }

  /// Writes bytes to the output stream.
  package static func result(_ bytes: [UInt8]) throws(StreamError) {
    let number = write(bytes, to: STDOUT_FILENO)
    guard number == 0 else { throw StreamError(reason: reason(number)) }
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case EPIPE: "its reader has closed it"
    case EBADF: "it is closed"
    default: unsafe String(cString: strerror(number))
    }
  }

  /// Writes all bytes; gives the system's number (`errno`) where not all of them could be written, else 0.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // The caller of the process made the stream one that does not wait.
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&polled, 1, -1)
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return 0
  }
}
