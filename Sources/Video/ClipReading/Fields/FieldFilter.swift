internal import CFFmpeg
internal import CFieldFilter
internal import Frames

/// Makes whole pictures of pictures that are made of two fields: libavfilter's bwdif, which looks at the
/// picture before and the one after.
@safe final class FieldFilter {
  private let filter: OpaquePointer
  private let shape: Shape
  private(set) var isDraining = false
  /// The pictures in the filter by their numbers: some versions of bwdif change how long they last, with
  /// the unit of the times, and some do not.
  private var sent: [Int64: (origin: Origin, duration: Int64)] = [:]
  private var sentCount: Int64 = 0

  /// What all pictures of a filter share.
  private struct Shape: Equatable {
    let width, height: Int
    let format: AVPixelFormat

    init(_ picture: borrowing FrameHandle) {
      (width, height, format) = (picture.width, picture.height, picture.format)
    }
  }

  /// What a picture of the filter was made of.
  enum Origin {
    /// A picture that only stood before others, and is not shown.
    case lead
    /// A whole picture, which stays what it is.
    case whole
    /// Two fields.
    case fields
  }

  /// libavfilter of the same FFmpeg as the other libraries: all have counted together since FFmpeg 4.
  static let libraryName = "libavfilter.so.\(LIBAVUTIL_VERSION_MAJOR - 49)"
  /// The package of Debian that has it.
  static let packageName = "libavfilter\(LIBAVUTIL_VERSION_MAJOR - 49)"

  /// The library, or why it cannot be loaded.
  @safe private enum Library: @unchecked Sendable {
    case loaded(OpaquePointer)
    case missing(String)
  }

  private static let library: Library = {
    var message = [CChar](repeating: 0, count: Int(cff_message_bytes))
    if let loaded = unsafe cff_load(libraryName, &message) { return unsafe .loaded(loaded) }
    return .missing(
      String(
        decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }()

  /// Makes a filter for pictures like one of them, which hands on their times in halves of the unit that
  /// they are in.
  ///
  /// - Parameters:
  ///   - perField: whether each field becomes a picture, rather than each two.
  init(
    like picture: borrowing FrameHandle, perField: Bool, threads: Int, path: String
  ) throws(VideoError) {
    let library: OpaquePointer
    switch Self.library {
    case .loaded(let loaded): unsafe library = unsafe loaded
    case .missing(let reason):
      throw .noDeinterlacer(
        path: path, library: Self.libraryName, package: Self.packageName, reason: reason)
    }
    var pictures = cff_pictures()
    (pictures.width, pictures.height) = (Int32(picture.width), Int32(picture.height))
    pictures.format = picture.format.rawValue
    // Any of which there is half: bwdif does not look at it.
    pictures.time_base = (1, 1)
    let aspect = unsafe Rational(picture.raw.pointee.sample_aspect_ratio) ?? .one
    pictures.pixel_aspect = (aspect.numerator, aspect.denominator)
    let options = "mode=\(perField ? "send_field" : "send_frame"):parity=auto:deint=interlaced"
    var code: Int32 = 0
    guard let made = unsafe cff_make(library, &pictures, options, Int32(max(threads, 1)), &code)
    else { throw LibAV.failure("bwdif", code) }
    unsafe filter = unsafe made
    shape = Shape(picture)
  }

  deinit { unsafe cff_free(filter) }

  /// Whether a picture has the size and format that the filter is for.
  func fits(_ picture: borrowing FrameHandle) -> Bool { Shape(picture) == shape }

  /// The fewest columns and rows that bwdif takes.
  static func takes(_ picture: borrowing FrameHandle) -> Bool {
    picture.width >= 3 && picture.height >= 4
  }

  /// Hands over a picture.
  func send(_ picture: borrowing FrameHandle, as origin: Origin) throws(VideoError) {
    unsafe avo_set_number(picture.raw, sentCount)
    unsafe picture.raw.pointee.pts = picture.raw.pointee.best_effort_timestamp
    sent[sentCount] = unsafe (origin, avo_duration(picture.raw))
    sentCount += 1
    let code = unsafe cff_send(filter, picture.raw)
    if code < 0 { throw LibAV.failure("bwdif", code) }
  }

  /// Says that no more pictures will come.
  func drain() throws(VideoError) {
    isDraining = true
    let code = unsafe cff_send(filter, nil)
    if code < 0 { throw LibAV.failure("bwdif", code) }
  }

  /// The next picture; nil where more have to be sent first, or at the end.
  func receive() throws(VideoError) -> FrameHandle? {
    let frame = try FrameHandle()
    let code = unsafe cff_receive(filter, frame.raw)
    if code == avo_error_again || code == avo_error_eof { return nil }
    if code < 0 { throw LibAV.failure("bwdif", code) }
    let number = unsafe avo_number(frame.raw)
    if let one = sent[number] { unsafe avo_set_duration(frame.raw, one.duration) }
    // Pictures come out in their order, those of fields up to twice.
    sent[number - 1] = nil
    return frame
  }

  /// What a picture that came out last was made of.
  func origin(of picture: borrowing FrameHandle) -> Origin {
    sent[unsafe avo_number(picture.raw)]?.origin ?? .whole
  }
}
