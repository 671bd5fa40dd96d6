// The stand of the reference build: tray ring, base for the Pi, mast, camera arm, console.
// Millimetres. Change a number here, press F6, export. `part` says what is drawn:
//   openscad -D 'part="clip"' -o clip.stl stand.scad
// Parts: ring, base, mast (print it twice), joint, clip, console; "all" shows them in place.
// For an A4 mat instead of the ring: -D camera_height=355 -D tray_width=297 -D tray_depth=210
// -D lens_back=84 -D camera_tilt=10
// The numbers are those of plan.svg and of the table of heights (tools/box/numbers.py).

part = "all";

/* [From the table of heights] */
camera_height = 300;   // from the floor of the tray to the lens
tray_width = 200;      // inside
tray_depth = 150;      // inside
tray_height = 22;
wall = 4;
mast_gap = 24;         // from the outside of the tray to the middle of the mast
mast_size = 20;
lens_back = 0;         // the lens hangs so far behind the middle of the tray,
camera_tilt = 0;       // and looks so many degrees towards the players

/* [Base] */
base_width = 96;
base_depth = 80;
base_thick = 4;
socket_height = 40;
pi_holes = [58, 23];   // Zero; of a 3A+ [58, 49], with base_depth = 106

/* [Camera] */
camera_drop = 16;      // from the underside of the arm to the lens: posts, board and lens
camera_holes = [21, 12.5];
post_height = 4;

/* [Console: measure your panel and your buttons] */
console_gap = 20;      // between tray and console
console_width = 132;
console_depth = 158;
console_back = 58;
console_front = 24;
console_wall = 3;
panel_window = [57, 30];
button_hole = 24;
button_pitch = 31;
scan_hole = 30;
led_hole = 5.2;

/* [Fit] */
slack = 0.3;           // more if your printer's parts are tight
$fn = 48;

mast_place = tray_depth / 2 + wall + mast_gap;   // behind the middle of the tray
arm = mast_place - lens_back;
arm_underside = camera_height + camera_drop;
mast_length = (arm_underside - base_thick) / 2;   // of one section
mast_wall = 3;
cap = mast_size + 2 * (wall + slack);

module rounded(size, radius) {
    linear_extrude(size[2])
        offset(radius) offset(-radius) square([size[0], size[1]], center = true);
}

// Lies on the table around a cloth or felt: dice stay in, and stay where the camera looks.
module ring() {
    difference() {
        rounded([tray_width + 2 * wall, tray_depth + 2 * wall, tray_height], 10);
        translate([0, 0, -1]) rounded([tray_width, tray_depth, tray_height + 2], 6);
    }
}

// The middle of the mast is the origin; the Pi lies behind it, the players sit on the other side.
module base() {
    front = mast_gap - 4;
    difference() {
        union() {
            translate([0, base_depth / 2 - front, 0])
                rounded([base_width, base_depth, base_thick], 8);
            translate([-cap / 2, -cap / 2, 0]) cube([cap, cap, base_thick + socket_height]);
            for (x = [-1, 1], y = [0, 1])
                translate([x * pi_holes[0] / 2, cap / 2 + 10 + y * pi_holes[1], 0])
                    cylinder(d = 7, h = base_thick + 5);
        }
        translate([0, 0, base_thick])
            linear_extrude(socket_height + 1) square(mast_size + 2 * slack, center = true);
        for (x = [-1, 1], y = [0, 1]) {
            // for the screws of the Pi, and those that hold the base to a board
            translate([x * pi_holes[0] / 2, cap / 2 + 10 + y * pi_holes[1], base_thick - 1])
                cylinder(d = 2.2, h = 8);
            translate([x * (base_width / 2 - 7), -front + 8 + y * (base_depth - 16), -1])
                cylinder(d = 4.2, h = base_thick + 2);
        }
    }
}

module mast() {
    difference() {
        linear_extrude(mast_length) offset(2) offset(-2) square(mast_size, center = true);
        translate([0, 0, -1])
            linear_extrude(mast_length + 2) square(mast_size - 2 * mast_wall, center = true);
    }
}

// Glued into both sections of the mast.
module joint() {
    linear_extrude(50) square(mast_size - 2 * mast_wall - 2 * slack, center = true);
}

// Put on the mast; the camera hangs below its end, lens down. The middle of the mast is the origin,
// the underside of the arm is z = 0.
module clip() {
    plate = [camera_holes[0] + 10, camera_holes[1] + 18];
    grip = 30;
    difference() {
        union() {
            translate([-cap / 2, -cap / 2, -grip]) cube([cap, cap, grip + 6]);
            translate([-cap / 2, -arm, 0]) cube([cap, arm, 6]);
            translate([-2, -arm + plate[1] / 2, 0]) cube([4, arm - plate[1] / 2, 16]);
            translate([0, -arm, 0]) rotate([-camera_tilt, 0, 0]) {
                translate([-plate[0] / 2, -plate[1] / 2, 0]) cube([plate[0], plate[1], 6]);
                for (x = [-1, 1], y = [-1, 1])
                    translate([x * camera_holes[0] / 2, y * camera_holes[1] / 2, -post_height])
                        cylinder(d = 4.5, h = post_height + 1);
            }
        }
        translate([0, 0, -grip - 1])
            linear_extrude(grip + 1) square(mast_size + 2 * slack, center = true);
        // for the ribbon, up through the arm
        translate([-9, -arm + plate[1] / 2 - 6, -5]) cube([18, 5, 16]);
        translate([0, -arm, 0]) rotate([-camera_tilt, 0, 0])
            for (x = [-1, 1], y = [-1, 1])
                translate([x * camera_holes[0] / 2, y * camera_holes[1] / 2, -post_height - 1])
                    cylinder(d = 1.7, h = post_height + 6);
    }
}

// Open below; panel and buttons are put in from there. Its front left corner is the origin.
module console() {
    slope = atan((console_back - console_front) / console_depth);
    face = console_depth / cos(slope);
    module shell(shrink) {
        translate([shrink, 0, 0]) rotate([90, 0, 90]) linear_extrude(console_width - 2 * shrink)
            polygon([
                [shrink, shrink > 0 ? -1 : 0],
                [console_depth - shrink, shrink > 0 ? -1 : 0],
                [console_depth - shrink, console_back - shrink * (1 + tan(slope))],
                [shrink, console_front - shrink * (1 - tan(slope))],
            ]);
    }
    difference() {
        shell(0);
        shell(console_wall);
        translate([console_width / 2, 0, console_front]) rotate([slope, 0, 0]) {
            translate([-panel_window[0] / 2, face - 18 - panel_window[1], -12])
                cube([panel_window[0], panel_window[1], 24]);
            for (n = [-1.5, -0.5, 0.5, 1.5])
                translate([n * button_pitch, face - 86, -12]) cylinder(d = button_hole, h = 24);
            translate([0, 32, -12]) cylinder(d = scan_hole, h = 24);
            translate([console_width / 2 - 18, face - 18, -12]) cylinder(d = led_hole, h = 24);
        }
        // wires from the Pi come in at the left
        translate([-1, console_depth - 30, -1]) cube([console_wall + 2, 16, 11]);
    }
}

module die() {
    color("ivory") translate([-8, -8, 0]) cube(16);
}

// Only to look at: what is bought, and dice in the tray.
module bought() {
    color("seagreen") translate([-32.5, mast_place + cap / 2 + 6.5, base_thick + 5])
        cube([65, 30, 1.5]);
    translate([0, lens_back, arm_underside]) rotate([-camera_tilt, 0, 0]) {
        color("seagreen") translate([-12.5, -12, -post_height - 1.5]) cube([25, 24, 1.5]);
        color("black") translate([0, 0, -camera_drop]) cylinder(d = 8, h = 11);
    }
    for (place = [[-60, 30, 12], [-25, -32, 40], [8, 24, 70], [40, -20, 25], [66, 34, 5],
                  [-70, -30, 60], [20, -52, 33], [78, -40, 80]])
        translate([place[0], place[1], 0]) rotate(place[2]) die();
    color("darkseagreen") translate([0, 0, 0.2])
        linear_extrude(0.6) square([tray_width, tray_depth], center = true);
    slope = atan((console_back - console_front) / console_depth);
    face = console_depth / cos(slope);
    translate([tray_width / 2 + wall + console_gap + console_width / 2,
               -tray_depth / 2 - wall, console_front]) rotate([slope, 0, 0]) {
        color("black") translate([-36, face - 18 - panel_window[1] - 7, -6]) cube([72, 44, 3.5]);
        for (n = [0 : 3])
            color(n == 3 ? "firebrick" : "whitesmoke")
                translate([(n - 1.5) * button_pitch, face - 86, 0]) cylinder(d = 27, h = 7);
        color("orange") translate([console_width / 2 - 18, face - 18, 0]) sphere(d = 5);
        color("goldenrod") translate([0, 32, 0]) cylinder(d = 33, h = 8);
    }
}

module all() {
    if (camera_tilt == 0) color("burlywood") ring();
    translate([0, mast_place, 0]) {
        color("tan") base();
        color("wheat") translate([0, 0, base_thick]) mast();
        color("wheat") translate([0, 0, base_thick + mast_length]) mast();
        color("tan") translate([0, 0, arm_underside]) clip();
    }
    color("tan") translate([tray_width / 2 + wall + console_gap, -tray_depth / 2 - wall, 0])
        console();
    bought();
}

if (part == "ring") ring();
else if (part == "base") base();
else if (part == "mast") mast();
else if (part == "joint") joint();
else if (part == "clip") clip();
else if (part == "console") console();
else all();
