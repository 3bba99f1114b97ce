internal import CFFmpeg
internal import Foundation
internal import Synchronization

/// Hears what FFmpeg logs, up to the level of information, on the thread that logs it.
package protocol LogListener: SendableMetatype {
  /// Takes note of a message of an object.
  static func record(
    _ object: UnsafeMutableRawPointer?, level: Int32, format: UnsafePointer<CChar>?)
}

/// The errors that FFmpeg logged on this thread, for the text of our own.
package enum LogCapture {
  /// Whose messages are kept, and the first of them: what comes later follows from those.
  private struct Listener {
    var source: String?
    var messages: [String] = []
    var sources: [String: String] = [:]
  }

  private static let maximumMessages = 8

  private static let listeners = Mutex<[UInt: Listener]>([:])

  private static var thread: UInt { UInt(pthread_self()) }

  /// Runs `body` and returns, beside its result, the errors it logged.
  ///
  /// - Parameter source: The name of the demuxer or codec to listen to; nil is all.
  package static func during<Result>(
    from source: String? = nil, _ body: () -> Result
  ) -> (result: Result, messages: [String]) {
    let thread = thread
    listeners.withLock { $0[thread] = Listener(source: source) }
    let result = body()
    return (result, listeners.withLock { $0.removeValue(forKey: thread)?.messages ?? [] })
  }

  /// Runs `body` and returns, beside its result and the errors it logged, the first error of each demuxer,
  /// codec or other part by the part's name.
  package static func withSources<Result>(
    _ body: () -> Result
  ) -> (result: Result, messages: [String], sources: [String: String]) {
    let thread = thread
    listeners.withLock { $0[thread] = Listener() }
    let result = body()
    let heard = listeners.withLock { $0.removeValue(forKey: thread) }
    return (result, heard?.messages ?? [], heard?.sources ?? [:])
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
    let isFirst = source.map { listener.sources[$0] == nil } ?? false
    guard isFirst || listener.messages.count < maximumMessages else { return }
    var buffer = [CChar](repeating: 0, count: 512)
    _ = unsafe vsnprintf(&buffer, buffer.count, format, arguments)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let line = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    listeners.withLock {
      if let source, isFirst { $0[thread]?.sources[source] = line }
      guard !line.isEmpty, listener.messages.count < maximumMessages else { return }
      $0[thread]?.messages.append(line)
    }
  }
}
