// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * An I2C bus whose other end is a program: every message that is sent over it comes out of
 * /dev/i2c-glass, and that program tells how the chip answers. What is below i2c-dev is like the
 * driver of a Pi: a chip that does not answer is EREMOTEIO, a bus that hangs is ETIMEDOUT after a
 * second, and bytes take the time that they take at the bus's clock.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#define GLASS_BITS_PER_BYTE 9 /* eight and the answer */
#define GLASS_HERTZ 400000

/* Before what is written, and before what is read in an answer. */
struct glass_header {
	__u32 number;
	__s32 status; /* in an answer: 0 or a negative error */
	__u16 address;
	__u16 flags; /* as in struct i2c_msg */
	__u16 length;
	__u16 left; /* messages that follow in the same transfer */
};

struct glass {
	struct i2c_adapter adapter;
	struct miscdevice end;
	struct mutex lock;
	struct completion answered;
	wait_queue_head_t asked;
	struct i2c_msg *message;
	struct glass_header header;
	bool taken;
	bool manned;
};

static int glass_message(struct glass *glass, struct i2c_msg *message, int left)
{
	unsigned long waited;
	unsigned long long us;
	int status;

	mutex_lock(&glass->lock);
	if (!glass->manned) {
		mutex_unlock(&glass->lock);
		return -EREMOTEIO;
	}
	glass->message = message;
	glass->taken = false;
	glass->header = (struct glass_header) {
		.number = glass->header.number + 1,
		.status = -ETIMEDOUT,
		.address = message->addr,
		.flags = message->flags,
		.length = message->len,
		.left = left,
	};
	reinit_completion(&glass->answered);
	mutex_unlock(&glass->lock);
	wake_up_interruptible(&glass->asked);

	waited = wait_for_completion_timeout(&glass->answered, glass->adapter.timeout);

	mutex_lock(&glass->lock);
	glass->message = NULL;
	status = waited ? glass->header.status : -ETIMEDOUT;
	mutex_unlock(&glass->lock);
	if (!status) {
		us = (message->len + 1ULL) * GLASS_BITS_PER_BYTE * USEC_PER_SEC;
		us = div_u64(us, GLASS_HERTZ);
		usleep_range(us, us + us / 8 + 1);
	}
	return status;
}

static int glass_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	struct glass *glass = i2c_get_adapdata(adapter);
	int each, status;

	for (each = 0; each < count; each++) {
		status = glass_message(glass, &messages[each], count - each - 1);
		if (status)
			return status;
	}
	return count;
}

static u32 glass_functions(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm glass_algorithm = {
	.xfer = glass_transfer,
	.functionality = glass_functions,
};

static struct glass *glass_of(struct file *file)
{
	return container_of(file->private_data, struct glass, end);
}

static int glass_open(struct inode *inode, struct file *file)
{
	struct glass *glass = glass_of(file);
	int status = 0;

	mutex_lock(&glass->lock);
	if (glass->manned)
		status = -EBUSY;
	glass->manned = true;
	mutex_unlock(&glass->lock);
	return status;
}

static int glass_release(struct inode *inode, struct file *file)
{
	struct glass *glass = glass_of(file);

	mutex_lock(&glass->lock);
	glass->manned = false;
	if (glass->message) {
		glass->header.status = -EREMOTEIO;
		complete(&glass->answered);
	}
	mutex_unlock(&glass->lock);
	return 0;
}

static bool glass_waiting(struct glass *glass)
{
	return READ_ONCE(glass->message) && !READ_ONCE(glass->taken);
}

/* One message at a time: its header, and its bytes if it is written to the chip. */
static ssize_t glass_read(struct file *file, char __user *to, size_t room, loff_t *at)
{
	struct glass *glass = glass_of(file);
	size_t bytes;
	ssize_t told = -EAGAIN;

	if (!(file->f_flags & O_NONBLOCK) &&
	    wait_event_interruptible(glass->asked, glass_waiting(glass)))
		return -ERESTARTSYS;
	mutex_lock(&glass->lock);
	if (glass_waiting(glass)) {
		bytes = glass->header.flags & I2C_M_RD ? 0 : glass->header.length;
		told = sizeof(glass->header) + bytes;
		if (room < told)
			told = -EINVAL;
		else if (copy_to_user(to, &glass->header, sizeof(glass->header)) ||
			 copy_to_user(to + sizeof(glass->header), glass->message->buf, bytes))
			told = -EFAULT;
		else
			glass->taken = true;
	}
	mutex_unlock(&glass->lock);
	return told;
}

/* The answer to a message: its header with the status, and the bytes if some were wanted. */
static ssize_t glass_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	struct glass *glass = glass_of(file);
	struct glass_header answer;
	ssize_t taken = size;
	size_t bytes;

	if (size < sizeof(answer))
		return -EINVAL;
	if (copy_from_user(&answer, from, sizeof(answer)))
		return -EFAULT;
	mutex_lock(&glass->lock);
	bytes = glass->header.flags & I2C_M_RD && !answer.status ? glass->header.length : 0;
	if (!glass->message || !glass->taken || answer.number != glass->header.number)
		taken = -ESTALE; /* nobody waits for it any more */
	else if (size != sizeof(answer) + bytes)
		taken = -EINVAL;
	else if (copy_from_user(glass->message->buf, from + sizeof(answer), bytes))
		taken = -EFAULT;
	if (taken > 0) {
		glass->header.status = answer.status;
		complete(&glass->answered);
	}
	mutex_unlock(&glass->lock);
	return taken;
}

static __poll_t glass_poll(struct file *file, poll_table *table)
{
	struct glass *glass = glass_of(file);

	poll_wait(file, &glass->asked, table);
	return glass_waiting(glass) ? EPOLLIN | EPOLLRDNORM : 0;
}

static const struct file_operations glass_operations = {
	.owner = THIS_MODULE,
	.open = glass_open,
	.release = glass_release,
	.read = glass_read,
	.write = glass_write,
	.poll = glass_poll,
};

static int glass_probe(struct platform_device *device)
{
	struct glass *glass;
	int status;

	glass = devm_kzalloc(&device->dev, sizeof(*glass), GFP_KERNEL);
	if (!glass)
		return -ENOMEM;
	mutex_init(&glass->lock);
	init_completion(&glass->answered);
	init_waitqueue_head(&glass->asked);
	glass->end.minor = MISC_DYNAMIC_MINOR;
	glass->end.name = "i2c-glass";
	glass->end.fops = &glass_operations;
	glass->adapter.owner = THIS_MODULE;
	glass->adapter.algo = &glass_algorithm;
	glass->adapter.timeout = HZ;
	glass->adapter.dev.parent = &device->dev;
	glass->adapter.nr = device->id;
	strscpy(glass->adapter.name, "bcm2835 (glass)", sizeof(glass->adapter.name));
	i2c_set_adapdata(&glass->adapter, glass);
	platform_set_drvdata(device, glass);
	status = misc_register(&glass->end);
	if (status)
		return status;
	status = i2c_add_numbered_adapter(&glass->adapter);
	if (status)
		misc_deregister(&glass->end);
	return status;
}

static void glass_remove(struct platform_device *device)
{
	struct glass *glass = platform_get_drvdata(device);

	i2c_del_adapter(&glass->adapter);
	misc_deregister(&glass->end);
}

static struct platform_driver glass_driver = {
	.probe = glass_probe,
	.remove_new = glass_remove,
	.driver = {
		.name = "i2c-glass",
	},
};
module_platform_driver(glass_driver);

MODULE_ALIAS("platform:i2c-glass");
MODULE_DESCRIPTION("An I2C bus whose other end is a program");
MODULE_LICENSE("Dual MIT/GPL");
