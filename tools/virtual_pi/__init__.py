"""The appliance on the software of a Pi, in a virtual machine: docs/developers/virtual-pi.md."""
