internal import CPango

extension TextSetter {
  /// Makes the lines of a text that has several about equally long: no word stands alone in the
  /// last one.
  ///
  /// The narrowest width that takes no more lines, found by bisection.
  func balance(within width: Double) {
    let lines = unsafe pango_layout_get_line_count(layout)
    guard lines > 1, lines <= 4, width.isFinite else { return }
    var (low, high) = (width / 2, width)
    while high - low > width / 64 {
      let middle = (low + high) / 2
      set(width: middle)
      if unsafe pango_layout_get_line_count(layout) <= lines && !breaksWords() {
        high = middle
      } else {
        low = middle
      }
    }
    set(width: high)
    endClauses(from: high, to: width, lines: lines)
  }

  /// Marks of the scripts that are written without spaces, behind which a reader takes breath.
  private static let marks: Set<Character> = [
    "，", "。", "、", "！", "？", "；", "：", "…", "—", "）", "》", "」", "』", "\u{3000}",
  ]

  /// Widens balanced lines so far that more of them end behind a mark, where that takes no more
  /// lines: a break anywhere else may part a word, which nothing but a dictionary could tell.
  private func endClauses(from narrowest: Double, to width: Double, lines: Int32) {
    guard String(decoding: bytes, as: UTF8.self).contains(where: Self.marks.contains) else {
      return
    }
    var best = (width: narrowest, ends: clauseEnds)
    // Finer than half a character of what is legible in the width.
    for next in stride(from: narrowest, through: width, by: width / 64) {
      set(width: next)
      let ends = clauseEnds
      if ends > best.ends, unsafe pango_layout_get_line_count(layout) <= lines, !breaksWords() {
        best = (next, ends)
      }
    }
    set(width: best.width)
  }

  /// How many lines but the last end behind a mark; none where a line is left nearly alone.
  private var clauseEnds: Int {
    var (ends, lengths) = (0, [Int]())
    let count = unsafe pango_layout_get_line_count(layout)
    for index in 0..<max(0, count) {
      guard let line = unsafe pango_layout_get_line_readonly(layout, index) else { return 0 }
      let start = unsafe Int(line.pointee.start_index)
      let end = unsafe start + Int(line.pointee.length)
      guard start >= 0, start <= end, end <= bytes.count else { return 0 }
      lengths.append(end - start)
      let last = String(decoding: bytes[start..<end], as: UTF8.self).last
      if index < count - 1, last.map(Self.marks.contains) ?? false { ends += 1 }
    }
    guard let shortest = lengths.min(), let longest = lengths.max() else { return 0 }
    return 3 * shortest >= longest ? ends : 0
  }

  /// Whether a line begins where Unicode (UAX 14) allows no break.
  func breaksWords() -> Bool {
    var count: Int32 = 0
    let attributes = unsafe pango_layout_get_log_attrs_readonly(layout, &count)
    guard let attributes = unsafe attributes, let text = unsafe pango_layout_get_text(layout)
    else { return false }
    for line in 1..<max(1, unsafe pango_layout_get_line_count(layout)) {
      guard let start = unsafe pango_layout_get_line_readonly(layout, line)?.pointee.start_index
      else { continue }
      let offset = unsafe g_utf8_pointer_to_offset(text, text + Int(start))
      if offset < Int(count), unsafe attributes[offset].is_line_break == 0 { return true }
    }
    return false
  }
}
