import Filters
import Imaging
import Testing

/// Seasons, by dates and in pictures.
@Suite struct SeasonTests {
  /// Start of Spring, of Summer, of Autumn and of Winter in China's time, as the Hong Kong Observatory's almanacs
  /// have them.
  @Test(arguments: [
    (2020, ["02-04", "05-05", "08-07", "11-07"]), (2021, ["02-03", "05-05", "08-07", "11-07"]),
    (2022, ["02-04", "05-05", "08-07", "11-07"]), (2023, ["02-04", "05-06", "08-08", "11-08"]),
    (2024, ["02-04", "05-05", "08-07", "11-07"]), (2025, ["02-03", "05-05", "08-07", "11-07"]),
  ])
  func `seasons begin with their solar terms`(year: Int, days: [String]) throws {
    let seasons: [Season] = [.spring, .summer, .autumn, .winter]
    for (index, day) in days.enumerated() {
      let date = try #require(RecordingDate(iso8601: "\(year)-\(day)"))
      #expect(Season(on: date) == seasons[index], "\(date)")
      // The day before has a number less: none is the first of a month.
      let number = try #require(Int(day.suffix(2))) - 1
      let before = try #require(
        RecordingDate(iso8601: "\(year)-\(day.prefix(3))0\(number)"))
      #expect(Season(on: before) == seasons[(index + 3) % 4], "\(before)")
    }
  }

  @Test(arguments: [
    ("2026-04-03", "2026-04-03"), ("2026-04-03T23:59:59+02:00", "2026-04-03"),
    ("2020-02-29 10:00", "2020-02-29"), ("2021-02-29", nil), ("2026-13-01", nil),
    ("1979-12-31", nil), ("1980-01-01", "1980-01-01"), ("9999-12-31", "9999-12-31"),
    ("2026-4-3", nil), ("", nil), ("2026-04-031", nil), ("2026", nil), ("二〇二六-04-03", nil),
  ])
  func `days are read as ISO 8601 has them`(text: String, expected: String?) {
    #expect(RecordingDate(iso8601: text).map { "\($0)" } == expected)
  }

  @Test func `the season of a day is drawn, and one that is named on any day`() throws {
    let picture = Pictures.waves(96, 64)
    func drawn(_ text: String, on day: String?) throws -> StraightRGBA8 {
      let filter = try PictureFilter(parsing: text)
      var painter = FilterPainter(
        try filter.resolved(on: day.flatMap { RecordingDate(iso8601: $0) }))
      var result = picture
      try painter.apply(to: &result, atMs: 700)
      return result
    }
    for (day, kind) in [
      ("2026-04-03", "petals"), ("2026-07-01", "summer"), ("2026-10-10", "leaves"),
      ("2026-12-24", "snow"), ("2027-02-01", "snow"),
    ] {
      let named = try drawn("season:kind=\(kind),amount=1", on: nil)
      #expect(try drawn("season:amount=1", on: day) == named)
      #expect(try drawn("season:kind=\(kind),amount=1", on: "2026-04-03") == named)
    }
    #expect {
      try drawn("season", on: nil)
    } throws: {
      "\($0)".contains("kind=petals")
    }
  }

  @Test func `the season snow is the filter snow`() throws {
    let picture = Pictures.waves(96, 64)
    let season = try Pictures.filtered(picture, "season:kind=snow,seed=9,wind=-0.4", atMs: 1234)
    #expect(try Pictures.filtered(picture, "snow:seed=9,wind=-0.4", atMs: 1234) == season)
  }

  /// The part of pixels that a season's particles change beyond its light.
  private func covered(_ kind: String, _ more: String = "", atMs time: Double) throws -> Double {
    let picture = Pictures.flat(RGBA8(70, 110, 160), 320, 180)
    let some = try Pictures.filtered(picture, "season:kind=\(kind),amount=1\(more)", atMs: time)
    // Most of the picture is under no particle.
    var counts: [UInt8: Int] = [:]
    for i in stride(from: 0, to: some.bytes.count, by: 4) { counts[some.bytes[i], default: 0] += 1 }
    return 1 - Double(counts.values.max() ?? 0) / Double(320 * 180)
  }

  @Test(arguments: ["petals", "leaves", "summer"])
  func `a season is there at any time, and leaves most of the picture to be seen`(
    kind: String
  ) throws {
    for time in [0, 2500, 86_400_000.0] {
      let part = try covered(kind, atMs: time)
      #expect((0.004...0.45).contains(part), "\(kind) \(time): \(part)")
    }
    let picture = Pictures.waves(96, 64)
    let text = "season:kind=\(kind),amount=1"
    let first = try Pictures.filtered(picture, text, atMs: 500)
    #expect(try Pictures.filtered(picture, text, atMs: 540) != first)
    #expect(try Pictures.filtered(picture, text + ",seed=2", atMs: 500) != first)
  }
}
