internal import JSON

extension LottieReader {
  /// Writes how the times of a precomposition follow from those of the layer that shows it.
  ///
  /// rlottie 0.1 looks the frame up in seconds, and cuts what is between two steps: half of one is added. One that
  /// does not change it ignores, so that it is written by two keys.
  mutating func remap(
    _ body: inout LottieBody, _ layer: LottieValue, _ first: Double, _ end: Double
  ) throws(LottieFault) {
    let fine = LottieClock.fine
    let most = LottieLimits.time
    guard LottieClock(of: layer, shownIn: .frames) == .fine else { return }
    if let times = layer["tm"] {
      let rate = framesPerSecond
      func seconds(_ time: Double) -> Double {
        max(0, (fine.time(time * rate) + 0.5) / rate)
      }
      var isStill = true
      var still = 0.0
      var text = LottieText()
      try property(times, &text) { value throws(LottieFault) -> Numbers in
        let list = value.isList ? try value.list() : [value]
        guard let first = list.first else { throw value.fault(.json(.empty("the list"))) }
        still = seconds(try first.number(in: -most...most))
        return [still]
      } write: { text, numbers, isKey in
        if isKey { isStill = false }
        if isKey { Self.write(numbers, &text) } else { text.number(numbers[0]) }
      }
      if isStill { text = Self.line(from: (0, still), to: (1, still), .frames) }
      body.members.name("tm")
      body.members.raw(text.bytes)
    } else if clock == .frames {
      let last = min(end, first + Double(LottieLimits.frames))
      guard last > first else { return }
      func seconds(_ time: Double) -> Double {
        max(0, (fine.time((time - body.start) / body.stretch) + 0.5) / framesPerSecond)
      }
      body.members.name("tm")
      body.members.raw(
        Self.line(from: (first, seconds(first)), to: (last, seconds(last)), clock).bytes)
    } else {
      // Steps are fine enough to be stretched as they are.
      return
    }
    (body.start, body.stretch) = (0, 1)
    isRemapped = true
  }

  /// A number that goes evenly from one key to another.
  private static func line(
    from start: (time: Double, value: Double), to end: (time: Double, value: Double),
    _ clock: LottieClock
  ) -> LottieText {
    var text = LottieText()
    text.object { text in
      text.name("k")
      text.list { text in
        text.object { text in
          text.name("t")
          text.number(clock.time(start.time))
          text.name("s")
          write([start.value], &text)
          text.name("e")
          write([end.value], &text)
          text.raw("\"i\":{\"x\":1,\"y\":1},\"o\":{\"x\":0,\"y\":0}")
        }
        text.object { text in
          text.name("t")
          text.number(clock.time(end.time))
          text.name("s")
          write([end.value], &text)
        }
      }
    }
    return text
  }
}
