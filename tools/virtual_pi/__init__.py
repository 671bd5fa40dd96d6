"""The appliance on the Pi's own software stack, in a virtual machine: docs/developers/virtual-pi.md."""
