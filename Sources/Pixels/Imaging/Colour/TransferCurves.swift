import Foundation

/// The curve of standard dynamic range video on a reference display with a perfect black:
/// `light = signal^2.4`.
///
/// ITU-R BT.1886 annex 1, and the display of ITU-R BT.2087-0 section 3. Negative numbers do not
/// occur: every colour of BT.709 lies inside BT.2020 and Display P3, and what does not on the way
/// back is clipped before.
public enum BT1886 {
  /// The exponent.
  public static let gamma = 2.4

  /// Light of 0...1 for a signal of 0...1.
  public static func light(ofSignal signal: Double) -> Double { pow(max(signal, 0), gamma) }

  /// The signal of 0...1 for light of 0...1.
  public static func signal(ofLight light: Double) -> Double { pow(max(light, 0), 1 / gamma) }
}

/// The curve of sRGB: IEC 61966-2-1.
public enum SRGB {
  /// Light of 0...1 for a signal of 0...1.
  public static func light(ofSignal signal: Double) -> Double {
    signal <= 0.04045 ? max(signal, 0) / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  /// The signal of 0...1 for light of 0...1.
  public static func signal(ofLight light: Double) -> Double {
    light <= 0.0031308 ? max(light, 0) * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}

/// The perceptual quantizer: SMPTE ST 2084, ITU-R BT.2100-2 table 4.
public enum PerceptualQuantizer {
  /// The light of the signal 1, in cd/m2.
  public static let peak = 10_000.0

  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32

  /// Light in cd/m2 for a signal of 0...1, the reference EOTF.
  public static func light(ofSignal signal: Double) -> Double {
    let root = pow(min(max(signal, 0), 1), 1 / m2)
    return peak * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// The signal of 0...1 for light in cd/m2, the inverse EOTF.
  public static func signal(ofLight light: Double) -> Double {
    let power = pow(min(max(light, 0), peak) / peak, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}

/// Hybrid log-gamma: ITU-R BT.2100-2 table 5, for a display of 1,000 cd/m2.
public enum HybridLogGamma {
  /// The display's peak in cd/m2.
  public static let peak = 1000.0
  /// The exponent of the opto-optical transfer function, which is 1.2 at that peak.
  public static let systemGamma = 1.2

  private static let a = 0.178_832_77
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * log(4 * a)

  /// The signal of 0...1 for scene light of 0...1, the OETF.
  public static func signal(ofSceneLight light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 1.0 / 12 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
  }

  /// Scene light of 0...1 for a signal of 0...1, the inverse OETF.
  public static func sceneLight(ofSignal signal: Double) -> Double {
    let signal = min(max(signal, 0), 1)
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// What light of the display is multiplied by to be that of the scene, the inverse OOTF:
  /// `luminance^((1 - gamma) / gamma)`, with luminance in parts of the peak.
  public static func sceneGain(displayLuminance: Double) -> Double {
    displayLuminance > 0 ? pow(displayLuminance, (1 - systemGamma) / systemGamma) : 0
  }

  /// What light of the scene is multiplied by to be that of the display in parts of the peak, the
  /// OOTF: `luminance^(gamma - 1)`.
  public static func displayGain(sceneLuminance: Double) -> Double {
    sceneLuminance > 0 ? pow(sceneLuminance, systemGamma - 1) : 0
  }
}

/// Where SDR white lies in HDR video: ITU-R BT.2408, table 1.
public enum ReferenceWhite {
  /// In PQ, in cd/m2; 58 % of the signal.
  public static let pqLight = 203.0
  /// In HLG, as a signal of 0...1; 203 cd/m2 on a display of 1,000.
  public static let hlgSignal = 0.75
  /// In HLG, as display light in parts of the peak.
  public static let hlgDisplayLight = pow(
    HybridLogGamma.sceneLight(ofSignal: hlgSignal), HybridLogGamma.systemGamma)
}
