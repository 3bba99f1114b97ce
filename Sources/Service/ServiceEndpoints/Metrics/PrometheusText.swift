/// The text format 0.0.4 of Prometheus.
struct PrometheusText {
  /// The media type.
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var text = ""

  typealias Labels = [(name: String, value: String)]

  /// Begins a family.
  mutating func family(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// Adds a sample.
  mutating func sample(_ name: String, _ labels: Labels = [], _ value: Double) {
    let whole = value == value.rounded() && abs(value) < 0x1p53
    text += name + Self.text(of: labels) + " " + (whole ? String(Int(value)) : "\(value)") + "\n"
  }

  /// Adds a whole family of one sample.
  mutating func single(_ name: String, _ type: String, _ help: String, _ value: Double) {
    family(name, type, help)
    sample(name, [], value)
  }

  /// Adds the series of a histogram.
  mutating func histogram(_ name: String, _ labels: Labels, _ histogram: Histogram) {
    var cumulated = 0
    for (bound, count) in zip(histogram.bounds, histogram.counts) {
      cumulated += count
      sample("\(name)_bucket", labels + [("le", "\(bound)")], Double(cumulated))
    }
    sample("\(name)_bucket", labels + [("le", "+Inf")], Double(histogram.count))
    sample("\(name)_sum", labels, histogram.sum)
    sample("\(name)_count", labels, Double(histogram.count))
  }

  private static func text(of labels: Labels) -> String {
    guard !labels.isEmpty else { return "" }
    let pairs = labels.map { label in
      let value = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
      return "\(label.name)=\"\(value)\""
    }
    return "{" + pairs.joined(separator: ",") + "}"
  }
}
