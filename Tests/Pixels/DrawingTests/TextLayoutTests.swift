import Drawing
import Foundation
import Geometry
import Imaging
import Testing

/// Text on a canvas of its own, black on nothing.
private func draw(
  _ text: String, _ style: TextStyle, width: Int = 400, height: Int = 200, left: Double = 0
) throws -> StraightRGBA8 {
  let canvas = try Canvas(size: PixelSize<OutputSpace>(clamping: width, height))
  let layout = try TextLayout(text, style, width: Double(width) - 2 * left)
  layout.draw(on: canvas, at: Point2(left, left))
  return try canvas.picture()
}

/// The columns and rows that hold ink.
private func ink(_ picture: StraightRGBA8) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
  var columns: ClosedRange<Int>?
  var rows: ClosedRange<Int>?
  for y in 0..<picture.height {
    for x in 0..<picture.width where picture[x, y].alpha > 40 {
      columns = min(columns?.lowerBound ?? x, x)...max(columns?.upperBound ?? x, x)
      rows = min(rows?.lowerBound ?? y, y)...max(rows?.upperBound ?? y, y)
    }
  }
  guard let columns, let rows else { return nil }
  return (columns, rows)
}

private func style(
  _ size: Double = 40, minimum: Double? = nil, lines: Int = 1, families: [String] = ["DejaVu Sans"]
) -> TextStyle {
  var style = TextStyle(families: families, size: size)
  style.minimumSize = minimum
  style.maximumLines = lines
  return style
}

@Suite struct TextLayoutTests {
  @Test func `the same text gives the same pixels, on another thread too`() async throws {
    let text = "Two minutes · 两分钟 · دقيقتان"
    let one = try draw(text, style(30, lines: 3))
    let two = try await Task.detached { try draw(text, style(30, lines: 3)) }.value
    #expect(one == two)
    #expect(ink(one) != nil)
  }

  @Test func `a Chinese character takes its em square`() throws {
    let han = style(50, families: ["Noto Sans CJK SC"])
    let layout = try TextLayout("春夏秋冬", han, width: 1000)
    #expect(abs(layout.width - 200) < 0.5)
    #expect(layout.missing.isEmpty)
    // A family that lacks the characters falls back to one that has them.
    #expect(try TextLayout("春夏秋冬", style(50), width: 1000).missing.isEmpty)
  }

  @Test func `a text that is too long gets smaller, and no smaller than allowed`() throws {
    let text = "A headline of some length"
    let full = try TextLayout(text, style(60), width: 2000)
    #expect(full.size == 60 && !full.isCut)
    let fitted = try TextLayout(text, style(60, minimum: 20), width: full.width / 2)
    #expect(fitted.size < 60 && fitted.size >= 20 && !fitted.isCut)
    #expect(fitted.width <= full.width / 2 && fitted.lineCount == 1)
    let cut = try TextLayout(text, style(60, minimum: 50), width: full.width / 2)
    #expect(cut.size == 50 && cut.isCut && cut.lineCount == 1 && cut.width <= full.width / 2)
  }

  @Test func `ten thousand characters stay within their lines`() throws {
    for text in [
      String(repeating: "word ", count: 2000), String(repeating: "春", count: 10_000),
      String(repeating: "x", count: 10_000),
    ] {
      let layout = try TextLayout(text, style(40, minimum: 30, lines: 3), width: 500)
      #expect(layout.isCut && layout.lineCount <= 3 && layout.size == 30)
      #expect(layout.height < 3 * 30 * 2 && layout.width <= 501)
    }
  }

  @Test func `lines are about equally long`() throws {
    let layout = try TextLayout(
      "Two minutes, every morning", style(40, lines: 2), width: 480)
    #expect(layout.lineCount == 2)
    // Filled greedily, the first line would be as long as the box allows.
    let longest = try TextLayout("every morning", style(40), width: 1000).width
    #expect(layout.width < longest * 1.1)
  }

  @Test func `Chinese lines end behind a mark where that takes no more of them`() throws {
    func width(_ text: String, lines: Int) throws -> Double {
      let layout = try TextLayout(text, style(40, lines: lines), width: 400)
      #expect(layout.lineCount == lines && layout.size == 40)
      return layout.width
    }
    let clause = try width("每天早晨两分钟，", lines: 1)
    #expect(abs(try width("每天早晨两分钟，刷牙快乐", lines: 2) - clause) < 1)
    // Without a mark, and where one would leave a character alone, they are about equally long.
    for even in ["每天早晨两分钟刷牙快乐吧", "每天早晨两分钟刷牙快，乐"] {
      #expect(try width(even, lines: 2) < clause - 20)
    }
  }

  @Test func `a text begins where its script begins`() throws {
    let latin = try #require(ink(draw("hello", style(30))))
    let arabic = try #require(ink(draw("مرحبا", style(30))))
    #expect(latin.columns.lowerBound < 10 && latin.columns.upperBound < 200)
    #expect(arabic.columns.upperBound > 390 && arabic.columns.lowerBound > 200)
    var end = style(30)
    end.alignment = .end
    #expect(try #require(ink(draw("hello", end))).columns.upperBound > 390)
    end.alignment = .middle
    let middle = try #require(ink(draw("hello", end))).columns
    #expect(abs(middle.lowerBound + middle.upperBound - 400) < 8)
  }

  @Test func `markup is text like any other`() throws {
    let plain = try TextLayout("a", style(), width: 1000).width
    let tagged = try TextLayout("<b>a</b>", style(), width: 1000).width
    #expect(tagged > 4 * plain)
    _ = try draw("<span size='9999999'>&", style())
  }

  @Test func `marks that are piled up are cut off`() throws {
    let piled = "a" + String(repeating: "\u{30D}", count: 60)
    let canvas = try Canvas(size: PixelSize<OutputSpace>(clamping: 200, 400))
    let layout = try TextLayout(piled, style(30), width: 200)
    layout.draw(on: canvas, at: Point2(20, 300), bleed: 0.4)
    let rows = try #require(ink(try canvas.picture())).rows
    #expect(rows.lowerBound >= 300 - 13)
  }

  @Test func `a character without a font is named`() throws {
    // The last private use plane, which no font of Debian's fills.
    let layout = try TextLayout("a\u{10F0F0}b\u{10F0F0}", style(), width: 1000)
    #expect(layout.missing == ["\u{10F0F0}"])
    #expect(MissingGlyphs.note("\u{9F8D}").contains("U+9F8D"))
    #expect(MissingGlyphs.note("\u{9F8D}").contains("fonts-noto-cjk"))
    #expect(MissingGlyphs.mayBeLeftOut("\u{1F389}") && !MissingGlyphs.mayBeLeftOut("\u{9F8D}"))
  }

  @Test func `heavier and wider spaced text is wider`() throws {
    let plain = try TextLayout("headline", style(), width: 1000).width
    var bold = style()
    bold.weight = 700
    #expect(try TextLayout("headline", bold, width: 1000).width > plain)
    var spaced = style()
    spaced.letterSpacing = 0.5
    let wide = try TextLayout("headline", spaced, width: 1000).width
    #expect(abs(wide - plain - 8 * 0.5 * 40) < 21)
  }
}
