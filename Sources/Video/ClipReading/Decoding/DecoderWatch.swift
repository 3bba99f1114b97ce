internal import CFFmpeg
internal import Frames
internal import Glibc
internal import Synchronization

/// Sees the damage that a decoder meets, on whatever thread of its own that is.
///
/// What libavcodec 59 hands out does not tell reliably: a picture of H.264 that threads decode may
/// be copied before the thread that conceals a part of it says so, and HEVC says nothing of slices
/// that end early. What a decoder logs, and the marks that it leaves, are there when its picture
/// is. Decoders know a watch as their `opaque`, and number pictures by their packets.
@safe final class DecoderWatch: LogListener, Sendable {
  /// A new picture with marks in it.
  @safe private struct Marked: @unchecked Sendable {
    var number: Int64
    var picture: UnsafeMutablePointer<AVFrame>?
  }

  private struct State {
    var hasMetFault = false
    /// The packet that was sent last, which is the one that a decoder of one thread decodes.
    var sent: Int64 = -1
    var marked: [Marked] = []
    var previous = unsafe Marked(number: -1, picture: nil)
    /// The packets of which something is missing, and those that a decoder of one thread complained of.
    var unfinished: Set<Int64> = []
    var complained: Set<Int64> = []
  }

  private let state = Mutex(State())
  private let marks: Bool
  private let fills: Bool

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - marks: whether pictures are marked, for a codec that leaves holes.
  ///   - fills: whether a new picture has what the one before it has, so that what is not decoded
  ///     does not depend on the memory; for a decoder of one thread.
  init(marks: Bool, fills: Bool) {
    (self.marks, self.fills) = (marks, fills)
  }

  deinit { forget() }

  /// Has all watches hear what decoders log.
  private static let listening: Void = LibAV.listener.withLock { $0 = DecoderWatch.self }

  /// Lets a decoder report to this watch, which has to outlive it.
  func attach(to context: UnsafeMutablePointer<AVCodecContext>) {
    _ = Self.listening
    unsafe context.pointee.opaque = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe avo_keep_numbers(context)
    guard marks || fills else { return }
    unsafe avo_set_get_buffer(context) { context, frame, flags in
      let code = unsafe avcodec_default_get_buffer2(context, frame, flags)
      guard code >= 0, let context = unsafe context, let frame = unsafe frame else { return code }
      unsafe DecoderWatch.of(context)?.prepare(frame, number: avo_number(frame))
      return code
    }
  }

  private static func of(_ context: UnsafePointer<AVCodecContext>) -> DecoderWatch? {
    guard let token = unsafe context.pointee.opaque else { return nil }
    return unsafe Unmanaged<DecoderWatch>.fromOpaque(token).takeUnretainedValue()
  }

  /// Takes note of a message, where it is of a watched decoder and about damage.
  ///
  /// That a part of a picture is concealed is information to FFmpeg, not an error.
  package static func record(
    _ object: UnsafeMutableRawPointer?, level: Int32, format: UnsafePointer<CChar>?
  ) {
    guard level <= AV_LOG_INFO, let format = unsafe format else { return }
    let conceals = unsafe strncmp(format, "concealing", 10) == 0
    guard level <= AV_LOG_ERROR || conceals else { return }
    guard let context = unsafe avo_logging_codec(object), let watch = unsafe of(context) else {
      return
    }
    watch.state.withLock {
      $0.hasMetFault = true
      if level <= AV_LOG_ERROR { $0.complained.insert($0.sent) }
    }
  }

  /// Takes note that a packet is sent.
  func expect(packet number: Int64) { state.withLock { $0.sent = number } }

  // MARK: Pictures

  private func prepare(_ frame: UnsafeMutablePointer<AVFrame>, number: Int64) {
    state.withLock { state in
      if fills { unsafe avo_fill(frame, state.previous.picture) }
      if marks { unsafe HoleMarks.set(in: frame) }
      var reference = unsafe av_frame_alloc()
      if unsafe av_frame_ref(reference, frame) < 0 { unsafe av_frame_free(&reference) }
      unsafe state.marked.append(Marked(number: number, picture: reference))
    }
  }

  /// Looks at the pictures of the packets up to a number, which threads have decoded; returns whether
  /// damage was met in any packet.
  func settle(upTo number: Int64) -> Bool {
    state.withLock { state in
      for one in state.marked where one.number <= number {
        var picture = unsafe one.picture
        if let picture = unsafe picture, unsafe HoleMarks.remain(in: picture) {
          state.hasMetFault = true
        }
        unsafe av_frame_free(&picture)
      }
      state.marked.removeAll { $0.number <= number }
      return state.hasMetFault
    }
  }

  /// Looks at the pictures of the packet that one thread has decoded, and fills what is missing in
  /// them; returns whether there are any.
  func finish(packet number: Int64) -> Bool {
    state.withLock { state in
      let decoded = state.marked
      state.marked = []
      for one in decoded {
        guard let picture = unsafe one.picture else { continue }
        if marks, unsafe HoleMarks.remain(in: picture) {
          state.unfinished.insert(one.number)
          unsafe HoleMarks.erase(in: picture, by: state.previous.picture)
        }
        unsafe av_frame_free(&state.previous.picture)
        state.previous = one
      }
      return !decoded.isEmpty
    }
  }

  /// Whether a part of the packet's picture was not decoded; said once.
  func takeUnfinished(_ number: Int64) -> Bool {
    state.withLock { $0.unfinished.remove(number) != nil }
  }

  /// Takes note that a part of the packet's picture was not decoded.
  func noteUnfinished(_ number: Int64) {
    state.withLock { _ = $0.unfinished.insert(number) }
  }

  /// Whether the decoder complained of the packet; said once.
  func takeComplaint(_ number: Int64) -> Bool {
    state.withLock { $0.complained.remove(number) != nil }
  }

  /// Forgets what was said while the decoder was opened: of headers, not of pictures.
  func begin() { state.withLock { $0 = State() } }

  /// Forgets all pictures.
  func forget() {
    state.withLock { state in
      for one in state.marked + [state.previous] {
        var picture = unsafe one.picture
        unsafe av_frame_free(&picture)
      }
      state = State(hasMetFault: state.hasMetFault, sent: state.sent)
    }
  }
}
