"""Prints the peers' versions, in a line."""

import platform

import cairo
import numpy
import PIL

import peer_cairo
import peer_opencv
import peer_pixman
import peer_skia

print(f"Peers: OpenCV {peer_opencv.VERSION}, skia-python {peer_skia.VERSION}, Cairo "
      f"{peer_cairo.VERSION} (pycairo {cairo.version}), pixman {peer_pixman.VERSION}, Pillow "
      f"{PIL.__version__}; Python {platform.python_version()}, NumPy {numpy.__version__}.")
