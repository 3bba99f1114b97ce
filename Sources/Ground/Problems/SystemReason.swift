internal import Foundation

/// What errors of Foundation say, in the system's words.
///
/// Their own descriptions are dumps (`Error Domain=NSCocoaErrorDomain Code=513 ...`), which say neither what was
/// found nor what to do.
public enum SystemReason {
  /// Why something failed, without its path: `Permission denied`; of errors that are not Foundation's what they say
  /// themselves.
  public static func words(of error: any Error) -> String {
    if error is DecodingError { return "it is not the JSON that is expected" }
    guard isFoundations(error) else { return "\(error)" }
    guard let number = number(of: error as NSError) else { return "the system gives no reason" }
    // Of a file that was opened by its URL the error knows that alone.
    let url = (error as NSError).userInfo[NSURLErrorKey] as? URL
    return words(number: number, reading: path(of: error) ?? url?.path ?? "")
  }

  /// The same as a line that begins with the path, where the error knows one.
  public static func line(of error: any Error) -> String {
    (path(of: error).map { "\($0): " } ?? "") + words(of: error)
  }

  private static func path(of error: any Error) -> String? {
    isFoundations(error) ? (error as NSError).userInfo[NSFilePathErrorKey] as? String : nil
  }

  private static func isFoundations(_ error: any Error) -> Bool {
    error is CocoaError || error is POSIXError || error is URLError
      || type(of: error) is NSError.Type
  }

  /// The system's number (`errno`); nil where none is known.
  private static func number(of error: NSError) -> Int32? {
    if error.domain == NSPOSIXErrorDomain { return Int32(clamping: error.code) }
    if let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError,
      let number = number(of: inner)
    {
      return number
    }
    guard error.domain == NSCocoaErrorDomain else { return nil }
    return switch CocoaError.Code(rawValue: error.code) {
    case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
    case .fileReadNoPermission, .fileWriteNoPermission: EACCES
    case .fileWriteFileExists: EEXIST
    case .fileWriteOutOfSpace: ENOSPC
    case .fileWriteVolumeReadOnly: EROFS
    case .fileReadTooLarge: EFBIG
    case .fileReadInvalidFileName, .fileWriteInvalidFileName: ENAMETOOLONG
    default: nil
    }
  }
}
