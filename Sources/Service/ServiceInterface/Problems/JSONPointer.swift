/// JSON pointers (RFC 6901) to the values of a request that are at fault.
package enum JSONPointer {
  /// The pointer of a path such as `avatars[0].name`.
  ///
  /// - Parameter key: a name that follows the path.
  package static func text(path: String, key: String? = nil) -> String {
    var pointer = ""
    for part in path.split(whereSeparator: { ".[]".contains($0) }) { pointer += "/\(part)" }
    if let key {
      pointer +=
        "/"
        + key.replacing("~", with: "~0").replacing("/", with: "~1")
    }
    return pointer
  }
}
