// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Makes a PC look like a Raspberry Pi 4 to programs: its pins (the kernel's own gpio-sim), its I2C bus
 * number 1 (i2c-glass), and of its device tree what is asked for, its model and its revision.
 */
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/proc_fs.h>
#include <linux/property.h>

static const char model[] = "Raspberry Pi 4 Model B Rev 1.5";
static const u8 revision[] = { 0x00, 0xc0, 0x31, 0x15 };

static const struct property_entry bank_properties[] = {
	PROPERTY_ENTRY_U32("ngpios", 58),
	PROPERTY_ENTRY_STRING("gpio-sim,label", "pinctrl-bcm2711"),
	{ }
};

static const struct software_node pins = { .name = "pins" };
static const struct software_node bank = {
	.name = "bank",
	.parent = &pins,
	.properties = bank_properties,
};
static const struct software_node *nodes[] = { &pins, &bank, NULL };

static ssize_t read_model(struct file *file, char __user *to, size_t size, loff_t *at)
{
	return simple_read_from_buffer(to, size, at, model, sizeof(model));
}

static ssize_t read_revision(struct file *file, char __user *to, size_t size, loff_t *at)
{
	return simple_read_from_buffer(to, size, at, revision, sizeof(revision));
}

static const struct proc_ops model_operations = { .proc_read = read_model };
static const struct proc_ops revision_operations = { .proc_read = read_revision };

static int __init pi_begin(void)
{
	struct platform_device_info told = { .name = "gpio-sim", .id = PLATFORM_DEVID_NONE };
	struct proc_dir_entry *tree = proc_mkdir("device-tree", NULL);
	struct proc_dir_entry *system = proc_mkdir("system", tree);
	int status;

	if (!tree || !system || !proc_create("model", 0444, tree, &model_operations) ||
	    !proc_create("linux,revision", 0444, system, &revision_operations))
		return -ENOMEM;
	status = software_node_register_node_group(nodes);
	if (status)
		return status;
	told.fwnode = software_node_fwnode(&pins);
	status = PTR_ERR_OR_ZERO(platform_device_register_full(&told));
	if (status)
		return status;
	return PTR_ERR_OR_ZERO(platform_device_register_simple("i2c-glass", 1, NULL, 0));
}
module_init(pi_begin);

MODULE_SOFTDEP("pre: gpio-sim i2c-glass i2c-dev");
MODULE_DESCRIPTION("What programs ask of a Raspberry Pi");
MODULE_LICENSE("Dual MIT/GPL");
