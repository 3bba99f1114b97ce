import AvatarFiles
import Geometry
import Imaging
import ShareCards
import Testing

@Suite struct ShareCardDateTests {
  private func isTaken(_ date: String) -> Bool {
    var fields = ShareCardFields()
    fields.date = date
    do {
      _ = try shippedCards.load("plain").render(
        picture: magenta(16, 16), ratio: .square, fields: fields)
      return true
    } catch ShareCardError.unfitDate(date) {
      return false
    } catch {
      Issue.record(error)
      return false
    }
  }

  /// The Gregorian calendar's own rule: every fourth year is a leap year, but of the centuries only
  /// every fourth (Inter gravissimas, 1582).
  @Test(arguments: ["2024-02-29", "2000-02-29", "2026-02-04", "0001-12-31", "2026-04-30"])
  func `dates of the calendar are taken`(date: String) { #expect(isTaken(date)) }

  @Test(arguments: [
    "2023-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00",
  ])
  func `dates that are not in it are refused`(date: String) { #expect(!isTaken(date)) }

  @Test(arguments: ["Spring 2026", "2026-2-4", "正月初一", "2026-02-04T10:00", "------"])
  func `any other text is taken as it is`(date: String) { #expect(isTaken(date)) }
}
