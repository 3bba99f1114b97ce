import JSON
import Models

extension ManifestField {
  /// One condition, or a list of them.
  func triggers(_ signals: SignalRegistry) -> [Trigger]? {
    switch node.value {
    case .array:
      return list()?.compactMap { $0.trigger(signals) }
    case .object:
      return trigger(signals).map { [$0] }
    default:
      report(.wrongType(expected: "an object or a list of objects", found: node.typeName))
      return nil
    }
  }

  private func trigger(_ signals: SignalRegistry) -> Trigger? {
    guard let object = object(keys: ManifestObject.signalKeys + ["above", "below"]) else {
      return nil
    }
    let signal = object.signal(signals)
    let range = signal?.range ?? 0...1
    let above = object.required("above")?.number(in: range)
    let below = object["below"]
    // Without "below" the condition ends where it begins.
    let end = below == nil ? above : below?.number(in: range)
    guard let above, let end else { return nil }
    if end > above, let below {
      below.report(.thresholdsCrossed(above: above, below: end))
    }
    return signal.map { Trigger(signal: $0, above: above, below: end) }
  }

  /// One entry of a `drive` list.
  func drive(_ signals: SignalRegistry) -> Drive? {
    let keys = ManifestObject.signalKeys + ["property", "from", "to"]
    guard let object = object(keys: keys) else { return nil }
    let signal = object.signal(signals)
    let range = signal?.range ?? 0...1
    let property = object.required("property")?.choice(
      of: "property", known: Drive.Property.named.map(\.name), Drive.Property.init(name:))
    let from = object.required("from")?.pair { $0.number(in: range) }
    let to = object.required("to")?.pair { $0.drivenValue(of: property) }
    if let from, from.0 == from.1 {
      object["from"]?.report(.flatDrive(strength: from.0))
    }
    guard let signal, let property, let from, let to else { return nil }
    return Drive(signal: signal, property: property, from: from, to: to)
  }

  /// A list of two.
  private func pair(_ read: (ManifestField) -> Double?) -> (Double, Double)? {
    guard let list = list() else { return nil }
    guard list.count == 2 else {
      report(.wrongType(expected: "a list of two numbers", found: "a list of \(list.count)"))
      return nil
    }
    let (start, end) = (read(list[0]), read(list[1]))
    guard let start, let end else { return nil }
    return (start, end)
  }

  /// What a property may be driven to: a factor must not turn a picture inside out.
  private func drivenValue(of property: Drive.Property?) -> Double? {
    switch property {
    case .model(let target):
      switch target {
      case .scale: number(in: 0...100)
      case .rotation: number(in: -3600...3600)
      case .morph, .translation: number(in: -100...100)
      }
    case .scale, .opacity: number(in: 0...100)
    case .rotation: number(in: -3600...3600)
    case .offsetX, .offsetY, .offsetZ, nil: number(in: -100...100)
    }
  }
}

extension ManifestObject {
  /// The key that names a signal, and its older synonym.
  fileprivate static let signalKeys = ["signal", "blendshape"]

  /// The signal that the object names under one of the two keys; nil, and a fault, where it names
  /// none, or uses both.
  fileprivate func signal(_ signals: SignalRegistry) -> Signal? {
    let given = Self.signalKeys.filter { self[$0] != nil }
    if given.count > 1 {
      self["blendshape"]?.report(.bothOf("signal", "blendshape"))
    }
    let key = given.first ?? "signal"
    return required(key)?.choice(of: key, known: signals.names) { signals[$0] }
  }
}
