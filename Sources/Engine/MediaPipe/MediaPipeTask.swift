internal import CMediaPipe
internal import FaceModel
internal import Foundation
internal import Tracker
internal import TrackingFiles

/// One of MediaPipe's tasks, within the process that loaded the library.
@safe final class MediaPipeTask {
  private let kind: MediaPipeTaskKind
  private let handle: OpaquePointer

  /// Makes the task.
  ///
  /// - Throws: `MediaPipeError.modelRefused`.
  init(
    _ kind: MediaPipeTaskKind, model: String, options: MediaPipeOptions, mode: TrackingMode,
    library: OpaquePointer
  ) throws(MediaPipeError) {
    self.kind = kind
    var message = [CChar](repeating: 0, count: Int(cmp_message_bytes))
    let made = unsafe model.withCString { path in
      unsafe Self.withClassifiers(options) { canned, custom in
        var raw = unsafe cmp_options()
        unsafe raw.kind = kind.raw
        unsafe raw.model_path = path
        unsafe raw.mode = Int32(mode == .video ? cmp_mode_video : cmp_mode_image)
        unsafe raw.count = Int32(kind == .face ? options.numFaces : options.numHands)
        let confidences = kind == .face ? options.faces : options.hands
        unsafe raw.detection_confidence = Float(confidences.detection)
        unsafe raw.presence_confidence = Float(confidences.presence)
        unsafe raw.tracking_confidence = Float(confidences.tracking)
        unsafe raw.blendshapes = options.outputFaceBlendshapes
        unsafe raw.matrices = options.outputFacialTransformationMatrixes
        unsafe raw.canned = canned
        unsafe raw.custom = custom
        return unsafe cmp_task_create(library, &raw, &message)
      }
    }
    guard let made = unsafe made else {
      throw .modelRefused(kind, path: model, reason: Self.line(message))
    }
    unsafe handle = made
  }

  deinit { unsafe cmp_task_close(handle) }

  /// Looks at a picture, and adds what it finds.
  func detect(
    _ pixels: UnsafePointer<UInt8>, width: Int, height: Int, atMs timeMs: Int,
    into found: inout RawResult
  ) {
    var result = unsafe cmp_result()
    var message = [CChar](repeating: 0, count: Int(cmp_message_bytes))
    guard
      unsafe cmp_task_detect(
        handle, pixels, Int32(width), Int32(height), Int64(timeMs), &result, &message)
    else {
      found.failure = "\(kind.title): \(Self.line(message))"
      return
    }
    switch kind {
    case .face: unsafe found.add(result.face)
    case .hand:
      let hands = unsafe result.hand
      unsafe found.addHands(
        handedness: hands.handedness, hands.handedness_count, landmarks: hands.landmarks,
        hands.landmarks_count, world: hands.world_landmarks, hands.world_landmarks_count)
    case .gesture:
      let hands = unsafe result.gesture
      unsafe found.addHands(
        handedness: hands.handedness, hands.handedness_count, landmarks: hands.landmarks,
        hands.landmarks_count, world: hands.world_landmarks, hands.world_landmarks_count)
      unsafe found.addGestures(hands.gestures, hands.gestures_count)
    }
    unsafe cmp_task_release(handle, &result)
  }

  /// A message's text in one line.
  static func line(_ message: [CChar]) -> String {
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self).split {
      $0.isWhitespace || $0.isNewline
    }
    let text = words.joined(separator: " ")
    let line = text.hasSuffix(".") ? String(text.dropLast()) : text
    return line.isEmpty ? "it gives no reason" : String(line.prefix(300))
  }

  private static func withClassifiers<Result>(
    _ options: MediaPipeOptions, _ body: (cmp_classifier, cmp_classifier) -> Result
  ) -> Result {
    unsafe options.cannedGestures.withRaw { canned in
      unsafe options.customGestures.withRaw { custom in unsafe body(canned, custom) }
    }
  }
}

extension MediaPipeTaskKind {
  fileprivate var raw: cmp_task_kind {
    switch self {
    case .face: cmp_face_task
    case .hand: cmp_hand_task
    case .gesture: cmp_gesture_task
    }
  }
}

extension MediaPipeOptions.Classifier {
  /// Calls with the options as C has them, which live as long as the call.
  fileprivate func withRaw<Result>(_ body: (cmp_classifier) -> Result) -> Result {
    unsafe Self.with(categoryAllowlist) { allowed in
      unsafe Self.with(categoryDenylist) { denied in
        unsafe displayNamesLocale.withCString { locale in
          unsafe body(
            cmp_classifier(
              locale: locale, max_results: Int32(maxResults),
              score_threshold: Float(scoreThreshold), allowed: allowed.baseAddress,
              allowed_count: UInt32(allowed.count), denied: denied.baseAddress,
              denied_count: UInt32(denied.count)))
        }
      }
    }
  }

  private static func with<Result>(
    _ names: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = unsafe names.map { unsafe UnsafePointer(strdup($0)) }
    defer { unsafe copies.forEach { unsafe free(UnsafeMutableRawPointer(mutating: $0)) } }
    // The library takes a list without elements for none only where there is no list.
    return unsafe copies.isEmpty
      ? body(UnsafeBufferPointer(start: nil, count: 0))
      : copies.withUnsafeBufferPointer { unsafe body($0) }
  }
}

extension RawResult {
  fileprivate mutating func add(_ result: cmp_face_result) {
    let most = TrackingLimits.faces
    faces = unsafe (0..<min(Int(result.landmarks_count), most)).map {
      unsafe Self.numbers(result.landmarks[$0])
    }
    blendshapes = unsafe (0..<min(Int(result.blendshapes_count), most)).map {
      unsafe Self.scores(result.blendshapes[$0])
    }
    matrices = unsafe (0..<min(Int(result.matrices_count), most)).compactMap {
      let matrix = unsafe result.matrices[$0]
      guard unsafe matrix.rows == 4, unsafe matrix.columns == 4, let data = unsafe matrix.data
      else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: data, count: 16))
    }
  }

  fileprivate mutating func addHands(
    handedness: UnsafeMutablePointer<cmp_categories>?, _ handednessCount: UInt32,
    landmarks: UnsafeMutablePointer<cmp_landmarks>?, _ landmarksCount: UInt32,
    world: UnsafeMutablePointer<cmp_landmarks>?, _ worldCount: UInt32
  ) {
    let most = TrackingLimits.hands
    for index in 0..<min(Int(landmarksCount), most) {
      var hand = Hand()
      if let landmarks = unsafe landmarks {
        hand.landmarks = unsafe Self.numbers(landmarks[index])
      }
      if index < worldCount, let world = unsafe world {
        hand.worldLandmarks = unsafe Self.numbers(world[index])
      }
      if index < handednessCount, let handedness = unsafe handedness,
        let best = unsafe Self.names(handedness[index]).first
      {
        hand.isLeft = best.name == "Left"
        hand.score = best.score
      }
      hands.append(hand)
    }
  }

  fileprivate mutating func addGestures(
    _ gestures: UnsafeMutablePointer<cmp_categories>?, _ count: UInt32
  ) {
    guard let gestures = unsafe gestures else { return }
    for index in hands.indices where index < count {
      hands[index].gestures = unsafe Array(
        Self.names(gestures[index]).prefix(TrackingLimits.gestures))
    }
  }

  private static func numbers(_ list: cmp_landmarks) -> [Float] {
    let most = FaceTopology.countWithIrises
    guard let points = unsafe list.landmarks else { return [] }
    return unsafe (0..<min(Int(list.count), most)).flatMap {
      let point = unsafe points[$0]
      return unsafe [point.x, point.y, point.z]
    }
  }

  /// The scores in MediaPipe's order, by the categories' own numbers.
  private static func scores(_ list: cmp_categories) -> [Float] {
    var scores = [Float](repeating: 0, count: Blendshape.mediaPipeCount)
    guard let categories = unsafe list.categories else { return scores }
    for place in unsafe 0..<min(Int(list.count), scores.count) {
      let index = unsafe Int(categories[place].index)
      if scores.indices.contains(index) { scores[index] = unsafe categories[place].score }
    }
    return scores
  }

  private static func names(_ list: cmp_categories) -> [Gesture] {
    guard let categories = unsafe list.categories else { return [] }
    return unsafe (0..<min(Int(list.count), 1024)).map {
      let name = unsafe categories[$0].category_name.map { unsafe String(cString: $0) } ?? ""
      return unsafe Gesture(
        name: String(decoding: name.utf8.prefix(TrackingLimits.nameBytes), as: UTF8.self),
        score: categories[$0].score)
    }
  }
}
