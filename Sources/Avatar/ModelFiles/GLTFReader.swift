internal import Models

/// Reads one file; each extension reads one kind of its parts.
final class GLTFReader {
  /// The extensions that are read.
  static let extensions: Set<String> = [
    "KHR_materials_unlit", "KHR_texture_transform", "KHR_mesh_quantization",
    "KHR_materials_emissive_strength", "EXT_texture_webp", MeshoptView.extensionName,
    DracoMesh.extensionName,
  ]

  let root: GLTFValue
  let limits: ModelLimits
  let buffers: GLTFBuffers
  let accessors, textures, samplers: [GLTFValue]
  let imageCount: Int
  var notes: [ModelNote] = []
  /// The triangles of all meshes so far.
  var triangles = 0

  init(
    _ container: GLTFContainer, _ files: GLTFFiles, _ limits: ModelLimits
  ) throws(ModelFault) {
    (root, self.limits) = (container.root, limits)
    buffers = try GLTFBuffers(container, files, limits)
    accessors = try root.list("accessors")
    (textures, samplers) = (try root.list("textures"), try root.list("samplers"))
    imageCount = try root.list("images").count
    try checkVersion()
    try checkExtensions()
  }

  private func checkVersion() throws(ModelFault) {
    let asset = try root.required("asset")
    for key in ["minVersion", "version"] {
      guard let version = try key == "version" ? asset.required(key) : asset[key] else { continue }
      let text = try version.text
      guard text.hasPrefix("2."), key == "version" || text == "2.0" else {
        throw version.fault(
          "version \(text.prefix(16)) found, 2.0 expected; export the model as glTF 2.0")
      }
    }
  }

  private func checkExtensions() throws(ModelFault) {
    func names(_ key: String) throws(ModelFault) -> [String] {
      try root.list(key).map { (name) throws(ModelFault) in try name.text }
        .filter { !Self.extensions.contains($0) }
    }
    // Blender requires that of lights, which are not drawn.
    let required = try names("extensionsRequired").filter { $0 != "KHR_lights_punctual" }
    if !required.isEmpty {
      throw ModelFault(.requiredExtensions(required), path: "extensionsRequired")
    }
    notes += try names("extensionsUsed").map { .unreadExtension($0) }
  }

  func checkLimit(
    _ what: String, _ count: Int, _ limit: Int, at value: GLTFValue
  ) throws(ModelFault) {
    guard count <= limit else {
      throw value.fault(.overLimit(what: what, found: "\(count)", limit: "\(limit)"))
    }
  }

  /// All of the model but its pictures.
  func tree() throws(ModelFault) -> ModelTree {
    let materials = try self.materials()
    let meshes = try self.meshes(materials: materials.count)
    let nodes = try self.nodes(meshes)
    let roots = try self.roots(nodes)
    let skins = try self.skins(nodes.count)
    let animations = try self.animations(nodes, meshes)
    var tree = ModelTree(
      nodes: nodes, roots: roots, meshes: meshes, materials: materials, skins: skins,
      animations: animations)
    try checkJoints(&tree)
    return tree
  }
}
