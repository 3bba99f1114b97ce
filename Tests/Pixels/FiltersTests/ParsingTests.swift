import Filters
import Testing

/// How filters are written.
@Suite struct ParsingTests {
  @Test func `a name alone has the standard options`() throws {
    for kind in PictureFilter.Kind.allCases {
      let filter = try PictureFilter(parsing: kind.rawValue)
      #expect(filter == PictureFilter(kind))
      for option in kind.options { #expect(filter.value(option.name) == option.standard) }
      #expect("\(filter)" == kind.rawValue)
    }
  }

  @Test func `options are read, and written again`() throws {
    let filter = try PictureFilter(parsing: "snow:seed=7,amount=0.25")
    #expect(filter.kind == .snow)
    #expect(filter.value("seed") == 7)
    #expect(filter.value("amount") == 0.25)
    #expect(try PictureFilter(parsing: "\(filter)") == filter)
  }

  @Test func `both ends of every range are allowed, and nothing beyond`() throws {
    for kind in PictureFilter.Kind.allCases {
      for option in kind.options {
        let (low, high) = (option.range.lowerBound, option.range.upperBound)
        for value in [low, high] {
          let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
          #expect(
            try PictureFilter(parsing: "\(kind):\(option.name)=\(text)").value(option.name) == value
          )
        }
        for value in [low - 1, high + 1] {
          #expect(throws: FilterError.self) {
            try PictureFilter(parsing: "\(kind):\(option.name)=\(Int(value.rounded()))")
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("snwo", "did you mean snow?"), ("sepia-tone-2", "expected instant, comic, oil, snow"),
    ("", "expected instant"), ("snow:", "option=value"), ("snow:seed", "option=value"),
    ("snow:sed=1", "did you mean seed?"), ("oil:seed=1", "it has amount, brush, relief"),
    ("snow:seed=1.5", "a whole number from 0 to 4294967295"),
    ("snow:amount=nan", "a number from 0 to 1"), ("snow:amount=0x1p-1", "a number"),
    ("snow:amount=1e-1", "a number"), ("snow:amount= 1", "a number"),
    ("snow:amount=", "a number"), ("snow:amount=1,amount=1", "given twice"),
    ("snow:amount=1,", "option=value"), ("Snow", "did you mean snow?"),
    ("comic:steps=2", "from 3 to 12"),
  ])
  func `a fault is told in one line with what to do`(text: String, hint: String) {
    #expect {
      try PictureFilter(parsing: text)
    } throws: {
      "\($0)".contains(hint) && !"\($0)".contains("\n")
    }
  }

  @Test func `a long name is cut in the message`() {
    #expect {
      try PictureFilter(parsing: String(repeating: "x", count: 100_000))
    } throws: {
      "\($0)".count < 200
    }
  }
}
