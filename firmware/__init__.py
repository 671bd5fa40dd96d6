"""The appliance: surfaces, journal and command line. The only package that touches devices."""
