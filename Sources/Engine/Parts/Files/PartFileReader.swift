internal import ClipWriting
internal import Digests
internal import Foundation

/// Reads the data of a part, whose hash was looked at: what is not as it was written is refused all the same.
final class PartFileReader {
  enum Record {
    /// A packet of a clip.
    case packet(EncodedPicture)
    /// A picture's number and file.
    case picture(number: Int, file: [UInt8])
  }

  /// What the packets are; nil for pictures.
  let stream: PictureStream?
  private let handle: FileHandle
  private let size: Int
  private var buffer = Data()
  private var consumed = 0
  private var records = 0
  private var reachedEnd = false

  /// Bytes that are read at once.
  private static let pieceBytes = 256 << 10
  /// The most bytes of what packets are.
  private static let headerLimit = 1 << 20
  /// The times that packets may have.
  private static let ticks: ClosedRange<Int64> = -(1 << 52)...(1 << 52)
  /// The marks that encoders give packets: a key picture, one to be thrown away, one that none depends on.
  ///
  /// Others would have libavformat take bytes for pointers.
  private static let flags: Int32 = 0x1 | 0x4 | 0x10
  /// The most pieces of side data of a packet, and the kinds that there are.
  private static let sideDataLimit: UInt32 = 64

  /// Why data are not those of a part.
  struct Damage: Error {
    var reason: String
  }

  /// Data that cannot be read now.
  struct Unreadable: Error {}

  /// The hash of what the packets are, as it is written; nil for pictures.
  let streamHash: String?

  init(path: String) throws {
    let first: Data
    do {
      handle = try FileHandle(forReadingFrom: URL(filePath: path))
      size = Int(try handle.seekToEnd())
      try handle.seek(toOffset: 0)
      first = try handle.read(upToCount: partDataMark.count + 4) ?? Data()
    } catch {
      throw Unreadable()
    }
    guard first.count == partDataMark.count + 4, first.starts(with: partDataMark) else {
      throw Damage(reason: "it does not begin as the data of a part")
    }
    let length = first.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.headerLimit, length <= size else {
      throw Damage(reason: "its header has \(length) bytes")
    }
    guard length > 0 else {
      (stream, streamHash) = (nil, nil)
      return
    }
    guard let header = try? handle.read(upToCount: length) else { throw Unreadable() }
    guard header.count == length,
      let found = try? JSONDecoder().decode(PictureStream.self, from: header)
    else { throw Damage(reason: "its header cannot be read") }
    (stream, streamHash) = (found, SHA256.hex(of: header))
  }

  deinit { try? handle.close() }

  /// The next record; nil at the end.
  func next() throws -> Record? {
    guard !reachedEnd else { return nil }
    switch PartRecordKind(rawValue: try number(UInt8.self)) {
    case .end:
      let count = try number(UInt64.self)
      guard count == UInt64(records) else {
        throw Damage(reason: "\(records) records found, \(count) expected")
      }
      reachedEnd = true
      return nil
    case .packet:
      records += 1
      let times = try (tick(), tick(), tick())
      let flags = try number(Int32.self)
      guard flags & ~Self.flags == 0 else {
        throw Damage(reason: "a packet has the flags \(flags)")
      }
      let count = try number(UInt32.self)
      guard count <= Self.sideDataLimit else {
        throw Damage(reason: "a packet has \(count) pieces of side data")
      }
      var side: [EncodedPicture.SideData] = []
      for _ in 0..<count {
        let kind = try number(UInt32.self)
        guard kind < Self.sideDataLimit else {
          throw Damage(reason: "a packet has side data of the kind \(kind)")
        }
        side.append(EncodedPicture.SideData(kind: kind, bytes: try bytes()))
      }
      return .packet(
        EncodedPicture(
          bytes: try bytes(), pts: times.0, dts: times.1, duration: times.2, flags: flags,
          sideData: side))
    case .picture:
      records += 1
      let number = try number(Int64.self)
      return .picture(number: Int(number), file: try bytes())
    case nil: throw Damage(reason: "it has a record of an unknown kind")
    }
  }

  /// The times of the packets, ascending; what they hold is passed over.
  static func ticks(path: String) throws -> [Int64] {
    let reader = try PartFileReader(path: path)
    var ticks: [Int64] = []
    while true {
      switch PartRecordKind(rawValue: try reader.number(UInt8.self)) {
      case .end: return ticks.sorted()
      case .packet:
        ticks.append(try reader.tick())
        try reader.skip(8 + 8 + 4)
        for _ in 0..<(try reader.number(UInt32.self)) {
          try reader.skip(4)
          try reader.skip(Int(reader.number(UInt32.self)))
        }
        try reader.skip(Int(reader.number(UInt32.self)))
      case .picture:
        try reader.skip(8)
        try reader.skip(Int(reader.number(UInt32.self)))
      case nil: throw Damage(reason: "it has a record of an unknown kind")
      }
    }
  }

  /// A time that sums can be made of.
  private func tick() throws -> Int64 {
    let tick = try number(Int64.self)
    guard Self.ticks.contains(tick) else { throw Damage(reason: "a packet has the time \(tick)") }
    return tick
  }

  private func skip(_ count: Int) throws {
    let held = buffer.count - consumed
    guard count > held else {
      consumed += count
      return
    }
    (buffer, consumed) = (Data(), 0)
    do {
      try handle.seek(toOffset: handle.offset() + UInt64(count - held))
    } catch {
      throw Unreadable()
    }
  }

  private func number<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
    let bytes = try take(MemoryLayout<Number>.size)
    return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Bytes behind their count.
  private func bytes() throws -> [UInt8] {
    let count = Int(try number(UInt32.self))
    guard count <= size else { throw Damage(reason: "it is cut off") }
    return try take(count)
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while buffer.count - consumed < count {
      let wanted = max(Self.pieceBytes, count - (buffer.count - consumed))
      let more: Data?
      do { more = try handle.read(upToCount: wanted) } catch { throw Unreadable() }
      guard let more, !more.isEmpty else { throw Damage(reason: "it is cut off") }
      buffer = Data(buffer.suffix(buffer.count - consumed)) + more
      consumed = 0
    }
    let start = buffer.startIndex + consumed
    consumed += count
    return [UInt8](buffer[start..<(start + count)])
  }
}
