"""The appliance on the Pi's own software stack, in a virtual machine: docs/virtual-pi.md."""
