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
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
