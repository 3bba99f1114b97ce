internal import CFFmpeg
internal import Foundation
internal import Synchronization
internal import Text

/// The process-wide side of FFmpeg: its log, and the text of its error codes.
enum LibAV {
  /// Silences the log; touched before the first other call.
  ///
  /// FFmpeg and the encoders below it write to standard error by default, where the tool's own
  /// messages and progress go.
  static let ready: Void = {
    unsafe av_log_set_callback { object, level, format, arguments in
      unsafe DecoderWatch.record(object, level: level, format: format)
      unsafe LogCapture.record(object, level: level, format: format, arguments: arguments)
    }
    // SVT-AV1 does not log through FFmpeg; 0 keeps it to fatal errors.
    _ = unsafe setenv("SVT_LOG", "0", 0)
  }()

  /// What an error code means, in words for a person: our own for those that FFmpeg's own text leaves
  /// unexplained ("not yet implemented in FFmpeg, patches welcome"), else the system's.
  static func text(of code: Int32) -> String {
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
  static func text(ofReading code: Int32, said message: String? = nil) -> String {
    if message == "moov atom not found" {
      return "missing index: the recording was not finished, or the file is cut off"
    }
    let damage = [EPERM, EINVAL, ERANGE, EDOM, EILSEQ, EBADMSG].map(avo_error)
    return text(of: damage.contains(code) ? avo_error_invalid : code, said: message)
  }

  /// What an error code means, beside what FFmpeg said of it.
  static func text(of code: Int32, said message: String?) -> String {
    let text = text(of: code)
    return message.map { "\(text); FFmpeg says: \(Shown.text($0, upTo: 160))" } ?? text
  }

  /// An error that the input does not explain.
  static func failure(_ call: String, _ code: Int32) -> VideoError {
    .libraryFailure(call: call, reason: text(of: code))
  }

  /// What is said when an allocation fails.
  static func outOfMemory(_ call: String) -> VideoError {
    .libraryFailure(call: call, reason: "out of memory")
  }
}

/// The errors that FFmpeg logged on this thread, for the text of our own.
enum LogCapture {
  /// Whose messages are kept, and the first of them: what comes later follows from those.
  private struct Listener {
    var source: String?
    var messages: [String] = []
    var sources: Set<String> = []
  }

  private static let maximumMessages = 8

  private static let listeners = Mutex<[UInt: Listener]>([:])

  private static var thread: UInt { UInt(pthread_self()) }

  /// Runs `body` and returns, beside its result, the errors it logged.
  ///
  /// - Parameter source: The name of the demuxer or codec to listen to; nil is all.
  static func during<Result>(
    from source: String? = nil, _ body: () -> Result
  ) -> (result: Result, messages: [String]) {
    let thread = thread
    listeners.withLock { $0[thread] = Listener(source: source) }
    let result = body()
    return (result, listeners.withLock { $0.removeValue(forKey: thread)?.messages ?? [] })
  }

  /// Runs `body` and returns, beside its result and the errors it logged, the names of the demuxers
  /// and codecs that logged any.
  static func withSources<Result>(
    _ body: () -> Result
  ) -> (result: Result, messages: [String], sources: Set<String>) {
    let thread = thread
    listeners.withLock { $0[thread] = Listener() }
    let result = body()
    let heard = listeners.withLock { $0.removeValue(forKey: thread) }
    return (result, heard?.messages ?? [], heard?.sources ?? [])
  }

  static func record(
    _ object: UnsafeMutableRawPointer?, level: Int32, format: UnsafePointer<CChar>?,
    arguments: CVaListPointer?
  ) {
    guard level <= AV_LOG_ERROR, let format = unsafe format, let arguments = unsafe arguments
    else { return }
    let thread = thread
    guard let listener = listeners.withLock({ $0[thread] }) else { return }
    let source = unsafe avo_log_source(object).map { unsafe String(cString: $0) }
    if let wanted = listener.source, source != wanted { return }
    if let source { listeners.withLock { _ = $0[thread]?.sources.insert(source) } }
    guard listener.messages.count < maximumMessages else { return }
    var buffer = [CChar](repeating: 0, count: 512)
    _ = unsafe vsnprintf(&buffer, buffer.count, format, arguments)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let line = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !line.isEmpty else { return }
    listeners.withLock { $0[thread]?.messages.append(line) }
  }
}

/// An option dictionary of FFmpeg, freed with its owner.
@safe struct OptionDictionary: ~Copyable {
  var raw: OpaquePointer?

  init(_ entries: [(String, String)] = []) {
    for (key, value) in entries { set(key, value) }
  }

  mutating func set(_ key: String, _ value: String) {
    _ = unsafe av_dict_set(&raw, key, value, 0)
  }

  /// The keys that the callee did not know.
  var unusedKeys: [String] { unsafe Self.entries(of: raw).map(\.key) }

  /// Every entry of a dictionary that somebody else owns.
  @unsafe static func entries(of raw: OpaquePointer?) -> [(key: String, value: String)] {
    var found: [(key: String, value: String)] = []
    var entry = unsafe av_dict_get(raw, "", nil, AV_DICT_IGNORE_SUFFIX)
    while let current = unsafe entry {
      unsafe found.append(
        (String(cString: current.pointee.key), String(cString: current.pointee.value)))
      unsafe entry = unsafe av_dict_get(raw, "", current, AV_DICT_IGNORE_SUFFIX)
    }
    return found
  }

  deinit {
    var dictionary = unsafe raw
    unsafe av_dict_free(&dictionary)
  }
}
