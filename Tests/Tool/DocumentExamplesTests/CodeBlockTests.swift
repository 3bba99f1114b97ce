import Foundation
import TestSupport
import Testing

/// Every block of code that is not JSON and not a command.
@Suite struct CodeBlockTests {
  /// What may stand after a fence, and where it is tried.
  private static let languages = [
    "": "an answer, or a tree of files: nothing to try", "console": "ConsoleTests",
    "json": "JSONExampleTests", "swift": "here", "js": "here", "python": "here", "sh": "here",
    "kotlin": "here", "xml": "TutorialTests: drawn",
    "yaml": "here: what it installs", "dockerfile": "here: what it installs",
    "http": "an answer; its signature is that of `python` and `sh`",
  ]

  @Test func `every block is in a language that is tried`() {
    for block in Document.blocks {
      #expect(
        Self.languages[block.language] != nil,
        "\(block.testDescription): \(block.language) is not in the list of languages")
    }
  }

  private static func blocks(_ language: String) -> [Document.Block] {
    Document.blocks.filter { $0.language == language }
  }

  private static let swift = Program(named: "swiftc")
  private static let node = Program(named: "node")

  private static func isThere(_ program: Program) -> Bool { program.path.hasPrefix("/") }

  @Test(
    .enabled(if: isThere(swift), "there is no swiftc on PATH"),
    arguments: blocks("swift").filter { $0.document != "CONTRIBUTING.md" })
  func `blocks in Swift can be parsed`(block: Document.Block) throws {
    let folder = try ScratchFolder()
    try folder.write(block.text, to: "block.swift")
    try Self.swift.succeed(["-frontend", "-parse", "block.swift"], in: folder)
  }

  /// The walk-throughs show the code that there is.
  @Test(arguments: blocks("swift").filter { $0.document == "CONTRIBUTING.md" })
  func `the code of the walk-throughs stands in the sources`(block: Document.Block) throws {
    #expect(try block.stands(in: ["Sources"]), "no file of Sources has\n\(block.text)")
  }

  /// In place of MediaPipe's types and Core Media's: what the app's code sees of them.
  private static let appleStandIns = """
    import Foundation
    struct CMTime {
      var seconds: Double
      static func - (a: CMTime, b: CMTime) -> CMTime { CMTime(seconds: a.seconds - b.seconds) }
    }
    struct Landmark { var x, y, z: Float }
    struct Matrix { var data: [Float] }
    struct Category {
      let categoryName: String?
      let score: Float
    }
    struct Classifications { var categories: [Category] }
    struct FaceLandmarkerResult {
      var faceLandmarks: [[Landmark]], faceBlendshapes: [Classifications]
      var facialTransformationMatrixes: [Matrix]
    }

    """

  /// A turn by 90 degrees about z, 40 cm away, column by column as the SDK has it.
  private static let appleCalls = """

    let result = FaceLandmarkerResult(
      faceLandmarks: [(0..<478).map { Landmark(x: 0.4 + Float($0) / 4780, y: 0.5, z: 0) }],
      faceBlendshapes: [Classifications(categories: [Category(categoryName: "jawOpen", score: 0.25)])],
      facialTransformationMatrixes: [Matrix(data: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, -40, 1])])
    let encoder = JSONEncoder()
    func show(_ value: some Encodable) throws {
      print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
    try show(Header(width: 160, height: 90, mirrored: true))
    for time in [5.0, 5.04] {
      try show(line(result, CMTime(seconds: time), firstWritten: CMTime(seconds: 5)))
    }
    """

  @Test(.enabled(if: isThere(swift), "there is no swiftc on PATH"))
  func `the code for an iOS app writes a tracking file`() throws {
    let code = try #require(Self.blocks("swift").first { $0.text.contains("FaceLandmarkerResult") })
    let folder = try ReadersFolder().folder
    try folder.write(Self.appleStandIns + code.text + Self.appleCalls, to: "main.swift")
    try Self.swift.succeed(["main.swift", "-o", "app"], in: folder)
    try folder.write(try Program(path: folder.path("app")).succeed([]), to: "own.jsonl")
    try expectTracking("avatar-tracking/1, picture 160 x 90, turned 0 deg, mirrored", in: folder)
  }

  private static let kotlin = Program(named: "kotlinc")
  /// Android's own `org.json`, of Debian's package `libandroid-json-java`.
  private static let androidJSON = "/usr/share/java/com.android.json.jar"

  /// In place of CameraX and MediaPipe: a camera that takes two pictures, and a face in both.
  private static let androidStandIns = """
    import java.io.File
    import java.util.Optional
    import java.util.concurrent.*
    import org.json.*

    class Context
    class LifecycleOwner
    class Preview
    class Size(val width: Int, val height: Int)
    class Bitmap(val width: Int, val height: Int)
    object AspectRatio { const val RATIO_16_9 = 1 }
    class Quality private constructor() { companion object { val HD = Quality() } }
    class QualitySelector { companion object { fun from(quality: Quality) = QualitySelector() } }
    class Recorder {
      class Builder {
        fun setAspectRatio(ratio: Int) = this
        fun setQualitySelector(selector: QualitySelector) = this
        fun build() = Recorder()
      }
    }
    object MirrorMode { const val MIRROR_MODE_OFF = 0 }
    open class UseCase
    class VideoCapture<T> : UseCase() {
      class Builder<T>(output: T) {
        fun setMirrorMode(mode: Int) = this
        fun build() = VideoCapture<T>()
      }
    }
    class AspectRatioStrategy(ratio: Int, rule: Int) {
      companion object { const val FALLBACK_RULE_AUTO = 1 }
    }
    class ResolutionSelector {
      class Builder {
        fun setAspectRatioStrategy(strategy: AspectRatioStrategy) = this
        fun build() = ResolutionSelector()
      }
    }
    class ImageInfo(val timestamp: Long)
    class ImageProxy(val imageInfo: ImageInfo) : java.io.Closeable {
      fun toBitmap() = Bitmap(160, 90)
      override fun close() = Unit
    }
    class ImageAnalysis(val turns: Boolean) : UseCase() {
      var analyzer: (ImageProxy) -> Unit = {}
      fun setAnalyzer(executor: Executor, analyzer: (ImageProxy) -> Unit) { this.analyzer = analyzer }
      companion object {
        const val OUTPUT_IMAGE_FORMAT_RGBA_8888 = 2
        const val STRATEGY_KEEP_ONLY_LATEST = 0
      }
      class Builder {
        private var turns = false
        fun setResolutionSelector(selector: ResolutionSelector) = this
        fun setOutputImageFormat(format: Int) = this
        fun setOutputImageRotationEnabled(turns: Boolean): Builder { this.turns = turns; return this }
        fun setBackpressureStrategy(strategy: Int) = this
        fun build() = ImageAnalysis(turns)
      }
    }
    object CameraSelector { val DEFAULT_FRONT_CAMERA = CameraSelector }
    class ProcessCameraProvider {
      var analysis: ImageAnalysis? = null
      fun bindToLifecycle(
        owner: LifecycleOwner, selector: CameraSelector, preview: Preview, vararg cases: UseCase
      ) { analysis = cases.filterIsInstance<ImageAnalysis>().single { it.turns } }
    }
    class BaseOptions {
      companion object { fun builder() = Builder() }
      class Builder {
        fun setModelAssetPath(path: String) = this
        fun build() = BaseOptions()
      }
    }
    enum class RunningMode { VIDEO }
    class MPImage
    class BitmapImageBuilder(bitmap: Bitmap) { fun build() = MPImage() }
    class Landmark(private val x: Float) {
      fun x() = x
      fun y() = 0.5f
      fun z() = 0f
    }
    class Category {
      fun categoryName() = "jawOpen"
      fun score() = 0.25f
    }
    class FaceLandmarkerResult {
      fun faceLandmarks() = listOf(List(478) { Landmark(0.4f + it / 4780f) })
      fun faceBlendshapes() = Optional.of(listOf(listOf(Category())))
      fun facialTransformationMatrixes() = Optional.of(listOf(
        floatArrayOf(0f, 1f, 0f, 0f, -1f, 0f, 0f, 0f, 0f, 0f, 1f, 0f, 0f, 0f, -40f, 1f)))
    }
    class FaceLandmarker {
      fun detectForVideo(image: MPImage, timestampMs: Long) = FaceLandmarkerResult()
      companion object {
        fun createFromOptions(context: Context, options: FaceLandmarkerOptions) = FaceLandmarker()
      }
      class FaceLandmarkerOptions {
        companion object { fun builder() = Builder() }
        class Builder {
          fun setBaseOptions(options: BaseOptions) = this
          fun setRunningMode(mode: RunningMode) = this
          fun setNumFaces(count: Int) = this
          fun setOutputFaceBlendshapes(isAsked: Boolean) = this
          fun setOutputFacialTransformationMatrixes(isAsked: Boolean) = this
          fun build() = FaceLandmarkerOptions()
        }
      }
    }

    """

  private static let androidCalls = """

    fun main(arguments: Array<String>) {
      val cameras = ProcessCameraProvider()
      val recorder = FaceRecorder(Context(), LifecycleOwner(), cameras, Preview())
      val analyzer = cameras.analysis!!.analyzer
      analyzer(ImageProxy(ImageInfo(1_000_000_000)))
      recorder.isRecording = true
      for (time in listOf(5_000_000_000, 5_040_000_000)) analyzer(ImageProxy(ImageInfo(time)))
      recorder.save(File(arguments[0]))
      System.exit(0)
    }
    """

  @Test(
    .enabled(
      if: isThere(kotlin) && FileManager.default.fileExists(atPath: androidJSON),
      "there is no kotlinc on PATH, or no Debian package libandroid-json-java"))
  func `the code for an Android app writes a recording`() throws {
    let code = try #require(Self.blocks("kotlin").first)
    let folder = try ReadersFolder().folder
    try folder.write(Self.androidStandIns + code.text + Self.androidCalls, to: "app.kt")
    try Self.kotlin.succeed(
      ["-cp", Self.androidJSON, "-include-runtime", "-d", "app.jar", "app.kt"], in: folder)
    try Program(named: "java").succeed(
      ["-cp", "app.jar:\(Self.androidJSON)", "AppKt", folder.url.path], in: folder)
    try folder.write(try folder.bytes("tracking.jsonl"), to: "own.jsonl")
    try expectTracking("avatar-tracking/1, picture 160 x 90, turned 0 deg", in: folder)
    let recording = String(decoding: try folder.bytes("recording.json"), as: UTF8.self)
    #expect(recording == #"{"video": "clip.mp4", "tracking": "tracking.jsonl"}"#)
  }

  /// In place of MediaPipe's task and of the page's video.
  private static let webStandIns = """
    const faceLandmarker = {
      detectForVideo: () => ({
        faceLandmarks: [Array.from({length: 478}, (_, i) => ({x: 0.4 + i / 4780, y: 0.5, z: 0}))],
        faceBlendshapes: [{categories: [{categoryName: "jawOpen", score: 0.25}]}],
        facialTransformationMatrixes: [
          {rows: 4, columns: 4, data: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, -40, 1]}],
      }),
    };
    let left = 1;
    const video = {requestVideoFrameCallback: (next) => {
      if (left-- > 0) setTimeout(next, 5); else console.log(lines.join("\\n"));
    }};

    """

  @Test(.enabled(if: isThere(node), "there is no node on PATH"), arguments: blocks("js"))
  func `the code for a web app writes a tracking file`(block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    try folder.write(Self.webStandIns + block.text + "onFrame();\n", to: "app.mjs")
    try folder.write(try Self.node.succeed(["app.mjs"], in: folder), to: "own.jsonl")
    try expectTracking("picture 160 x 90", in: folder)
  }

  /// Expects that `own.jsonl` is read without a fault, and has two samples of a whole face.
  private func expectTracking(_ header: String, in folder: ScratchFolder) throws {
    let told = try Program.product.run(
      ["inspect", "--video", "clip.mp4", "--tracking", "own.jsonl"], in: folder)
    #expect(told.exitCode == 0, "\(told.error)")
    for text in [header, "2 samples", "2 with landmarks, 2 with a matrix, 2 with blendshapes"] {
      #expect(told.text.contains(text), "\(text) is not in: \(told.text)")
    }
  }

  @Test(arguments: blocks("sh"))
  func `blocks for the shell can be parsed`(block: Document.Block) throws {
    let folder = try ScratchFolder()
    try folder.write(block.text, to: "block.sh")
    try Program(named: "bash").succeed(["-n", "block.sh"], in: folder)
  }

  /// Two ways to check a signature, each held against the other.
  @Test func `the check of signatures in Python believes what the shell signs`() throws {
    let document = try Document("Documentation/webhooks.md")
    func block(_ language: String) throws -> String {
      try #require(document.blocks.first { $0.language == language }).text
    }
    let folder = try ScratchFolder()
    try folder.write("{\"id\": \"309d\"}", to: "body.json")
    try folder.write("t=$(date +%s)\nsecret=aos_xyz\n" + block("sh"), to: "sign.sh")
    try folder.write(
      block("python") + """
        import subprocess, sys
        code = subprocess.run(["bash", "sign.sh"], capture_output=True, text=True).stdout.strip()
        body = open("body.json", "rb").read()
        header = f"t={int(time.time())},v1={code}"
        assert is_ours("aos_xyz", header, body)
        assert not is_ours("aos_xyz", header, body + b" ")
        assert not is_ours("aos_abc", header, body)
        assert not is_ours("aos_xyz", header, body, tolerance=-1)
        """, to: "check.py")
    // The second may pass between the two, so that the time in the header is another.
    let tries = try (0..<3).map { _ in
      try Program.python.run(["check.py"], in: folder)
    }
    #expect(tries.contains { $0.exitCode == 0 }, "\(tries[0].error)")
  }

  /// The workflow and the image install what the build needs, as Scripts/install-packages.sh does.
  @Test(
    arguments: (blocks("yaml") + blocks("dockerfile")).filter {
      !$0.text.contains("apt-get install -y -qq ./avatar-overlay_*.deb")
    })
  func `the workflow and the image install all libraries`(block: Document.Block) throws {
    let script = try Document("Scripts/install-packages.sh").lines
    let needed = script.filter { $0.hasPrefix("  ") }.flatMap { line in
      line.prefix { $0 != "#" }.split(separator: " ").filter { $0.hasSuffix("-dev") }
    }
    #expect(needed.count > 10)
    for name in needed { #expect(block.text.contains(name), "\(name) is missing") }
  }
}
