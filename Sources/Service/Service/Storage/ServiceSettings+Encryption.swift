internal import Blobs
internal import ServiceConfiguration

extension ServiceSettings {
  /// How the bucket of files is asked to encrypt them; nil where it is not asked.
  ///
  /// - Throws: `ServiceSettingsError` where there is no bucket, or the settings do not fit each other.
  func filesEncryption() throws(ServiceSettingsError) -> BlobEncryption? {
    let encryption: BlobEncryption?
    do throws(BlobError) {
      encryption = try BlobEncryption.read(mode: s3SSE, keyID: s3SSEKeyID, place: "--s3-sse")
    } catch {
      throw ServiceSettingsError(description: "\(error)")
    }
    guard encryption == nil || !files.isEmpty else {
      throw ServiceSettingsError(
        description:
          "--s3-sse: \(s3SSE) found, and --files names no bucket; files of the data folder are not encrypted"
          + " by it: put the folder on an encrypted volume")
    }
    return encryption
  }
}
