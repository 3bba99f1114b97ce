internal import ClipWriting
internal import Digests
internal import Files
internal import Foundation
internal import Rendering
internal import Synchronization

/// The first bytes of a part's data.
let partDataMark: [UInt8] = Array("AVOPART1".utf8)

/// Kinds of records of a part's data.
enum PartRecordKind: UInt8 {
  /// How many records there were; the last one.
  case end = 0
  /// A packet of a clip.
  case packet = 1
  /// A picture's file.
  case picture = 2
}

/// A file of a part while it is written, and its hash.
struct PartOutput: ~Copyable {
  private let file: AtomicFile
  private var buffer: [UInt8] = []
  private var hash = SHA256()
  private var bytes = 0
  private let place: String

  private static let pieceBytes = 1 << 20

  init(_ path: String, in place: String) throws(PartsError) {
    self.place = place
    do {
      file = try AtomicFile(path: path, replacing: true)
    } catch {
      throw Self.failure(error, place)
    }
  }

  mutating func append(_ more: some Collection<UInt8>) throws(PartsError) {
    buffer += more
    if buffer.count >= Self.pieceBytes { try flush() }
  }

  private mutating func flush() throws(PartsError) {
    hash.append(buffer)
    bytes += buffer.count
    do {
      try file.append(buffer)
    } catch {
      throw Self.failure(error, place)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name.
  consuming func finish() throws(PartsError) -> PartReceipt.File {
    try flush()
    let (sum, place) = (PartReceipt.File(bytes: bytes, sha256: hash.hex), place)
    do {
      try file.commit()
    } catch {
      throw Self.failure(error, place)
    }
    return sum
  }

  /// A full disk, a store that was taken away: it may go another time.
  private static func failure(_ fault: FileFault, _ place: String) -> PartsError {
    .storeUnavailable(place: place, reason: "\(fault.reason)")
  }
}

/// Writes what a part comes to into two files: packets or pictures, and placements.
///
/// Each is written by one thread in the order of the frames, so that the bytes are the same at each run.
final class PartFileWriter: PartSink {
  private struct State: ~Copyable {
    var data: PartOutput?
    var placements: PartOutput?
    var records = 0
    var stream: PictureStream?
    var ticks: [Int64] = []
    /// When the first packets are decoded.
    var firstDecoded: [Int64] = []
  }

  private let state: Mutex<State>

  /// Makes the files.
  ///
  /// - Parameters:
  ///   - placements: the path of the placements; nil for none.
  ///   - place: the store, for messages.
  init(data: String, placements: String?, place: String) throws(PartsError) {
    var state = State()
    var output = try PartOutput(data, in: place)
    try output.append(partDataMark)
    state.data = consume output
    if let placements { state.placements = try PartOutput(placements, in: place) }
    self.state = Mutex(state)
  }

  func begin(_ stream: PictureStream) throws {
    let header = try JSONEncoder.sorted.encode(stream)
    try state.withLock { state in
      state.stream = stream
      try state.data?.append(LittleEndian.bytes(UInt32(clamping: header.count)))
      try state.data?.append(header)
    }
  }

  func add(_ picture: EncodedPicture) throws {
    var record = [PartRecordKind.packet.rawValue]
    for number in [picture.pts, picture.dts, picture.duration] {
      record += LittleEndian.bytes(number)
    }
    record += LittleEndian.bytes(picture.flags)
    record += LittleEndian.bytes(UInt32(clamping: picture.sideData.count))
    for side in picture.sideData {
      record += LittleEndian.bytes(side.kind)
      record += LittleEndian.bytes(UInt32(clamping: side.bytes.count))
      record += side.bytes
    }
    record += LittleEndian.bytes(UInt32(clamping: picture.bytes.count))
    try state.withLock { state in
      state.records += 1
      state.ticks.append(picture.pts)
      if state.firstDecoded.count < PartReceipt.longestDelay {
        state.firstDecoded.append(picture.dts)
      }
      try state.data?.append(record)
      try state.data?.append(picture.bytes)
    }
  }

  func add(picture file: [UInt8], number: Int) throws {
    let record =
      [PartRecordKind.picture.rawValue] + LittleEndian.bytes(Int64(number))
      + LittleEndian.bytes(UInt32(clamping: file.count))
    try state.withLock { state in
      if state.records == 0 { try state.data?.append(LittleEndian.bytes(UInt32(0))) }
      state.records += 1
      try state.data?.append(record)
      try state.data?.append(file)
    }
  }

  func add(placements line: [UInt8]) throws {
    try state.withLock { state in
      try state.placements?.append(line)
      try state.placements?.append([UInt8(ascii: "\n")])
    }
  }

  struct Sums: Equatable {
    var data: PartReceipt.File
    var placements: PartReceipt.File?
    var records: Int
    /// The hash of what the packets are; nil for pictures.
    var stream: String?
    /// The packets' times, ascending.
    var ticks: [Int64]
    /// How many packets are decoded before the first one is shown.
    var delay: Int
  }

  /// Gives the files their names.
  func finish() throws -> Sums {
    try state.withLock { state in
      if state.stream == nil, state.records == 0 {
        try state.data?.append(LittleEndian.bytes(UInt32(0)))
      }
      try state.data?.append(
        [PartRecordKind.end.rawValue] + LittleEndian.bytes(UInt64(state.records)))
      guard let data = try state.data.take()?.finish() else {
        throw PartsError.unfit("the part was finished already")
      }
      let ticks = state.ticks.sorted()
      let first = ticks.first ?? 0
      return Sums(
        data: data, placements: try state.placements.take()?.finish(), records: state.records,
        stream: try state.stream.map { SHA256.hex(of: try JSONEncoder.sorted.encode($0)) },
        ticks: ticks, delay: state.firstDecoded.prefix { $0 < first }.count)
    }
  }
}

extension JSONEncoder {
  /// Writes the same bytes for the same value.
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }
}

/// Numbers in the order of bytes that parts have.
enum LittleEndian {
  static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe [UInt8]($0) }
  }
}
