#!/bin/bash
# A machine of its own inside this one: namespaces, a copy of this system that forgets all changes,
# and systemd as its first process, which runs tests/appliance/trial.py and is powered off by
# it. Needs root. Arguments: a folder to work in, the checkout, Python's prefix, its packages, and a
# name for its control group, which is left behind empty.
set -euo pipefail
work=$1 checkout=$2 prefix=$3 packages=$4 group=$5
tree=$work/tree

if [ "${6:-}" != inside ]; then
    mkdir -p "$work/groups" "$tree"
    mount -t cgroup2 none "$work/groups"
    mkdir "$work/groups/$group"
    echo $$ >"$work/groups/$group/cgroup.procs"
    exec unshare --pid --fork --cgroup --net --ipc --uts --kill-child "$0" "$@" inside
fi

mount -t tmpfs none "$work/groups"
mkdir "$work/groups/upper" "$work/groups/work"
mount -t overlay none -o "lowerdir=/,upperdir=$work/groups/upper,workdir=$work/groups/work" "$tree"
mount -t proc none "$tree/proc"
mount -t sysfs none "$tree/sys"
mount -t cgroup2 none "$tree/sys/fs/cgroup"
for folder in run tmp dev; do
    mount -t tmpfs none "$tree/$folder"
done
for device in null zero full random urandom; do
    touch "$tree/dev/$device"
    mount --bind "/dev/$device" "$tree/dev/$device"
done
mkdir "$tree/dev/shm" "$tree/dev/pts"
mount -t devpts none -o newinstance,ptmxmode=0666 "$tree/dev/pts"
ln -s pts/ptmx "$tree/dev/ptmx"
ln -s /proc/self/fd "$tree/dev/fd"
# Both are like /dev/null to the kernel; who may open them differs.
mknod -m 660 "$tree/dev/i2c-22" c 1 3
mknod -m 600 "$tree/dev/not_ours" c 1 3
# And this one anybody might open, were it not for the unit: the console of the machine.
mknod -m 666 "$tree/dev/console_of_all" c 5 1

for bound in "checkout=$checkout" "python=$prefix" "packages=$packages"; do
    mkdir -p "$tree/opt/${bound%%=*}"
    mount --bind "${bound#*=}" "$tree/opt/${bound%%=*}"
done
touch "$tree/opt/told"
mount --bind "$work/told" "$tree/opt/told"
mkdir -p "$tree/opt/grillside/bin" "$tree/etc/grillside"
cat >"$tree/opt/grillside/bin/grillside" <<'END'
#!/bin/sh
export PYTHONHOME=/opt/python LD_LIBRARY_PATH=/opt/python/lib PYTHONPATH=/opt/checkout:/opt/packages
export PYTHONDONTWRITEBYTECODE=1
exec /opt/python/bin/python3 -m "${PROGRAM:-tests.appliance.boxed}" "$@"
END
chmod 755 "$tree/opt/grillside/bin/grillside"
printf '[panel]\nport = 22\n[camera]\nkind = "simulated"\n[page]\nnetwork = true\nport = 8080\n' \
    >"$tree/etc/grillside/config.toml"

units=$tree/etc/systemd/system
rm -rf "$units" "$tree/etc/fstab"
mkdir -p "$units" "$tree/etc/sysusers.d"
cp "$checkout"/systemd/*.service "$checkout"/systemd/*.socket "$units/"
cp "$checkout/systemd/grillside.sysusers.conf" "$tree/etc/sysusers.d/grillside.conf"
chroot "$tree" systemd-sysusers
chroot "$tree" chown root:i2c /dev/i2c-22
cat >"$units/trial.service" <<'END'
[Unit]
FailureAction=poweroff-force
Requires=grillside-power-off.socket
After=grillside-power-off.socket
[Service]
Type=oneshot
Environment=PROGRAM=tests.appliance.trial
ExecStart=/opt/grillside/bin/grillside
StandardOutput=file:/opt/told
StandardError=file:/opt/told
END

ip link set lo up
ip address add 10.99.0.1/32 dev lo
ip address add 203.0.113.9/32 dev lo

cd "$tree"
mkdir -p left
pivot_root . left
cd /
umount -l left
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --system --unit=trial.service --log-target=null --show-status=no
