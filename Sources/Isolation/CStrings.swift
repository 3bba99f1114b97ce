internal import Foundation

/// Lists of strings as C has them.
enum CStrings {
  /// Calls with a list that ends with a null pointer and lives as long as the call.
  static func with<Result>(
    _ strings: [String], _ body: (UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for unsafe copy in unsafe copies { unsafe free(copy) } }
    return unsafe copies.withUnsafeMutableBufferPointer { unsafe body($0) }
  }
}
