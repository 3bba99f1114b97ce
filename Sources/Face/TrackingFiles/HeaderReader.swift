internal import CSimdjson
internal import Geometry
internal import Text
internal import Tracking

/// What the first text of a file says about all of it.
enum HeaderReader {
  /// The format, and the header with the caller's overrides.
  struct Outcome {
    var dialect: TrackingDialect
    var header: TrackingHeader
    var timeUnit: TimeUnit
    /// Under what kind of key the first sample's time stands, of a dump.
    var timeKey = csj_time_ms
    var coordinates: Coordinates
    /// The picture whose pixels intrinsics count, by the file's word; nil for the header's.
    var seenSize: PixelSize<TrackerSpace>?
    /// What the translations of face matrices count.
    var matrixUnit = MatrixUnit.centimetres
    /// Whether all times are moved so that the first is the clip's first frame's.
    var beginsOnFirstFrame = false
    /// Whether times are of a clock of their own unless the first lies in the clip.
    var mayCountFromFirst = false

    /// What is added to times that are moved by the first of them, in milliseconds.
    func offset(ofFirst time: Double, _ options: TrackingFileOptions) -> Double {
      let clip = options.clipTimes
      guard mayCountFromFirst, options.timeOffset != .first else {
        return (clip?.firstMs ?? 0) - time
      }
      let stated = HeaderReader.offset(options)
      if let frames = try? clip?.all(), let first = frames.first, let last = frames.last,
        (first...max(first, last)).contains(time + stated)
      {
        return stated
      }
      return (clip?.firstMs ?? 0) - time + stated
    }
  }

  /// Tells the format by the first text's keys and makes the header.
  ///
  /// - Parameter size: the picture's, where an earlier text has it.
  static func read(
    _ document: csj_document, size: PixelSize<TrackerSpace>? = nil, options: TrackingFileOptions,
    findings: inout [Finding]
  ) -> Outcome? {
    let seen = Seen(bits: unsafe document.seen)
    if seen.has(csj_seen_format) { return unsafe own(document, seen, options, &findings) }
    if seen.has(csj_seen_arkit) { return unsafe arkit(document, seen, options, &findings) }
    guard let dialect = dialect(seen) else {
      findings.append(
        seen.has(csj_seen_own_sample)
          ? Finding(
            problem: .wrongHeader, found: "a sample in the first line",
            expected: "a header with format, width and height")
          : Finding(
            problem: .unrecognised, found: "an object with none of the known keys",
            expected: "an avatar-tracking/1 header or a dump of MediaPipe's results"))
      return nil
    }
    guard let size = options.size ?? size ?? options.fallbackSize else {
      findings.append(
        Finding(
          problem: .unknownPictureSize, found: "a dump without the picture's size",
          expected: "--tracking-size WxH, or the video beside it"))
      return nil
    }
    let timeKey = unsafe document.time_key
    // A date is of no clip's time.
    let isDate = timeKey == csj_time_date
    return Outcome(
      dialect: dialect,
      header: TrackingHeader(
        size: size, rotation: options.rotation ?? .none, mirrored: options.mirrored ?? false,
        timeOffsetMs: offset(options)),
      timeUnit: isDate ? .milliseconds : options.timeUnit ?? timeUnit(of: timeKey),
      timeKey: timeKey, coordinates: options.coordinates ?? .parts,
      matrixUnit: options.matrixUnit ?? .centimetres,
      beginsOnFirstFrame: isDate && options.timeOffset == nil || options.timeOffset == .first)
  }

  /// What the first frame of ARKit says.
  private static func arkit(
    _ document: csj_document, _ seen: Seen, _ options: TrackingFileOptions,
    _ findings: inout [Finding]
  ) -> Outcome? {
    do throws(Finding) {
      guard let seenSize = unsafe Self.size(document) else {
        throw Finding(
          problem: seen.has(csj_seen_width) ? .wrongHeader : .missingKey,
          place: "camera.imageResolution",
          found: unsafe seen.has(csj_seen_width)
            ? "\(shortest(document.width)) x \(shortest(document.height))" : "none",
          expected:
            "the width and height of ARKit's picture, from 1 to \(TrackingLimits.pictureSide)")
      }
      let size = options.size ?? seenSize
      let stated = try unsafe turn(document, "orientation")
      let turn = options.rotation ?? stated
      let isMirrored = options.mirrored ?? false
      var header = TrackingHeader(
        size: size, rotation: isMirrored ? turn.ofFlippedUpright : turn, mirrored: isMirrored,
        timeOffsetMs: offset(options))
      header.intrinsics = try unsafe intrinsics(
        document, "camera.intrinsics", of: seenSize, in: size)
      guard let own = header.intrinsics else {
        throw Finding(
          problem: .missingKey, place: "camera.intrinsics", found: "none",
          expected: "the nine numbers of ARKit's camera")
      }
      try checkPrincipalPoint(own, in: size)
      let key = unsafe document.time_key
      return Outcome(
        dialect: .arkit, header: header,
        timeUnit: options.timeUnit ?? (key == csj_time_unnamed ? .seconds : timeUnit(of: key)),
        timeKey: key, coordinates: .parts, seenSize: seenSize,
        matrixUnit: options.matrixUnit ?? .metres,
        beginsOnFirstFrame: true, mayCountFromFirst: true)
    } catch {
      findings.append(error)
      return nil
    }
  }

  /// Refuses a projection of ARKit's whose middle lies beside its picture.
  static func checkPrincipalPoint(
    _ camera: CameraIntrinsics, in picture: PixelSize<TrackerSpace>
  ) throws(Finding) {
    guard (0...Double(picture.width)).contains(camera.cx),
      (0...Double(picture.height)).contains(camera.cy)
    else {
      throw Finding(
        problem: .wrongHeader, place: "camera.intrinsics",
        found: "a principal point at \(shortest(camera.cx)), \(shortest(camera.cy))",
        expected: "one within the picture of \(picture.width) x \(picture.height)")
    }
  }

  /// The turn that makes the picture upright.
  private static func turn(
    _ document: csj_document, _ place: String
  ) throws(Finding) -> QuarterTurn {
    let degrees = unsafe document.rotation_degrees
    guard let whole = Int(exactly: degrees), let rotation = QuarterTurn(rawValue: whole) else {
      throw Finding(
        problem: .wrongHeader, place: place, found: shortest(degrees),
        expected: "0, 90, 180 or 270")
    }
    return rotation
  }

  /// The projection that a text states; nil where it states none.
  ///
  /// - Parameters:
  ///   - size: the picture whose pixels it counts.
  ///   - picture: the one that the caller's pixels are of.
  static func intrinsics(
    _ document: csj_document, _ place: String, of size: PixelSize<TrackerSpace>,
    in picture: PixelSize<TrackerSpace>
  ) throws(Finding) -> CameraIntrinsics? {
    guard unsafe document.seen & UInt32(csj_seen_intrinsics) != 0 else { return nil }
    return try unsafe CameraIntrinsics(document.intrinsics, place).scaled(
      x: Double(picture.width) / Double(size.width),
      y: Double(picture.height) / Double(size.height))
  }

  /// The size of a picture that stands in an object; nil where it is none.
  static func size(_ document: csj_document) -> PixelSize<TrackerSpace>? {
    guard let width = side(unsafe document.width), let height = side(unsafe document.height) else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  /// What a time counts by the key under which it stands.
  private static func timeUnit(of key: csj_time_key) -> TimeUnit {
    switch key {
    case csj_time_s: .seconds
    case csj_time_us: .microseconds
    case csj_time_ns: .nanoseconds
    case csj_time_frame: .frames
    default: .milliseconds
    }
  }

  /// The offset that the options state in milliseconds; what puts the first sample on the first frame
  /// is not known before that sample is read.
  fileprivate static func offset(_ options: TrackingFileOptions, file: Double = 0) -> Double {
    switch options.timeOffset {
    case .ms(let offset): offset
    case .first: 0
    case nil: file
    }
  }

  private struct Seen {
    var bits: UInt32
    func has(_ bit: Int) -> Bool { bits & UInt32(bit) != 0 }
  }

  private static func dialect(_ seen: Seen) -> TrackingDialect? {
    if seen.has(csj_seen_own_sample) { return nil }
    if seen.has(csj_seen_solutions) { return .solutions }
    if seen.has(csj_seen_python) { return .python }
    if seen.has(csj_seen_ios) { return .ios }
    // A first result in which nothing was found may be a time alone.
    if seen.has(csj_seen_web) || seen.has(csj_seen_timestamp) { return .web }
    return nil
  }

  private static func own(
    _ document: csj_document, _ seen: Seen, _ options: TrackingFileOptions,
    _ findings: inout [Finding]
  ) -> Outcome? {
    let format = text(unsafe document.format)
    guard format == TrackingDialect.own.rawValue else {
      findings.append(
        Finding(
          problem: .wrongFormat, place: "format", found: format,
          expected: TrackingDialect.own.rawValue))
      return nil
    }
    guard seen.has(csj_seen_width), seen.has(csj_seen_height) else {
      findings.append(
        Finding(
          problem: .missingKey,
          found: seen.has(csj_seen_width) ? "no height" : "no width",
          expected: "the size of the tracker's picture"))
      return nil
    }
    guard let size = unsafe Self.size(document) else {
      findings.append(
        Finding(
          problem: .wrongHeader, place: "width and height",
          found: unsafe "\(shortest(document.width)) x \(shortest(document.height))",
          expected: "whole numbers from 1 to \(TrackingLimits.pictureSide)"))
      return nil
    }
    let (rotation, intrinsics): (QuarterTurn, CameraIntrinsics?)
    do throws(Finding) {
      rotation = try unsafe turn(document, "rotationDegrees")
      intrinsics = try unsafe Self.intrinsics(
        document, "intrinsics", of: size, in: options.size ?? size)
    } catch {
      findings.append(error)
      return nil
    }
    guard
      let timeUnit = unsafe word(
        document.time_unit, "timeUnit", seen.has(csj_seen_time_unit), or: .milliseconds,
        spellings: timeUnitSpellings, &findings),
      let coordinates = unsafe word(
        document.coordinates, "coordinates", seen.has(csj_seen_coordinates), or: Coordinates.parts,
        spellings: coordinateSpellings, &findings)
    else { return nil }
    let fieldOfView =
      seen.has(csj_seen_field_of_view) ? unsafe document.field_of_view_degrees : nil
    if let fieldOfView, !TrackingLimits.fieldOfViewDegrees.contains(fieldOfView) {
      findings.append(
        Finding(
          problem: .wrongHeader, place: "verticalFieldOfViewDegrees", found: shortest(fieldOfView),
          expected: "degrees from \(shortest(TrackingLimits.fieldOfViewDegrees.lowerBound)) to"
            + " \(shortest(TrackingLimits.fieldOfViewDegrees.upperBound))"))
      return nil
    }
    var header = unsafe TrackingHeader(
      size: options.size ?? size, rotation: options.rotation ?? rotation,
      mirrored: options.mirrored ?? document.mirrored,
      timeOffsetMs: offset(options, file: document.time_offset_ms),
      isSmoothed: seen.has(csj_seen_smoothed) ? document.smoothed : nil,
      clipSHA256: sha256(text(document.source_sha256)))
    header.verticalFieldOfViewDegrees = fieldOfView
    header.intrinsics = intrinsics
    return Outcome(
      dialect: .own, header: header,
      timeUnit: options.timeUnit ?? timeUnit, coordinates: options.coordinates ?? coordinates,
      seenSize: size, matrixUnit: options.matrixUnit ?? .centimetres,
      beginsOnFirstFrame: options.timeOffset == .first)
  }

  /// What people write for the units that are read, for the hint in a fault.
  private static let timeUnitSpellings: [String: TimeUnit] = [
    "milliseconds": .milliseconds, "millis": .milliseconds, "msec": .milliseconds,
    "seconds": .seconds, "sec": .seconds, "microseconds": .microseconds, "micros": .microseconds,
    "usec": .microseconds, "\u{b5}s": .microseconds, "\u{3bc}s": .microseconds,
    "nanoseconds": .nanoseconds, "nanos": .nanoseconds, "nsec": .nanoseconds,
    "frames": .frames, "frameNumbers": .frames, "frameIndex": .frames,
  ]
  private static let coordinateSpellings: [String: Coordinates] = [
    "parts": .parts, "normalized": .parts, "normalised": .parts, "relative": .parts,
    "pixels": .pixels, "px": .pixels, "absolute": .pixels,
  ]

  /// One of a type's words, as the header has it; nil where it is none of them, which is then a finding.
  private static func word<Word: RawRepresentable<String> & CaseIterable, Characters>(
    _ characters: Characters, _ member: String, _ isThere: Bool, or standard: Word,
    spellings: [String: Word], _ findings: inout [Finding]
  ) -> Word? {
    guard isThere else { return standard }
    let found = text(characters)
    if let word = Word(rawValue: found) { return word }
    let near =
      spellings[found.lowercased()]
      ?? Spelling.nearest(to: found, among: spellings.keys.sorted()).flatMap { spellings[$0] }
    findings.append(
      Finding(
        problem: .wrongHeader, place: member, found: "\"\(Shown.text(found))\"",
        expected: Word.allCases.map(\.rawValue).joined(separator: ", ")
          + (near.map { "; did you mean \"\($0.rawValue)\"?" } ?? "")))
    return nil
  }

  /// A hash as its lower-case digits; nil for what is none.
  private static func sha256(_ text: String) -> String? {
    let digits = text.lowercased()
    let isHash =
      digits.utf8.count == 64
      && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isHash ? digits : nil
  }

  private static func side(_ value: Double) -> Int? {
    guard let side = Int(exactly: value), (1...TrackingLimits.pictureSide).contains(side) else {
      return nil
    }
    return side
  }
}

extension QuarterTurn {
  /// The turn that makes a picture upright whose upright one was flipped left to right, once it is flipped back before
  /// it is turned: a picture that lies on its side is flipped top to bottom with it.
  fileprivate var ofFlippedUpright: QuarterTurn {
    switch self {
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    case .none, .half: self
    }
  }
}
