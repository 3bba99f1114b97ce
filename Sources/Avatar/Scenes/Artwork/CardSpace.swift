public import Geometry

/// Millimetres on a printed card: x right, y up, z out of the print, 0 its middle.
public enum CardSpace: CoordinateSpace {}
