internal import CSQLite
internal import Foundation

/// A prepared statement while it runs: its values are bound, its rows are read one by one.
@safe struct SQLiteStatement: ~Copyable {
  private let handle: OpaquePointer

  /// Takes a statement that is not in use; its maker finalizes it.
  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  /// Leaves the statement as it was found, so that it holds no lock and no copy of a value.
  deinit {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// Binds values to the parameters in their order; gives SQLite's result code.
  func bind(_ values: [SQLiteValue]) -> Int32 {
    // A value that is forgotten would be NULL and go unnoticed.
    guard values.count == Int(unsafe sqlite3_bind_parameter_count(handle)) else {
      return SQLITE_RANGE
    }
    for (number, value) in values.enumerated() {
      let code = bind(value, at: Int32(number + 1))
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    // SQLite copies what it is given when told that it is transient.
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return unsafe sqlite3_bind_null(handle, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(handle, index, number)
    case .text(let text):
      let bytes = Array(text.utf8)
      return unsafe bytes.withUnsafeBytes { buffer in
        // An empty text has no address, and a text without one would be NULL.
        let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let start = unsafe start else {
          return unsafe sqlite3_bind_text(handle, index, "", 0, transient)
        }
        return unsafe sqlite3_bind_text64(
          handle, index, start, sqlite3_uint64(buffer.count), transient, UInt8(SQLITE_UTF8))
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(handle, index, 0) }
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe sqlite3_bind_blob64(
          handle, index, buffer.baseAddress, sqlite3_uint64(buffer.count), transient)
      }
    }
  }

  /// Goes on to the next row; gives SQLite's result code.
  func step() -> Int32 {
    errno = 0
    return unsafe sqlite3_step(handle)
  }

  // MARK: The row's columns, counted from 0

  /// A whole number; nil for NULL.
  func integer(_ column: Int32) -> Int64? {
    guard unsafe sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    return unsafe sqlite3_column_int64(handle, column)
  }

  /// A text; nil for NULL.
  func text(_ column: Int32) -> String? {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Bytes; nil for NULL.
  func blob(_ column: Int32) -> [UInt8]? {
    guard unsafe sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
