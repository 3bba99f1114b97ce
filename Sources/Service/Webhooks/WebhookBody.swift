internal import Foundation
public import Store

/// What is posted: `{"id", "type", "createdAt", "data"}`.
public enum WebhookBody {
  /// The JSON of a delivery.
  ///
  /// - Parameter data: the job as the service shows it, as JSON.
  public static func json(of delivery: Delivery, data: [UInt8]) -> [UInt8] {
    // The id is hexadecimal and the type a word of ours: nothing needs an escape.
    let head =
      #"{"id":"\#(delivery.id)","type":"\#(delivery.type)","createdAt":"\#(time(delivery.createdAt))","data":"#
    return Array(head.utf8) + data + Array("}".utf8)
  }

  /// A time by RFC 3339, in UTC with milliseconds.
  private static func time(_ milliseconds: Int64) -> String {
    // The milliseconds apart: as a fraction of a Double they are rounded down at times.
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
    let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    let digits = String(1000 + abs(rest)).dropFirst()
    return text.dropLast() + ".\(digits)Z"
  }
}
