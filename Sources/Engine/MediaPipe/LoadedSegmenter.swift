internal import CMediaPipe

/// An Image Segmenter of the loaded library.
@safe final class LoadedSegmenter {
  private let handle: OpaquePointer
  private var wanted = [Bool](repeating: false, count: Int(cmp_most_classes))
  private let path: String

  /// Loads the library and the model, and finds the classes that stand before faces.
  ///
  /// - Throws: `MediaPipeError.libraryUnusable`, `segmenterRefused`.
  init(_ configuration: SegmenterConfiguration) throws(MediaPipeError) {
    path = configuration.model
    var message = [CChar](repeating: 0, count: Int(cmp_message_bytes))
    guard let library = unsafe cmp_load(configuration.library, &message) else {
      throw .libraryUnusable(path: configuration.library, reason: MediaPipeTask.line(message))
    }
    guard let made = unsafe cmp_segmenter_create(library, configuration.model, &message) else {
      throw .segmenterRefused(path: configuration.model, reason: MediaPipeTask.line(message))
    }
    unsafe handle = made
    let count = unsafe Int(cmp_segmenter_label_count(made))
    var names = (0..<count).compactMap { place in
      unsafe cmp_segmenter_label(made, Int32(place)).map { unsafe String(cString: $0) }
    }
    // A model without names is told by how many classes it has.
    let classes = try segment([UInt8](repeating: 128, count: 3 * 4), width: 2, height: 2).classes
    if names.isEmpty, classes == FoundSegmenter.classes.count { names = FoundSegmenter.classes }
    let places = FoundSegmenter.inFront.compactMap { names.firstIndex(of: $0) }
    guard places.count == FoundSegmenter.inFront.count, names.count == classes else {
      let shown = names.prefix(8).map {
        $0.filter { $0.isLetter || $0.isNumber || " -_()".contains($0) }.prefix(40)
      }
      let found =
        names.isEmpty
        ? "\(classes) classes without names"
        : "the classes \(shown.joined(separator: ", "))\(names.count > 8 ? ", ..." : "")"
      throw .segmenterRefused(
        path: path,
        reason: "found \(found), expected \(FoundSegmenter.inFront.joined(separator: " and "))"
          + " among them")
    }
    for place in places { wanted[place] = true }
  }

  deinit { unsafe cmp_segmenter_close(handle) }

  /// How surely each pixel of a picture of three bytes a pixel is of one of the wanted classes, 255 for
  /// surely; and how many classes there are.
  ///
  /// - Throws: `MediaPipeError.segmenterRefused`.
  func segment(
    _ pixels: [UInt8], width: Int, height: Int
  ) throws(MediaPipeError) -> (parts: [UInt8], classes: Int) {
    var sums = [Float](repeating: 0, count: width * height)
    var message = [CChar](repeating: 0, count: Int(cmp_message_bytes))
    let classes = unsafe cmp_segmenter_segment(
      handle, pixels, Int32(width), Int32(height), wanted, &sums, &message)
    guard classes >= 0 else {
      throw .segmenterRefused(path: path, reason: MediaPipeTask.line(message))
    }
    return (sums.map { $0 > 0 ? UInt8(min($0 * 255 + 0.5, 255)) : 0 }, Int(classes))
  }
}
