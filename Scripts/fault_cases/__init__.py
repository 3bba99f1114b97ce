"""Cases of Scripts/faults.py."""
