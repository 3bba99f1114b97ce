import Foundation

// Foundation's names in one place: `import Foundation` elsewhere only for these would be waste.

func sine(_ radians: Double) -> Double { sin(radians) }
func cosine(_ radians: Double) -> Double { cos(radians) }
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
func logarithm2(_ x: Double) -> Double { log2(x) }
func exponential2(_ x: Double) -> Double { exp2(x) }
