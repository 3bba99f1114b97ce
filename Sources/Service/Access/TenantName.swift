/// The names of tenants, which stand in logs, links and folders.
public enum TenantName {
  /// The most characters.
  public static let maximumLength = 64

  /// Refuses a name that is empty, too long, or has other characters than a to z, 0 to 9, `-`, `_`
  /// and `.`, or begins with a dot or a dash.
  public static func check(_ name: String) throws(AccessFault) {
    let first = Set("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let others = first.union("-_.".utf8)
    guard let beginning = name.utf8.first, first.contains(beginning),
      name.utf8.count <= maximumLength, name.utf8.allSatisfy(others.contains)
    else { throw .badTenant(name) }
  }
}
