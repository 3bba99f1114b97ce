internal import CSimdjson
internal import Geometry
internal import Tracking

extension SampleConverter {
  /// The pose of a face of ARKit.
  func anchor(
    _ face: csj_face, at index: Int, _ document: csj_document, _ findings: inout [Finding]
  ) -> FacialTransform? {
    func numbers(_ matrix: csj_matrix) -> [Double] {
      let kept = unsafe withUnsafeBytes(of: matrix.values) {
        unsafe Array($0.bindMemory(to: Double.self).prefix(matrix.count))
      }
      // Of more than sixteen those are kept, which are no transform by themselves.
      return kept.count == matrix.count ? kept : kept + [0]
    }
    guard face.has_matrix else {
      findings.append(
        Finding(
          problem: .missingKey, part: .face(index), place: "faces[\(index)].transform",
          found: "none", expected: "16 numbers, column by column"))
      return nil
    }
    var vertices: [SIMD3<Double>]?
    if face.has_vertices, face.vertices.count <= Int(csj_max_points),
      let first = unsafe document.numbers.map({ unsafe $0 + face.vertices.start })
    {
      vertices = (0..<face.vertices.count).map {
        unsafe SIMD3(first[3 * $0], first[3 * $0 + 1], first[3 * $0 + 2])
      }
    }
    switch ARKitFrame.pose(
      numbers(face.matrix), before: unsafe numbers(document.camera_transform), vertices: vertices,
      unit: matrixUnit)
    {
    case .success(let pose): return pose
    case .failure(let fault):
      findings.append(
        Finding(
          problem: fault.matrix.problem, part: .face(index),
          place: fault.isOfCamera ? "camera.transform" : "faces[\(index)].transform",
          found: fault.matrix.found, expected: fault.matrix.expected))
      return nil
    }
  }

  /// Gives faces the projection that their sample states.
  func addIntrinsics(
    _ document: csj_document, to sample: inout TrackingSample, _ findings: inout [Finding]
  ) {
    do throws(Finding) {
      let place = identities == nil ? "intrinsics" : "camera.intrinsics"
      let own = try unsafe HeaderReader.intrinsics(
        document, place, of: HeaderReader.size(document) ?? seenSize, in: header.size)
      if identities != nil, let own { try HeaderReader.checkPrincipalPoint(own, in: header.size) }
      guard let intrinsics = own ?? header.intrinsics else { return }
      for index in sample.faces.indices { sample.faces[index].intrinsics = intrinsics }
    } catch {
      findings.append(error)
    }
  }
}
