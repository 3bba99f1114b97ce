package import Files
internal import Foundation
package import Imaging
package import Placement
package import Recordings

/// The placements sidecar: a line a frame, under its name only when it is complete; the first one says where the
/// recording is from.
///
/// A job that was not asked for one has a sidecar without a file.
package struct Sidecar: ~Copyable {
  private let file: AtomicFile?
  private let path: String
  private var buffer: [UInt8] = []
  /// What the first line says beside its frame; nil after it.
  private var provenance: RecordingProvenance?

  /// Lines are written in pieces of this size, so that a file costs few calls.
  private static let pieceBytes = 64 * 1024

  /// Makes the file, if the output asks for one.
  ///
  /// - Throws: `ImagingError`, or `RenderingError.unfitOutput` where it would take the result's
  ///   own path.
  package init(_ settings: RenderSettings) throws {
    let output = settings.output
    provenance = settings.recording.provenance
    path = output.placements ?? ""
    guard let path = output.placements else {
      file = nil
      return
    }
    guard path != output.path else {
      throw RenderingError.unfitOutput(
        reason: "--placements: \(path) is where the result goes; name another file")
    }
    do throws(FileFault) {
      file = try AtomicFile(path: path, replacing: output.overwrites)
    } catch {
      throw ImagingError(error)
    }
  }

  /// Whether there is a file.
  var isAsked: Bool { file != nil }

  /// Adds a frame's record.
  package mutating func write(_ record: PlacementRecord) throws(ImagingError) {
    guard file != nil else { return }
    record.append(to: &buffer, of: provenance.take())
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.pieceBytes { try flush() }
  }

  /// Writes what is buffered; a full disk shows here, before the clip gets its name.
  mutating func flush() throws(ImagingError) {
    do {
      try file?.append(buffer)
    } catch {
      throw ImagingError(error)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name.
  ///
  /// - Parameter held: where the file waits for its name; nil gives it at once.
  package consuming func finish(into held: HeldFiles? = nil) throws(ImagingError) {
    try flush()
    do {
      try file?.finish(into: held)
    } catch {
      throw ImagingError(error)
    }
  }
}

extension Sidecar {
  /// Has the first line of a sidecar say where its recording is from, whose writer was not told.
  ///
  /// - Parameter longestLine: the most bytes of that line.
  package static func state(
    _ provenance: RecordingProvenance, inFile path: String, longestLine: Int
  ) throws(FileFault) {
    guard !provenance.isEmpty else { return }
    let source = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard source >= 0 else { throw FileFault(FolderFault(path: path, number: errno)) }
    defer { close(source) }
    func read() throws(FileFault) -> [UInt8] {
      let (bytes, failure) = DescriptorBytes.read(pieceBytes, from: source)
      if let failure { throw FileFault(FolderFault(path: path, number: failure)) }
      return bytes
    }
    var first: [UInt8] = []
    while !first.contains(UInt8(ascii: "\n")), first.count <= longestLine {
      let piece = try read()
      if piece.isEmpty { break }
      first += piece
    }
    guard let end = first.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return }
    let file = try AtomicFile(path: path, replacing: true)
    var line = Array(first[..<end])
    PlacementRecord.append(provenance, to: &line)
    try file.append(line + first[end...])
    while true {
      let piece = try read()
      if piece.isEmpty { break }
      try file.append(piece)
    }
    try file.commit()
  }
}

extension PlacementRecord {
  /// Appends the record as a line, without its end.
  ///
  /// - Parameter provenance: what the line says of the recording; nil for nothing.
  func append(to bytes: inout [UInt8], of provenance: RecordingProvenance?) {
    append(to: &bytes)
    if let provenance, !provenance.isEmpty { Self.append(provenance, to: &bytes) }
  }

  /// Appends to a record what is said of the recording.
  fileprivate static func append(_ provenance: RecordingProvenance, to bytes: inout [UInt8]) {
    bytes.removeLast()
    bytes += Array(", \"recording\": \(provenance.line)}".utf8)
  }
}
