/// The texts of a JSON Lines file, plain or packed, in memory that does not grow with the file.
package final class JSONLines {
  /// The file, as the caller named it.
  package let path: String
  private let splitter: DocumentSplitter
  private let expected: String

  /// Opens a file.
  ///
  /// - Parameter expected: what the file should be, for messages: "a placements file".
  package init(path: String, expected: String) throws(TrackingFault) {
    (self.path, self.expected) = (path, expected)
    do {
      splitter = DocumentSplitter(source: try ByteSource(path: path))
    } catch {
      throw Locator(path: path, expected: expected).fault(error)
    }
  }

  /// Takes a file that is open, whose descriptor is closed at the end.
  ///
  /// - Parameter path: the file, for messages.
  package init(path: String, opened descriptor: Int32, expected: String) throws(TrackingFault) {
    (self.path, self.expected) = (path, expected)
    do {
      splitter = DocumentSplitter(source: try ByteSource(opened: descriptor))
    } catch {
      throw Locator(path: path, expected: expected).fault(error)
    }
  }

  /// The next text and its line, counted from 1; nil at the end.
  ///
  /// A text longer than `TrackingLimits.documentBytes` is a fault.
  package func next() throws(TrackingFault) -> (bytes: [UInt8], line: Int)? {
    do {
      guard let document = try splitter.next() else { return nil }
      return (unsafe [UInt8](document.bytes), document.line)
    } catch {
      throw Locator(path: path, expected: expected).fault(error)
    }
  }
}
