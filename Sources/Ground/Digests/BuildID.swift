internal import Foundation

/// What tells builds of a program or a library apart: the ID that its linker wrote into it.
///
/// A linker hashes all that it writes, and the hash stands in a note (`NT_GNU_BUILD_ID`) among the first pages of
/// the file. So a program of a hundred megabytes is known by a few reads, and is the same one after its debug
/// information was removed. IDs of fewer bytes than a hash has may be chosen by hand, and are not taken.
public enum BuildID {
  /// The fewest bytes of an ID that is taken for a hash of the file's contents: those of MD5.
  package static let leastBytes = 16
  /// The most bytes of notes that are looked at; those of a program are a few hundred.
  package static let mostNoteBytes = 1 << 16

  /// The ID of the program that this process runs, though another one may have taken its name since.
  ///
  /// - Throws: `DigestError.unreadable` where it cannot be read.
  public static func ofThisProgram() throws(DigestError) -> String {
    try text(ofFile: "/proc/self/exe")
  }

  /// The ID of a program's or a library's file, as lower-case hexadecimal digits; the SHA-256 of the file where
  /// none that is a hash stands in it.
  ///
  /// - Throws: `DigestError.unreadable` where it is not regular, or cannot be read to its end.
  public static func text(ofFile path: String) throws(DigestError) -> String {
    guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable(path: path) }
    defer { try? handle.close() }
    var status = stat()
    guard unsafe fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { throw .unreadable(path: path) }
    do {
      // What is no program may state places that no file has.
      if let id = try? noted(handle) { return Hexadecimal.text(of: id) }
      try handle.seek(toOffset: 0)
      return try SHA256.hex(ofRest: handle)
    } catch {
      throw .unreadable(path: path)
    }
  }

  /// The ID in the notes of an ELF file of 64 bits, the lowest byte first; nil where there is none.
  private static func noted(_ handle: FileHandle) throws -> [UInt8]? {
    let head = try bytes(64, at: 0, of: handle)
    guard head.count == 64, head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      number(head, 54, bytes: 2) == segmentBytes
    else { return nil }
    let count = number(head, 56, bytes: 2)
    let table = try bytes(count * segmentBytes, at: UInt64(number(head, 32)), of: handle)
    for start in stride(from: 0, to: table.count - segmentBytes + 1, by: segmentBytes)
    where number(table, start, bytes: 4) == noteSegment {
      let length = number(table, start + 32)
      guard length <= mostNoteBytes else { continue }
      let notes = try bytes(length, at: UInt64(number(table, start + 8)), of: handle)
      if let id = id(in: notes, alignment: number(table, start + 48) == 8 ? 8 : 4) { return id }
    }
    return nil
  }

  /// The bytes of an entry of the table of segments, and the type of one that holds notes.
  private static let (segmentBytes, noteSegment) = (56, 4)

  /// The ID among notes: each has the lengths of its name and its contents, its type, and both, padded.
  private static func id(in notes: [UInt8], alignment: Int) -> [UInt8]? {
    func padded(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }
    var place = 0
    while place + 12 <= notes.count {
      let (name, contents) = (number(notes, place, bytes: 4), number(notes, place + 4, bytes: 4))
      let start = padded(place + 12 + name)
      guard start + contents <= notes.count else { return nil }
      if number(notes, place + 8, bytes: 4) == 3, contents >= leastBytes,
        notes[(place + 12)..<(place + 12 + name)].elementsEqual("GNU\0".utf8)
      {
        return Array(notes[start..<start + contents])
      }
      place = padded(start + contents)
    }
    return nil
  }

  /// A number, the lowest byte first; one beyond 2^62 is taken for that, which is beyond every file.
  private static func number(_ all: [UInt8], _ place: Int, bytes count: Int = 8) -> Int {
    let number = all[place..<place + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(min(number, 1 << 62))
  }

  /// Bytes at a place, fewer where the file ends.
  private static func bytes(
    _ count: Int, at offset: UInt64, of handle: FileHandle
  ) throws -> [UInt8] {
    try handle.seek(toOffset: offset)
    return [UInt8](try handle.read(upToCount: count) ?? Data())
  }
}
