/// The names of tenants in keys: as hexadecimal digits of their bytes, so that no name leads elsewhere.
public enum TenantFolder {
  /// What keys of a tenant begin with: a folder, and the tenant's digits.
  public static func key(of tenant: String, in folder: String) throws(BlobError) -> BlobKey {
    let digits = tenant.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return try BlobKey("\(folder)/\(digits.joined())")
  }

  /// The tenant of such digits; nil where they are none of a name.
  public static func tenant(of digits: Substring) -> String? {
    let digits = Array(digits.utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
    guard bytes.count == digits.count / 2 else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
