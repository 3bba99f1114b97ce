import Filters
import Foundation
import TestSupport
import Testing

/// Reading files of type `.cube`.
@Suite struct CubeFileTests {
  private static let rows = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"

  private func read(_ bytes: some Sequence<UInt8>) throws -> PictureFilter {
    let folder = try ScratchFolder()
    return try PictureFilter(parsing: "lut:\(folder.write(bytes, to: "t.cube"))").resolved(on: nil)
  }

  @Test(arguments: [
    "LUT_3D_SIZE 2\n\(rows)",
    "TITLE \"x y z w v\"\r\nLUT_3D_SIZE 2\r\n" + rows.replacing("\n", with: "\r\n"),
    "# comment\n\nLUT_3D_SIZE\t2\n  \(rows)# end\n\n", "\u{FEFF}LUT_3D_SIZE 2\n\(rows.dropLast())",
    "LUT_3D_SIZE 2\nDOMAIN_MIN -0.5 0 0\nDOMAIN_MAX 1 2 1e0\n\(rows)",
    "LUT_1D_SIZE 2\n-1.5e-3 +0 .5\n1. 1 65504\n",
  ])
  func `what the specification allows is read`(text: String) throws {
    _ = try read(text.utf8)
  }

  @Test(arguments: [
    ("", ":0: expected LUT_1D_SIZE"), ("LUT_3D_SIZE 2\n\(rows)0 0 0\n", ":10: 8 rows expected"),
    ("LUT_3D_SIZE 2\n0 0 0\n", "1 rows found, 8 expected (LUT_3D_SIZE 2)"),
    ("LUT_3D_SIZE 1\n0 0 0\n", ":1: LUT_3D_SIZE: expected a whole number from 2 to 129, found 1"),
    ("LUT_3D_SIZE -2\n", "found \"-2\""), ("LUT_3D_SIZE 2.0\n", "found \"2.0\""),
    ("LUT_3D_SIZE 2 2\n", "found \"2 2\""), ("LUT_3D_SIZE\n", "LUT_3D_SIZE: expected"),
    ("LUT_3D_SIZE 99999999999999999999999\n", "LUT_3D_SIZE"),
    ("LUT_1D_SIZE 2\n0 0 nan\n", ":2: a row: expected three numbers"),
    ("LUT_1D_SIZE 2\n0 0 inf\n", "found \"0 0 inf\""), ("LUT_1D_SIZE 2\nNAN 0 0\n", ":2: a row"),
    ("LUT_1D_SIZE 2\n0 0 1e99999\n", "65504"), ("LUT_1D_SIZE 2\n0 0 65505\n", "65504"),
    ("LUT_1D_SIZE 2\n0 0 0x1p3\n", "0x1p3"), ("LUT_1D_SIZE 2\n0 0\n", "found \"0 0\""),
    ("LUT_1D_SIZE 2\n0 0 0 0\n", "found \"0 0 0 0\""),
    ("LUT_1D_SIZE 2\n0,0,0\n", "found \"0,0,0\""),
    ("0 0 0\nLUT_1D_SIZE 2\n", ":1: expected LUT_1D_SIZE or LUT_3D_SIZE before the rows"),
    ("LUT_1D_SIZE 2\n0 0 0\nTITLE \"x\"\n1 1 1\n", ":3: TITLE found behind rows"),
    ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n\(rows)", ":2: LUT_3D_SIZE is given twice, in line 1"),
    ("LUT_3D_SIZ 2\n", "did you mean LUT_3D_SIZE?"), ("LUT_IN_VIDEO_RANGE\n", "full range"),
    ("LUT_3D_SIZE 2\nDOMAIN_MAX 1e-39 1 1\n\(rows)", "by a millionth or more"),
    ("LUT_3D_SIZE 2\nDOMAIN_MIN 1 0 0\n\(rows)", ":2: the table's begin 1.0 0.0 0.0 is not below"),
    (
      "LUT_3D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1\n\(rows)", ":2: LUT_1D_INPUT_RANGE without LUT_1D_SIZE"
    ),
    (
      "LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 1\nDOMAIN_MAX 1 1 1\n\(rows)",
      ":2: an input range beside"
    ),
    ("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 1 2\n\(rows)", "expected two numbers"),
    ("solid cube\nfacet normal 0 0 0\n", ":1: expected LUT_1D_SIZE"),
  ])
  func `a fault is told with its line and with what is expected`(text: String, words: String) {
    #expect {
      try read(text.utf8)
    } throws: {
      "\($0)".contains(words) && "\($0)".contains("t.cube:") && !"\($0)".contains("\n")
    }
  }

  @Test func `UTF-16 and other bytes are refused in words`() {
    for order in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let text = "\u{FEFF}LUT_3D_SIZE 2\n\(Self.rows)"
      #expect {
        try read(text.data(using: order) ?? Data())
      } throws: {
        "\($0)".contains("UTF-16")
      }
    }
    #expect(throws: FilterError.self) { try read([0, 1, 2, 3, 0xFF, 0x0A]) }
    #expect(throws: FilterError.self) { try read([UInt8](repeating: 0x41, count: 1 << 20)) }
  }

  @Test func `a file that is not there, and a folder, are refused`() throws {
    let folder = try ScratchFolder()
    for path in [folder.path("no.cube"), folder.url.path] {
      #expect {
        try PictureFilter(parsing: "lut:\(path)").resolved(on: nil)
      } throws: {
        if case FilterError.unreadable = $0 { true } else { false }
      }
    }
  }

  @Test func `the largest sizes are the limits`() throws {
    _ = try read((Tables.curve(65536, digits: 6)).utf8)
    for text in ["LUT_1D_SIZE 65537\n", "LUT_3D_SIZE 130\n"] {
      #expect {
        try read(text.utf8)
      } throws: {
        if case FilterError.tableTooLarge = $0 { "\($0)".contains("at most") } else { false }
      }
    }
    // Short rows, so that the largest cube is read in little time.
    var cube = "LUT_3D_SIZE 129\n"
    cube += String(repeating: "0 0 0\n", count: 129 * 129 * 129)
    _ = try read(cube.utf8)
  }
}
