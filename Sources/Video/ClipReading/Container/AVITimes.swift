internal import CFFmpeg

/// The times of the packets of an AVI file, of which a part may be unreadable.
struct AVITimes {
  /// How much later the packets of each stream are than its demuxer counts.
  private var ticksLost: [Int: Int64] = [:]

  /// Gives a packet of AVI the time that the index has for its place in the file.
  ///
  /// A chunk has no time of its own: FFmpeg counts those that it reads, so that all that follows what is
  /// unreadable would come too early.
  mutating func keep(timeOf packet: UnsafeMutablePointer<AVPacket>, in demuxer: Demuxer) {
    let index = Int(unsafe packet.pointee.stream_index)
    guard let stream = unsafe demuxer.stream(index) else { return }
    let dts = unsafe packet.pointee.dts
    if dts != avo_no_pts,
      let listed = unsafe Self.listedTime(of: stream, at: packet.pointee.pos, notBefore: dts)
    {
      ticksLost[index] = listed - dts
    }
    guard let lost = ticksLost[index], lost > 0 else { return }
    if dts != avo_no_pts { unsafe packet.pointee.dts += lost }
    if unsafe packet.pointee.pts != avo_no_pts { unsafe packet.pointee.pts += lost }
  }

  /// The time that an index has for the chunk whose data are at a place; nil where it has none.
  private static func listedTime(
    of stream: UnsafeMutablePointer<AVStream>, at place: Int64, notBefore dts: Int64
  ) -> Int64? {
    // A chunk's name and size come before its data.
    let wanted = place - 8
    var (low, high) = (0, Int(unsafe avformat_index_get_entries_count(stream)))
    while low < high {
      let middle = (low + high) / 2
      guard let entry = unsafe avformat_index_get_entry(stream, Int32(middle)) else { return nil }
      let (found, time) = unsafe (entry.pointee.pos, entry.pointee.timestamp)
      if found == wanted { return time >= dts ? time : nil }
      if found < wanted { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
