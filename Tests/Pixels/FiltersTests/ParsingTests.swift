import Filters
import Testing

/// How filters are written.
@Suite struct ParsingTests {
  @Test func `a name alone has the standard options`() throws {
    for kind in PictureFilter.Kind.allCases {
      let text = kind == .lut ? "lut:a.cube" : kind.rawValue
      let filter = try PictureFilter(parsing: text)
      var made = PictureFilter(kind)
      made.file = kind == .lut ? "a.cube" : nil
      #expect(filter == made)
      for option in kind.options { #expect(filter.value(option.name) == option.standard) }
      #expect("\(filter)" == text)
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
      for option in kind.options where option.words.isEmpty {
        let start = kind == .lut ? "lut:a.cube," : "\(kind):"
        let (low, high) = (option.range.lowerBound, option.range.upperBound)
        for value in [low, high] {
          let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
          #expect(
            try PictureFilter(parsing: "\(start)\(option.name)=\(text)").value(option.name) == value
          )
        }
        for value in [low - 1, high + 1] {
          #expect(throws: FilterError.self) {
            try PictureFilter(parsing: "\(start)\(option.name)=\(Int(value.rounded()))")
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
    ("comic:steps=2", "from 3 to 12"), ("season:kind=spring", "auto, petals, summer, leaves, snow"),
    ("season:kind=1", "auto, petals"), ("lut", "lut:FILE.cube"), ("lut:", "lut:FILE.cube"),
    ("lut:,amount=1", "lut:FILE.cube"), ("lut:a.cube,amount=2", "a number from 0 to 1"),
  ])
  func `a fault is told in one line with what to do`(text: String, hint: String) {
    #expect {
      try PictureFilter(parsing: text)
    } throws: {
      "\($0)".contains(hint) && !"\($0)".contains("\n")
    }
  }

  /// A file's name is all before the option at the end.
  @Test(arguments: [
    ("a.cube", 1.0, "a.cube"), ("a,b:c=d.cube", 1, "a,b:c=d.cube"),
    ("a.cube,amount=0.5", 0.5, "a.cube"), ("a,amount=0.5,b.cube", 1, "a,amount=0.5,b.cube"),
    ("a,amount=x.cube,amount=0.25", 0.25, "a,amount=x.cube"), ("amount=0.5", 1, "amount=0.5"),
    ("x/y,brush=1", 1, "x/y,brush=1"),
  ])
  func `names of files have any letters`(text: String, amount: Double, file: String) throws {
    let filter = try PictureFilter(parsing: "lut:\(text)")
    #expect(filter.file == file && filter.value("amount") == amount)
    #expect(try PictureFilter(parsing: "\(filter)") == filter)
    // Whatever a file is called, what is printed reads back as the same.
    var renamed = filter
    renamed.file = "b,amount=0.5"
    let again = try PictureFilter(parsing: "\(renamed)")
    #expect(again.file == "b,amount=0.5" && again.value("amount") == amount)
  }

  @Test func `a season is a word, and is written again`() throws {
    let filter = try PictureFilter(parsing: "season:kind=leaves,amount=1")
    #expect("\(filter)" == "season:amount=1,kind=leaves")
    #expect(try PictureFilter(parsing: "\(filter)") == filter)
  }

  @Test func `a long name is cut in the message`() {
    #expect {
      try PictureFilter(parsing: String(repeating: "x", count: 100_000))
    } throws: {
      "\($0)".count < 200
    }
  }
}
