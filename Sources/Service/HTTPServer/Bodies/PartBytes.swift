import HTTPMessages

/// Where one part's bytes go while they arrive: into memory as long as it is short, else into a file.
struct PartBytes {
  /// What the parts of one body share.
  final class Place {
    /// What the body has of the budget.
    let reservation: BodyReservation
    /// Whether every part goes to a file, however short.
    let isSpooled: Bool
    /// The most bytes that the body can have.
    let most: Int
    /// Whether what is long stays in memory too, where there is enough: the body as a whole is short, or the disk
    /// was refused.
    var staysInMemory = false
    private let descriptors: DescriptorRoom
    private var folder: RequestFolder?
    private let makeFolder: () throws(HTTPFault) -> RequestFolder
    private var fileCount = 0

    init(
      _ reservation: BodyReservation, isSpooled: Bool, most: Int, descriptors: DescriptorRoom,
      makeFolder: @escaping () throws(HTTPFault) -> RequestFolder
    ) {
      (self.reservation, self.isSpooled, self.most) = (reservation, isSpooled, most)
      (self.descriptors, self.makeFolder) = (descriptors, makeFolder)
    }

    /// Makes a file for the next part that needs one; the request's folder is made with the first.
    func makeFile() throws(HTTPFault) -> SpoolFile {
      let folder: RequestFolder
      if let made = self.folder { folder = made } else { folder = try makeFolder() }
      self.folder = folder
      fileCount += 1
      return try SpoolFile(creating: "\(folder.path)/part-\(fileCount)", in: descriptors)
    }
  }

  private let place: Place
  private var bytes: [UInt8] = []
  private var capacity = 0
  private var file: SpoolFile?

  init(_ place: Place) throws(HTTPFault) {
    self.place = place
    if place.isSpooled { file = try place.makeFile() }
  }

  /// Adds bytes at the end.
  mutating func append(_ more: UnsafeRawBufferPointer) throws(HTTPFault) {
    if let file { return try unsafe write(more, to: file) }
    let needed = bytes.count + more.count
    let isShort = needed <= BodyBudget.keptPartBytes || place.staysInMemory
    if isShort, grow(to: needed) { return unsafe bytes.append(contentsOf: more) }
    do throws(HTTPFault) {
      try spill()
    } catch {
      guard !isShort, grow(to: needed) else { throw error }
      place.staysInMemory = true
      return unsafe bytes.append(contentsOf: more)
    }
    if let file { try unsafe write(more, to: file) }
  }

  /// The bytes, when all are there.
  var content: HTTPPart.Content {
    file.map { .file(path: $0.path, size: $0.size) } ?? .bytes(bytes)
  }

  /// Makes room in memory, by doubling it; false where there is none.
  private mutating func grow(to count: Int) -> Bool {
    guard count > capacity else { return true }
    let reservation = place.reservation
    let most = place.staysInMemory ? place.most : min(place.most, BodyBudget.keptPartBytes)
    var wanted = max(count, min(max(2 * capacity, Self.leastCapacity), most))
    if !reservation.useMemory(wanted - capacity) {
      wanted = count
      guard reservation.useMemory(wanted - capacity) else { return false }
    }
    capacity = wanted
    bytes.reserveCapacity(capacity)
    return true
  }

  private static let leastCapacity = 4096

  /// Moves what is there to a file, and gives its memory back.
  private mutating func spill() throws(HTTPFault) {
    let file = try place.makeFile()
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(HTTPFault) in
      try unsafe write(UnsafeRawBufferPointer(bytes), to: file)
    }
    self.file = file
    bytes = []
    place.reservation.freeMemory(capacity)
    capacity = 0
  }

  private func write(_ more: UnsafeRawBufferPointer, to file: SpoolFile) throws(HTTPFault) {
    try place.reservation.useDisk(more.count)
    try unsafe file.append(more)
  }
}
