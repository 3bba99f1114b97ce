internal import CFFmpeg
internal import Foundation
package import Synchronization
internal import Text

/// The process-wide side of FFmpeg: its log, and the text of its error codes.
package enum LibAV {
  /// Silences the log; touched before the first other call.
  ///
  /// FFmpeg and the encoders below it write to standard error by default, where the tool's own
  /// messages and progress go.
  package static let ready: Void = {
    unsafe av_log_set_callback { object, level, format, arguments in
      if level <= AV_LOG_INFO, let listener = listener.withLock(\.self) {
        unsafe listener.record(object, level: level, format: format)
      }
      unsafe LogCapture.record(object, level: level, format: format, arguments: arguments)
    }
    // SVT-AV1 does not log through FFmpeg; 0 keeps it to fatal errors.
    _ = unsafe setenv("SVT_LOG", "0", 0)
  }()

  /// Hears messages beside `LogCapture`.
  package static let listener = Mutex<(any LogListener.Type)?>(nil)

  /// What an error code means, in words for a person: our own for those that FFmpeg's own text leaves
  /// unexplained ("not yet implemented in FFmpeg, patches welcome"), else the system's.
  package static func text(of code: Int32) -> String {
    switch code {
    case avo_error_invalid: return "the data is damaged"
    case avo_error_patch, avo_error(ENOSYS):
      return "the decoder does not support it"
    case avo_error_external, avo_error_bug, avo_error_unknown:
      return "the codec's library failed without a reason"
    case avo_error_no_decoder: return "no decoder is installed for it"
    case avo_error_eof: return "the data ends too early"
    default: break
    }
    var buffer = [CChar](repeating: 0, count: 256)
    _ = unsafe av_strerror(code, &buffer, buffer.count)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// What an error code of a demuxer or decoder means, beside what FFmpeg said of it.
  ///
  /// Some say of damage that an argument is invalid, a number out of range, or -1, which is "operation not
  /// permitted": the arguments are ours, and right.
  package static func text(ofReading code: Int32, said message: String? = nil) -> String {
    if message == "moov atom not found" {
      return "missing index: the recording was not finished, or the file is cut off"
    }
    let damage = [EPERM, EINVAL, ERANGE, EDOM, EILSEQ, EBADMSG].map(avo_error)
    return text(of: damage.contains(code) ? avo_error_invalid : code, said: message)
  }

  /// What an error code means, beside what FFmpeg said of it.
  package static func text(of code: Int32, said message: String?) -> String {
    let text = text(of: code)
    return message.map { "\(text); FFmpeg says: \(Shown.text($0, upTo: 160))" } ?? text
  }

  /// An error that the input does not explain.
  package static func failure(_ call: String, _ code: Int32) -> VideoError {
    .libraryFailure(call: call, reason: text(of: code))
  }

  /// What is said when an allocation fails.
  package static func outOfMemory(_ call: String) -> VideoError {
    .libraryFailure(call: call, reason: "out of memory")
  }
}
