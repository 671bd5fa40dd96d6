"""The appliance on a Pi's software in a virtual machine: docs/developers/virtual-pi.md."""
