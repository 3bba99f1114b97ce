import CommandLineInterface
import Foundation

exit(Tool.run())
