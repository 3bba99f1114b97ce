/// Times in ticks, as far as they can be believed.
///
/// A container may state any 64-bit number. Within these bounds the sums of times and durations
/// along the way (a shift, an end, an encoder's lead) stay far from where arithmetic would trap;
/// 2^60 ns are 36 years.
package enum Ticks {
  /// The latest and, negative, the earliest time.
  package static let latest: Int64 = 1 << 60
  /// The longest duration: MP4 stores 32 bits of it.
  package static let longest = Int64(Int32.max)

  /// A stated time, brought into bounds.
  package static func time(_ stated: Int64) -> Int64 { min(max(stated, -latest), latest) }

  /// A stated duration; 0 where none is stated that can be believed.
  package static func duration(_ stated: Int64) -> Int64 {
    (0...longest).contains(stated) ? stated : 0
  }
}
