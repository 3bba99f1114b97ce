import Foundation
import TestSupport

/// A model's file with random damage: of bytes, and of values of its JSON.
struct MutatedModel {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// Damages a `.glb`: its JSON, its binary part, or any of its bytes.
  mutating func damage(_ file: [UInt8]) -> [UInt8] {
    let length = file[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    let text = Array(file[20..<(20 + length)])
    let binary = Array(file[(20 + length)...].dropFirst(8))
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let json = (try? JSONSerialization.jsonObject(with: Data(text))) ?? 0
      let changed = (try? JSONSerialization.data(withJSONObject: damageValue(json))) ?? Data()
      return MadeModel.glb(json: [UInt8](changed), binary)
    case 1: return MadeModel.glb(json: text, damageBytes(binary))
    default: return damageBytes(file)
    }
  }

  private mutating func damageBytes(_ file: [UInt8]) -> [UInt8] {
    var bytes = file
    guard !bytes.isEmpty else { return bytes }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 4, 5: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 6: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 7:
        for i in place..<min(place + 4, bytes.count) { bytes[i] = 0xFF }
      case 8:
        for i in place..<min(place + 16, bytes.count) { bytes[i] = 0 }
      default:
        if Int.random(in: 0..<16, using: &random) == 0 { return Array(bytes[..<place]) }
      }
    }
    return bytes
  }

  private mutating func damageValue(_ json: Any) -> Any {
    if var object = json as? [String: Any],
      let key = object.keys.sorted().randomElement(using: &random)
    {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: object[key] = nil
      case 1: object[key] = other
      default: object[key] = damageValue(object[key] ?? 0)
      }
      return object
    }
    if var list = json as? [Any], let place = list.indices.randomElement(using: &random) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: list.remove(at: place)
      case 1: list.append(list[place])
      case 2: list[place] = other
      default: list[place] = damageValue(list[place])
      }
      return list
    }
    return other
  }

  private var other: Any {
    mutating get {
      let values: [Any] = [
        0, 1, 2, 3, 4, 5, 6, 7, -1, 255, 65535, 5121, 5123, 5125, 5126, 1 << 26, 1 << 31, 1e300,
        0.5,
        "", "VEC3", "SCALAR", "CUBICSPLINE", true, [0, 0, 0], [Any](), [String: Any](), NSNull(),
      ]
      return values.randomElement(using: &random) ?? 0
    }
  }
}
