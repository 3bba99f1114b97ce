internal import Foundation

/// Lists of strings as C has them.
enum CStrings {
  /// Calls with a list that ends with a null pointer and lives as long as the call.
  static func with<Result>(
    _ strings: [String],
    _ body: (UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe copies.withUnsafeMutableBufferPointer { unsafe body($0) }
  }
}
