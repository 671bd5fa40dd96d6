// Ray-traces throws of dice: one thread a pixel. Compiled by nvcc for training, by g++ (-x c++) for a look.
//
// Frame (with its Lights), Die, Thing and Decal mirror `vision/training/records.py`, field by field; all
// fields are four bytes wide.
// Lengths are in die edges, the table is the plane z = 0, colours are linear light.

#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#else
#define DEVICE static inline
#endif

struct V3 { float x, y, z; };

struct Die {
  float turn[9];       // rows: the die's axes in the world
  float centre[3];
  float size, round_, ball;  // edge; radius of the edges; radius of the ball that cuts the corners
  float art[6];        // faces +x -x +y -y +z -z: 0 blank, 1-6 pips, 10 + n: drawing n
  float quarter[6];    // quarter turns of the art on its face
  float body[3], body2[3], marble;
  float ink[3], own_ink; // own_ink: drawings keep their own colours
  float ace_ink[3], ace_radius;
  float pip_radius, spread, depth, pip_shape;
  float gloss, shine, clear, dirt, seed;
  float art_scale, rim, disc;
};

struct Thing {
  float kind;          // 0 box, 1 cylinder, 2 capsule, 3 ball, 4 ring
  float turn[9];
  float centre[3];
  float half[3], round_;
  float colour[3], print, gloss, shine;
};

struct Decal { float x, y, cosine, sine, half_w, half_h, tile, ink; };

struct Light { float to[3], colour[3], hard; };

struct Lamp { float centre[3], u[3], v[3], colour[3], shape, bars; };  // shape: 0 rectangle, 1 disc, 2 ring

struct Frame {
  float turn[9];       // rows: right, down, forward of the camera in the world
  float eye[3];
  float fx, fy, cx, cy;
  Light lights[3];
  float ambient[3], sky[3], ground[3];
  float kind, scale, cosine, sine, shift[2];
  float colours[9], contrast, grain, grain_scale, blotch;
  float gloss, shine;
  float shade[2][6];   // shadows of things outside: x, y, cosine, sine, half width, softness; softness 0: none
  float floor_, edge_x, edge_cos, edge_sin;  // beyond an edge of the table another colour begins
  float far[3];
  float first_die, dice, first_thing, things, first_decal, decals;
  float seed, pages;
  float nook;          // how much of the room's light dice keep from what is close, and the table from their sides
  float photo;         // samples a pixel of a photographic frame (photo.cu), 0 for a plain one
  float aperture, focus;  // of its lens: radius and distance
  Lamp lamps[4];
  float lamp_count, clutter;  // clutter: how unevenly the room about the table shines
};

DEVICE V3 v3(float x, float y, float z) { V3 v; v.x = x; v.y = y; v.z = z; return v; }
DEVICE V3 v3(const float* f) { return v3(f[0], f[1], f[2]); }
DEVICE V3 operator+(V3 a, V3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
DEVICE V3 operator-(V3 a, V3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
DEVICE V3 operator*(V3 a, V3 b) { return v3(a.x * b.x, a.y * b.y, a.z * b.z); }
DEVICE V3 operator*(V3 a, float k) { return v3(a.x * k, a.y * k, a.z * k); }
DEVICE float dot(V3 a, V3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
DEVICE float length(V3 a) { return sqrtf(dot(a, a)); }
DEVICE V3 unit(V3 a) { return a * (1.0f / fmaxf(length(a), 1e-9f)); }
DEVICE V3 mix(V3 a, V3 b, float k) { return a + (b - a) * k; }
DEVICE float lerp_(float a, float b, float k) { return a + (b - a) * k; }
DEVICE float clamp01(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
DEVICE float smooth(float a, float b, float x) {
  float k = clamp01((x - a) / (b - a));
  return k * k * (3.0f - 2.0f * k);
}
DEVICE V3 into(const float* r, V3 p) {  // world to own axes
  return v3(r[0] * p.x + r[1] * p.y + r[2] * p.z, r[3] * p.x + r[4] * p.y + r[5] * p.z,
            r[6] * p.x + r[7] * p.y + r[8] * p.z);
}
DEVICE V3 outof(const float* r, V3 p) {
  return v3(r[0] * p.x + r[3] * p.y + r[6] * p.z, r[1] * p.x + r[4] * p.y + r[7] * p.z,
            r[2] * p.x + r[5] * p.y + r[8] * p.z);
}

DEVICE float chance(int x, int y, int z) {
  uint32_t h = (uint32_t)x * 0x8da6b343u + (uint32_t)y * 0xd8163841u + (uint32_t)z * 0xcb1ab31fu;
  h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12; h *= 0x297a2d39u; h ^= h >> 15;
  return (h >> 8) * (1.0f / 16777216.0f);
}
DEVICE float noise(V3 p, int seed) {
  int x = (int)floorf(p.x), y = (int)floorf(p.y), z = (int)floorf(p.z);
  float u = p.x - x, v = p.y - y, w = p.z - z;
  u = u * u * (3 - 2 * u); v = v * v * (3 - 2 * v); w = w * w * (3 - 2 * w);
  z += seed * 131;
  float a = lerp_(lerp_(chance(x, y, z), chance(x + 1, y, z), u), lerp_(chance(x, y + 1, z), chance(x + 1, y + 1, z), u), v);
  float b = lerp_(lerp_(chance(x, y, z + 1), chance(x + 1, y, z + 1), u),
                  lerp_(chance(x, y + 1, z + 1), chance(x + 1, y + 1, z + 1), u), v);
  return lerp_(a, b, w);
}
DEVICE float flat_noise(float px, float py, int seed) {
  int x = (int)floorf(px), y = (int)floorf(py);
  float u = px - x, v = py - y;
  u = u * u * (3 - 2 * u); v = v * v * (3 - 2 * v);
  return lerp_(lerp_(chance(x, y, seed), chance(x + 1, y, seed), u),
               lerp_(chance(x, y + 1, seed), chance(x + 1, y + 1, seed), u), v);
}
DEVICE float clouds(float x, float y, int seed) {
  return 0.53f * flat_noise(x, y, seed) + 0.27f * flat_noise(x * 2.1f + 7, y * 2.1f, seed + 1) +
         0.13f * flat_noise(x * 4.3f, y * 4.3f + 3, seed + 2) + 0.07f * flat_noise(x * 8.7f, y * 8.7f, seed + 3);
}

DEVICE float box_distance(V3 p, V3 half, float r) {
  V3 q = v3(fabsf(p.x) - half.x + r, fabsf(p.y) - half.y + r, fabsf(p.z) - half.z + r);
  V3 o = v3(fmaxf(q.x, 0), fmaxf(q.y, 0), fmaxf(q.z, 0));
  return length(o) + fminf(fmaxf(q.x, fmaxf(q.y, q.z)), 0.0f) - r;
}
DEVICE float softmax_(float a, float b, float k) {
  float h = clamp01(0.5f + 0.5f * (a - b) / k);
  return lerp_(b, a, h) + k * h * (1 - h);
}
DEVICE float die_distance(const Die& die, V3 p) {  // in the die's own edges
  return softmax_(box_distance(p, v3(0.5f, 0.5f, 0.5f), die.round_), length(p) - die.ball, 0.02f);
}
DEVICE float thing_distance(const Thing& thing, V3 p) {
  int kind = (int)thing.kind;
  V3 h = v3(thing.half);
  if (kind == 0) return box_distance(p, h, thing.round_);
  if (kind == 1) {
    float dx = sqrtf(p.x * p.x + p.y * p.y) - h.x + thing.round_, dz = fabsf(p.z) - h.z + thing.round_;
    float ox = fmaxf(dx, 0), oz = fmaxf(dz, 0);
    return sqrtf(ox * ox + oz * oz) + fminf(fmaxf(dx, dz), 0.0f) - thing.round_;
  }
  if (kind == 2) {
    float along = fminf(fmaxf(p.x, -h.x), h.x);
    return length(v3(p.x - along, p.y, p.z)) - h.y;
  }
  if (kind == 4) {  // a ring
    float out = sqrtf(p.x * p.x + p.y * p.y) - h.x;
    return sqrtf(out * out + p.z * p.z) - h.y;
  }
  return length(p) - h.x;
}
DEVICE float thing_reach(const Thing& thing) {
  int kind = (int)thing.kind;
  if (kind == 2 || kind == 4) return thing.half[0] + thing.half[1];
  if (kind == 3) return thing.half[0];
  return length(v3(thing.half)) + 0.001f;
}

// Where a ray meets a ball; false when it misses it.
DEVICE bool span(V3 from, V3 along, V3 centre, float reach, float* enter, float* leave) {
  V3 to = from - centre;
  float b = dot(to, along), c = dot(to, to) - reach * reach, d = b * b - c;
  if (d <= 0) return false;
  d = sqrtf(d);
  *enter = fmaxf(-b - d, 0.0f);
  *leave = -b + d;
  return *leave > 0;
}

DEVICE int side_of(V3 p) {  // which side of a die a point is on
  float ax = fabsf(p.x), ay = fabsf(p.y), az = fabsf(p.z);
  int axis = ax > ay && ax > az ? 0 : ay > az ? 1 : 2;
  return axis * 2 + ((axis == 0 ? p.x : axis == 1 ? p.y : p.z) < 0);
}
DEVICE void count(float* slot) {
#ifdef __CUDACC__
  atomicAdd(slot, 1.0f);
#else
#pragma omp atomic
  slot[0] += 1.0f;
#endif
}

struct World {
  const Frame* frame;
  const Die* dice;
  const Thing* things;
  const Decal* decals;
  const uint8_t* art;      // drawings, 128 x 128 RGBA
  const uint8_t* prints;   // 256 x 256 RGB
};

// How much of a light reaches a point: 1 all, 0 none; the penumbra widens with the distance.
DEVICE float lit(const World& w, V3 p, V3 to, float hard, int own_die, int own_thing) {
  float open = 1.0f, enter, leave;
  for (int i = 0; i < (int)w.frame->dice; i++) {
    if (i == own_die) continue;  // a convex body does not shade its own bright side
    const Die& die = w.dice[i];
    float wide = 0.9f * die.size + 3.0f / hard;
    if (!span(p, to, v3(die.centre), wide, &enter, &leave)) continue;
    float t = fmaxf(enter, 0.03f);
    for (int step = 0; step < 14 && t < leave; step++) {
      V3 q = into(die.turn, p + to * t - v3(die.centre)) * (1.0f / die.size);
      float d = die_distance(die, q) * die.size;
      open = fminf(open, 0.5f + 0.5f * hard * d / fmaxf(t, 0.25f));
      if (open <= 0) return 0.0f;
      t += fmaxf(fabsf(d) * 0.8f, 0.04f);
    }
  }
  for (int i = 0; i < (int)w.frame->things; i++) {
    if (i == own_thing) continue;
    const Thing& thing = w.things[i];
    if (!span(p, to, v3(thing.centre), thing_reach(thing) + 2.0f / hard, &enter, &leave)) continue;
    float t = fmaxf(enter, 0.03f);
    for (int step = 0; step < 16 && t < leave; step++) {
      float d = thing_distance(thing, into(thing.turn, p + to * t - v3(thing.centre)));
      open = fminf(open, 0.5f + 0.5f * hard * d / fmaxf(t, 0.25f));
      if (open <= 0) return 0.0f;
      t += fmaxf(fabsf(d) * 0.9f, 0.05f);
    }
  }
  open = clamp01(open);
  return open * open * (3 - 2 * open);
}

DEVICE V3 environment(const Frame& f, V3 to, float rough) {
  V3 seen = mix(v3(f.ground), v3(f.sky), smooth(-0.3f, 0.6f, to.z));
  for (int i = 0; i < 3; i++) {
    const Light& light = f.lights[i];
    float size = 0.6f / light.hard + 0.02f;
    float off = 1.0f - dot(to, v3(light.to));
    float spot = 1.0f - smooth(size * 0.5f * (1 - rough), size * 0.6f + rough * 0.4f, off);
    float room = size / (size + rough * 0.5f + 0.01f);
    seen = seen + v3(light.colour) * (spot * room * 4.0f);
  }
  return seen;
}

DEVICE V3 texel(const uint8_t* from, int channels, int side, float u, float v, float* alpha) {
  float x = clamp01(u) * (side - 1.001f), y = clamp01(v) * (side - 1.001f);
  int ix = (int)x, iy = (int)y;
  float fx = x - ix, fy = y - iy, sum[4] = {0, 0, 0, 0};
  for (int dy = 0; dy < 2; dy++)
    for (int dx = 0; dx < 2; dx++) {
      float weight = (dx ? fx : 1 - fx) * (dy ? fy : 1 - fy) / 255.0f;
      const uint8_t* t = from + ((size_t)(iy + dy) * side + ix + dx) * channels;
      for (int c = 0; c < channels; c++) sum[c] += weight * t[c];
    }
  *alpha = channels == 4 ? sum[3] : 1.0f;
  return v3(sum[0] * sum[0], sum[1] * sum[1], sum[2] * sum[2]);  // about linear
}

// The table's own colour at a point, before light.
DEVICE V3 table_colour(const World& w, float x, float y) {
  const Frame& f = *w.frame;
  int seed = (int)f.seed;
  float u = (f.cosine * x + f.sine * y) / f.scale + f.shift[0], v = (f.cosine * y - f.sine * x) / f.scale + f.shift[1];
  V3 a = v3(f.colours), b = v3(f.colours + 3), c = v3(f.colours + 6);
  float k = 0;
  V3 colour = a;
  switch ((int)f.kind) {
    case 0: k = f.blotch * (clouds(u, v, seed) - 0.5f) * 2; colour = mix(a, b, clamp01(0.5f + k)); break;
    case 1: {  // wood: stretched clouds, and rings
      float bend = clouds(u * 0.25f, v * 1.5f, seed) * 5.0f;
      float ring = 0.5f + 0.5f * sinf((v * 5.0f + bend) * 3.0f);
      float fibre = flat_noise(u * 1.2f, v * 28.0f, seed + 9);
      float pore = smooth(0.78f, 0.9f, flat_noise(u * 2.5f, v * 60.0f, seed + 12));
      colour = mix(mix(a, b, clamp01(ring * f.contrast + 0.4f * (fibre - 0.5f))), c, pore * 0.5f);
      break;
    }
    case 2: k = smooth(0.5f - 0.08f, 0.5f, fabsf(u - floorf(u) - 0.5f) * 2 * (0.6f + 0.8f * f.blotch)); colour = mix(a, b, k); break;
    case 3: {  // checks
      int even = ((int)floorf(u) + (int)floorf(v)) & 1;
      colour = even ? a : b;
      if (f.contrast > 0.6f) colour = mix(colour, c, 0.5f * (((int)floorf(u * 2) & 1) ^ 1));
      break;
    }
    case 4: {  // dots
      float row = floorf(v), dx = u + (((int)row & 1) && f.contrast > 0.5f ? 0.5f : 0.0f);
      float px = dx - floorf(dx) - 0.5f, py = v - row - 0.5f;
      float r = 0.12f + 0.28f * f.blotch;
      if (f.contrast > 0.75f) r *= 0.5f + chance((int)floorf(dx), (int)row, seed);
      k = 1 - smooth(r * 0.93f, r, sqrtf(px * px + py * py));
      colour = mix(a, chance((int)floorf(dx), (int)row, seed + 5) < 0.5f ? b : c, k);
      break;
    }
    case 5: {  // woven cloth
      float s = 14.0f * (0.5f + f.blotch);
      float weave = 0.5f + 0.25f * (sinf(u * s * 6.28f) + sinf(v * s * 6.28f));
      colour = mix(a, b, clamp01(weave * f.contrast + 0.3f * clouds(u * 2, v * 2, seed)));
      break;
    }
    case 6: {  // paper with lines or a grid
      float gx = fabsf(u - floorf(u + 0.5f)), gy = fabsf(v - floorf(v + 0.5f));
      float thin = 0.012f + 0.04f * f.blotch;
      k = 1 - smooth(thin * 0.6f, thin, f.contrast > 0.5f ? fminf(gx, gy) : gy);
      colour = mix(a, b, k * 0.8f);
      break;
    }
    case 7: {  // keys: rounded squares, each with a mark
      float px = u - floorf(u) - 0.5f, py = v - floorf(v) - 0.5f;
      float d = box_distance(v3(px, py, 0), v3(0.42f, 0.42f, 1), 0.06f + 0.1f * f.blotch);
      colour = mix(b, a, smooth(-0.02f, 0.01f, d));
      colour = mix(colour, colour * 0.75f, smooth(-0.14f, -0.1f, d) * (1 - smooth(-0.02f, 0.0f, d)));
      float mx = fabsf(px + 0.1f), my = fabsf(py + 0.08f);
      float mark = chance((int)floorf(u), (int)floorf(v), seed) < 0.5f ? fminf(mx, my) + (mx + my > 0.16f) : fabsf(mx + my - 0.1f);
      colour = mix(colour, c, (1 - smooth(0.012f, 0.025f, mark)) * f.contrast);
      break;
    }
    case 8: {  // leaves and flowers in two or three colours
      float n = clouds(u, v, seed), m = clouds(u * 0.7f + 9, v * 0.7f, seed + 20);
      colour = n > 0.52f ? b : a;
      if (m > 0.6f) colour = c;
      break;
    }
    case 9: {  // a picture-like jumble
      V3 n = v3(clouds(u * 2, v * 2, seed), clouds(u * 2 + 31, v * 2, seed + 40), clouds(u * 2, v * 2 + 17, seed + 80));
      colour = mix(mix(a, b, smooth(0.35f, 0.65f, n.x)), c, smooth(0.45f, 0.6f, n.y));
      colour = colour * (0.4f + 1.2f * smooth(0.2f, 0.8f, flat_noise(u * 9 + 4 * n.x, v * 3, seed + 60)));
      break;
    }
    case 11: {  // a sheet printed all over
      int page = (int)(chance(seed, 1, 2) * 1e6f), column = (int)floorf(u), row = (int)floorf(v);
      if (f.contrast > 0.5f) page += (int)(chance(column, row, seed) * 6);
      float alpha;
      V3 print = texel(w.prints + (size_t)(page % (int)f.pages) * 256 * 256 * 3, 3, 256, u - column, v - row, &alpha);
      colour = f.blotch > 0.4f ? print : a * print;
      break;
    }
    default: {  // boards: planks or tiles with joints
      float row = floorf(v), px = u + 0.37f * row;
      float gx = fabsf(px - floorf(px + 0.5f)), gy = fabsf(v - floorf(v + 0.5f));
      float tone = chance((int)floorf(px), (int)row, seed);
      colour = mix(mix(a, b, tone * f.contrast), c, 1 - smooth(0.01f, 0.025f, fminf(gx, gy)));
      colour = colour * (0.85f + 0.3f * clouds(u * 2, v * 14, seed));
    }
  }
  float fine = chance((int)floorf(x * f.grain_scale), (int)floorf(y * f.grain_scale), seed + 3) - 0.5f;
  float soft = flat_noise(x * f.grain_scale * 0.4f, y * f.grain_scale * 0.4f, seed + 4) - 0.5f;
  colour = colour * fmaxf(0.0f, 1.0f + f.grain * (fine + soft));
  if (f.floor_ > 0) {
    float beyond = f.edge_cos * x + f.edge_sin * y - f.edge_x;
    if (beyond > 0) colour = v3(f.far) * (0.7f + 0.6f * clouds(x * 0.8f, y * 0.8f, seed + 70));
    else if (beyond > -0.12f) colour = colour * 0.7f;
  }
  for (int i = 0; i < (int)f.decals; i++) {
    const Decal& d = w.decals[i];
    float dx = x - d.x, dy = y - d.y;
    float du = (d.cosine * dx + d.sine * dy) / d.half_w, dv = (d.cosine * dy - d.sine * dx) / d.half_h;
    if (fabsf(du) > 1 || fabsf(dv) > 1) continue;
    float alpha;
    V3 print = texel(w.prints + (size_t)d.tile * 256 * 256 * 3, 3, 256, 0.5f + 0.5f * du, 0.5f + 0.5f * dv, &alpha);
    if (d.ink > 0) colour = colour * mix(v3(1, 1, 1), print, d.ink);  // printed upon the surface itself
    else colour = print;
  }
  return colour;
}

// Pips of a face: coverage, and the slope of the bowl they lie in.
DEVICE float pips(const Die& die, int count, float u, float v, float* slope_u, float* slope_v) {
  float s = die.spread, r = count == 1 ? die.ace_radius : die.pip_radius;
  float cover = 0;
  for (int i = 0; i < 9; i++) {
    int row = i / 3 - 1, column = i % 3 - 1;
    bool on;
    bool corner = row != 0 && column != 0, diagonal = row == column;
    if (i == 4) on = count & 1;
    else if (corner) on = count >= 4 || (count >= 2 && diagonal);
    else on = count == 6 && column != 0;
    if (!on) continue;
    float dx = u - column * s, dy = v - row * s, d;
    int shape = (int)die.pip_shape;
    if (shape == 1) d = fmaxf(fabsf(dx), fabsf(dy)) * 1.1f;
    else if (shape == 2) { d = fabsf(sqrtf(dx * dx + dy * dy) - r * 0.7f) * 3.0f; }
    else d = sqrtf(dx * dx + dy * dy);
    float soft = 0.008f + 0.02f * (die.depth > 0);
    float here = 1 - smooth(r - soft, r + soft, d);
    if (here > cover) {
      cover = here;
      float steep = die.depth * smooth(r * 0.2f, r, d) / fmaxf(d, 1e-4f);
      *slope_u = dx * steep; *slope_v = dy * steep;
    }
  }
  return cover;
}

struct Surface { V3 albedo, normal; float gloss, shine, clear, hollow; int top; };

DEVICE Surface die_surface(const World& w, const Die& die, V3 p) {
  V3 q = v3(fabsf(p.x) - 0.5f + die.round_, fabsf(p.y) - 0.5f + die.round_, fabsf(p.z) - 0.5f + die.round_);
  V3 n = v3(copysignf(fmaxf(q.x, 0), p.x), copysignf(fmaxf(q.y, 0), p.y), copysignf(fmaxf(q.z, 0), p.z));
  float ax = fabsf(p.x), ay = fabsf(p.y), az = fabsf(p.z);
  int axis = ax > ay && ax > az ? 0 : ay > az ? 1 : 2;
  if (length(n) < 1e-5f) n = v3(axis == 0 ? p.x : 0, axis == 1 ? p.y : 0, axis == 2 ? p.z : 0);
  n = unit(n);
  float to_ball = smooth(-0.02f, 0.02f, (length(p) - die.ball) - box_distance(p, v3(0.5f, 0.5f, 0.5f), die.round_));
  n = unit(mix(n, unit(p), to_ball));
  float side = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
  int face = axis * 2 + (side < 0);
  float u = axis == 0 ? p.y : p.x, v = axis == 2 ? p.y : p.z;
  if (side < 0) u = -u;
  int quarter = (int)die.quarter[face];
  float tu = u, tv = v;
  if (quarter == 1) { tu = v; tv = -u; } else if (quarter == 2) { tu = -u; tv = -v; } else if (quarter == 3) { tu = -v; tv = u; }

  Surface s;
  int seed = (int)die.seed;
  float vein = die.marble > 0 ? smooth(0.35f, 0.65f, noise(p * (2.0f + 3.0f * chance(seed, 1, 1)), seed)) * die.marble : 0.0f;
  s.albedo = mix(v3(die.body), v3(die.body2), vein);
  s.albedo = s.albedo * (1.0f - die.dirt * smooth(0.5f, 0.8f, noise(p * 7.0f, seed + 1)));
  s.gloss = die.gloss; s.shine = die.shine; s.clear = die.clear; s.hollow = 0; s.top = face;
  if (die.rim > 0) {  // where the flat of the face ends: a line, or a disc of another tone
    float from = sqrtf(u * u + v * v) - 0.43f;
    s.albedo = s.albedo * (1 - 0.3f * die.rim * (1 - smooth(0.005f, 0.02f, fabsf(from))));
    s.albedo = s.albedo * (1 - die.disc * (1 - smooth(-0.02f, 0.01f, from)));
  }
  float kind = die.art[face];
  if (kind >= 10) {
    float alpha, scale = die.art_scale;
    V3 ink = texel(w.art + (size_t)(kind - 10) * 128 * 128 * 4, 4, 128, 0.5f + tu / scale, 0.5f + tv / scale, &alpha);
    if (fabsf(tu) < 0.5f * scale && fabsf(tv) < 0.5f * scale) {
      s.albedo = mix(s.albedo, die.own_ink > 0 ? ink : v3(die.ink), alpha);
      s.clear *= 1 - alpha;
    }
  } else if (kind >= 1) {
    float su = 0, sv = 0;
    float cover = pips(die, (int)kind, tu, tv, &su, &sv);
    if (cover > 0) {
      V3 ink = (int)kind == 1 ? v3(die.ace_ink) : v3(die.ink);
      s.albedo = mix(s.albedo, ink, cover);
      s.clear *= 1 - cover;
      s.hollow = cover * die.depth;
      if (quarter == 1) { float k = su; su = -sv; sv = k; } else if (quarter == 2) { su = -su; sv = -sv; } else if (quarter == 3) { float k = su; su = sv; sv = -k; }
      if (side < 0) su = -su;
      V3 slope = axis == 0 ? v3(0, su, sv) : axis == 1 ? v3(su, 0, sv) : v3(su, sv, 0);
      n = unit(n - slope * cover);
    }
  }
  s.normal = n;
  return s;
}

DEVICE V3 shine_on(const World& w, V3 p, V3 along, Surface s, int own_die, int own_thing, float* glare) {
  const Frame& f = *w.frame;
  float close = 1.0f;  // what lies near takes from the light of the room
  for (int i = 0; i < (int)f.dice; i++) {
    const Die& die = w.dice[i];
    V3 to = v3(die.centre) - p;
    float far = length(to) / die.size;
    if (far > 2.2f) continue;
    float d = fmaxf(die_distance(die, into(die.turn, p - v3(die.centre)) * (1.0f / die.size)), 0.0f);
    if (i == own_die) continue;
    close *= 1.0f - f.nook * expf(-d * 5.0f) * clamp01(0.6f + dot(s.normal, unit(to)));
  }
  close *= 0.55f + 0.45f * smooth(-0.8f, 0.5f, s.normal.z) + 0.0f;
  if (s.normal.z < 0.6f) close *= 1.0f - 0.8f * f.nook * (1.0f - smooth(0.0f, 0.6f, p.z));
  V3 light = v3(f.ambient) * close, gleam = v3(0, 0, 0);
  V3 back = along * -1.0f, mirror = along - s.normal * (2 * dot(along, s.normal));
  float outside = 1.0f;
  for (int i = 0; i < 2; i++) {
    const float* k = f.shade[i];
    if (k[5] <= 0) continue;
    float dx = p.x - k[0], dy = p.y - k[1];
    outside *= smooth(-k[5], k[5], fabsf(k[2] * dx + k[3] * dy) - k[4]) * 0.9f + 0.1f;
  }
  for (int i = 0; i < 3; i++) {
    const Light& l = f.lights[i];
    V3 to = v3(l.to), colour = v3(l.colour) * (i == 0 ? outside : 1.0f);
    if (colour.x + colour.y + colour.z <= 0.001f) continue;
    float facing = dot(s.normal, to);
    if (facing <= 0) continue;
    float open = lit(w, p + s.normal * 0.012f, to, l.hard, own_die, own_thing);
    light = light + colour * (facing * open);
    V3 half = unit(back + to);
    float power = 4.0f + 900.0f * s.gloss * s.gloss * fminf(l.hard / 12.0f, 1.0f);
    float lobe = powf(fmaxf(dot(s.normal, half), 0.0f), power) * (power + 8.0f) * 0.04f;
    gleam = gleam + colour * (open * s.shine * fminf(lobe, 25.0f) * 0.4f);
  }
  float edge = 1.0f - fmaxf(dot(back, s.normal), 0.0f);
  float fresnel = s.shine * (0.04f + 0.7f * edge * edge * edge * edge * edge);
  gleam = gleam + environment(f, mirror, 1 - s.gloss) * (fresnel * close);
  float white = (light.x + light.y + light.z), spec = gleam.x + gleam.y + gleam.z;
  *glare = spec / fmaxf(white, 1e-4f);
  return s.albedo * light + gleam;
}

struct Hit { float t; int die, thing; V3 spot; };  // spot: on the own axes of what is hit; neither: the table

// What a ray meets first. `whole`, where given, counts for each side of each die what would be seen of it if nothing
// lay before it.
DEVICE Hit cast(const World& w, V3 from, V3 along, int own_die, int own_thing, float* whole) {
  const Frame& f = *w.frame;
  Hit h;
  h.t = along.z < -1e-4f ? -from.z / along.z : 1e6f;
  h.die = h.thing = -1; h.spot = v3(0, 0, 0);
  float enter, leave;
  for (int i = 0; i < (int)f.dice; i++) {
    if (i == own_die) continue;
    const Die& die = w.dice[i];
    if (!span(from, along, v3(die.centre), 0.87f * die.size, &enter, &leave)) continue;
    if (!whole && enter > h.t) continue;
    V3 o = into(die.turn, from - v3(die.centre)) * (1.0f / die.size), d = into(die.turn, along);
    float t = enter / die.size, end = leave / die.size;
    for (int step = 0; step < 40 && t < end; step++) {
      float near = die_distance(die, o + d * t);
      if (near < 0.0015f) {
        if (whole) count(whole + ((size_t)((int)f.first_die + i) * 6 + side_of(o + d * t)) * 3);
        if (t * die.size < h.t) { h.t = t * die.size; h.die = i; h.spot = o + d * t; }
        break;
      }
      t += near;
    }
  }
  for (int i = 0; i < (int)f.things; i++) {
    if (i == own_thing) continue;
    const Thing& it = w.things[i];
    if (!span(from, along, v3(it.centre), thing_reach(it), &enter, &leave) || enter > h.t) continue;
    V3 o = into(it.turn, from - v3(it.centre)), d = into(it.turn, along);
    float t = enter, end = fminf(leave, h.t);
    for (int step = 0; step < 60 && t < end; step++) {
      float near = thing_distance(it, o + d * t);
      if (near < 0.002f) { h.t = t; h.thing = i; h.die = -1; h.spot = o + d * t; break; }
      t += near;
    }
  }
  return h;
}

DEVICE Surface surface_of(const World& w, const Hit& h, V3 p) {
  Surface s;
  if (h.die >= 0) {
    s = die_surface(w, w.dice[h.die], h.spot);
    s.normal = outof(w.dice[h.die].turn, s.normal);
    return s;
  }
  s.clear = s.hollow = 0; s.top = -1;
  if (h.thing < 0) {
    s.albedo = table_colour(w, p.x, p.y);
    s.normal = v3(0, 0, 1);
    s.gloss = w.frame->gloss; s.shine = w.frame->shine;
    return s;
  }
  const Thing& it = w.things[h.thing];
  V3 spot = h.spot;
  float e = 0.004f, base = thing_distance(it, spot);
  V3 n = unit(v3(thing_distance(it, spot + v3(e, 0, 0)) - base, thing_distance(it, spot + v3(0, e, 0)) - base,
                 thing_distance(it, spot + v3(0, 0, e)) - base));
  s.normal = outof(it.turn, n);
  s.albedo = v3(it.colour);
  if (it.print >= 0 && n.z > 0.8f) {
    float alpha, reach = (int)it.kind == 1 ? it.half[0] : 0;
    float du = spot.x / (reach > 0 ? reach : it.half[0]), dv = spot.y / (reach > 0 ? reach : it.half[1]);
    V3 print = texel(w.prints + (size_t)it.print * 256 * 256 * 3, 3, 256, 0.5f + 0.5f * du, 0.5f + 0.5f * dv, &alpha);
    s.albedo = mix(s.albedo, s.albedo * print * 1.3f, 0.9f);
  }
  s.gloss = it.gloss; s.shine = it.shine;
  return s;
}

// The colour of one ray. `glare`: how much more is mirrored than lit, or for a photographic frame than tells pips apart.
DEVICE V3 trace(const World& w, V3 from, V3 along, int* die_hit, int* on_top, float* glare, float* whole) {
  const Frame& f = *w.frame;
  Hit h = cast(w, from, along, -1, -1, whole);
  *die_hit = h.die; *on_top = 0; *glare = 0;
  if (h.t > 1e5f) return v3(f.sky) * 0.6f;
  V3 p = from + along * h.t;
  Surface s = surface_of(w, h, p);
  if (h.die >= 0) *on_top = s.top;
  V3 colour = shine_on(w, p, along, s, h.die, h.thing, glare);
  if (s.clear > 0 && along.z < -1e-3f) {  // the table through the die, tinted
    V3 bent = unit(along - s.normal * 0.35f);
    float down = bent.z < -1e-3f ? -p.z / bent.z : 0;
    V3 under = table_colour(w, p.x + bent.x * down, p.y + bent.y * down) * (v3(f.ambient) + v3(f.lights[0].colour) * 0.5f);
    float thick = 0.35f + 0.65f * smooth(0.2f, 0.9f, fabsf(dot(along, s.normal)));
    V3 through = under * s.albedo * 1.6f;
    colour = colour * (1 - s.clear * thick) + through * (s.clear * thick);
  }
  return colour;
}

#include "photo.cu"

// One pixel of one frame: colour, and for the labels how much of each die's sides is seen, how much of that
// glares, and how much would be seen if nothing lay before it.
DEVICE void pixel_of(const Frame* frames, const Die* dice, const Thing* things, const Decal* decals, const uint8_t* art,
                     const uint8_t* prints, int width, int height, int samples, int number, int x, int y, float* out,
                     float* seen) {
  const Frame& f = frames[number];
  World w;
  w.frame = &f; w.dice = dice + (int)f.first_die; w.things = things + (int)f.first_thing;
  w.decals = decals + (int)f.first_decal; w.art = art; w.prints = prints;
  V3 sum = v3(0, 0, 0);
  if (f.photo > 0) samples = (int)f.photo;
  Random random = random_of(x, y, (int)f.seed);
  for (int k = 0; k < samples; k++) {
    float jx = samples == 1 ? 0.5f : chance(x, y, k * 2 + (int)f.seed), jy = samples == 1 ? 0.5f : (k + chance(x, y, k * 2 + 1 + (int)f.seed)) / samples;
    float sx = (x + jx - f.cx) / f.fx, sy = (y + jy - f.cy) / f.fy;
    V3 from = v3(f.eye), along = unit(outof(f.turn, v3(sx, sy, 1)));
    float glare;
    int die, face;
    bool last = k == samples - 1;
    float* whole = last ? seen + 2 : 0;
    V3 colour;
    if (f.photo > 0) {
      through_lens(f, &from, &along, random);
      colour = trace_photo(w, from, along, random, &die, &face, &glare, whole);
    } else {
      colour = trace(w, from, along, &die, &face, &glare, whole);
    }
    if (last && die >= 0) {
      float* slot = seen + ((size_t)((int)f.first_die + die) * 6 + face) * 3;
      count(slot);
      if (glare > 0.45f) count(slot + 1);
    }
    sum = sum + v3(fminf(colour.x, 6.0f), fminf(colour.y, 6.0f), fminf(colour.z, 6.0f));
  }
  size_t plane = (size_t)width * height, at = (size_t)number * 3 * plane + (size_t)y * width + x;
  out[at] = sum.x / samples; out[at + plane] = sum.y / samples; out[at + 2 * plane] = sum.z / samples;
}

#ifdef __CUDACC__
__global__ void paint(const Frame* frames, const Die* dice, const Thing* things, const Decal* decals, const uint8_t* art,
                      const uint8_t* prints, int width, int height, int samples, float* out, float* seen) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, number = blockIdx.z;
  if (x >= width || y >= height) return;
  pixel_of(frames, dice, things, decals, art, prints, width, height, samples, number, x, y, out, seen);
}
extern "C" int render(const Frame* frames, const Die* dice, const Thing* things, const Decal* decals, const uint8_t* art,
                      const uint8_t* prints, int count, int width, int height, int samples, float* out, float* seen,
                      cudaStream_t stream) {
  dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8, count);
  paint<<<grid, block, 0, stream>>>(frames, dice, things, decals, art, prints, width, height, samples, out, seen);
  return (int)cudaGetLastError();
}
#else
extern "C" int render(const Frame* frames, const Die* dice, const Thing* things, const Decal* decals, const uint8_t* art,
                      const uint8_t* prints, int count, int width, int height, int samples, float* out, float* seen,
                      void*) {
  for (int number = 0; number < count; number++)
#pragma omp parallel for schedule(dynamic, 8)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        pixel_of(frames, dice, things, decals, art, prints, width, height, samples, number, x, y, out, seen);
  return 0;
}
#endif

extern "C" void sizes(int* out) {
  out[0] = sizeof(Frame); out[1] = sizeof(Die); out[2] = sizeof(Thing); out[3] = sizeof(Decal);
}
