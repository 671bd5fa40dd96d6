// Photographic frames: a small path tracer, included by render.cu.
// A ray splits where it meets the first surface: the light of every lamp, one bounce for what lies near and for the
// room, one mirrored ray for the clear coat, and one ray through a clear body.

struct Random { uint32_t state; };

DEVICE Random random_of(int x, int y, int seed) {
  Random r;
  r.state = (uint32_t)(chance(x, y, seed) * 16777216.0f) * 747796405u + (uint32_t)(y * 8192 + x);
  return r;
}
DEVICE float draw(Random& r) {
  r.state = r.state * 747796405u + 2891336453u;
  uint32_t word = ((r.state >> ((r.state >> 28) + 4)) ^ r.state) * 277803737u;
  return (((word >> 22) ^ word) >> 8) * (1.0f / 16777216.0f);
}
DEVICE V3 draw_ball(Random& r) {  // a random unit vector
  float z = 2 * draw(r) - 1, turn = 6.2831853f * draw(r), wide = sqrtf(fmaxf(0.0f, 1 - z * z));
  return v3(wide * cosf(turn), wide * sinf(turn), z);
}
DEVICE V3 cross(V3 a, V3 b) { return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
DEVICE float luma(V3 a) { return 0.3f * a.x + 0.59f * a.y + 0.11f * a.z; }

DEVICE void through_lens(const Frame& f, V3* from, V3* along, Random& r) {
  float far = sqrtf(draw(r)) * f.aperture, turn = 6.2831853f * draw(r);
  V3 sharp = *from + *along * (f.focus / fmaxf(dot(*along, v3(f.turn + 6)), 0.1f));
  *from = *from + v3(f.turn) * (far * cosf(turn)) + v3(f.turn + 3) * (far * sinf(turn));
  *along = unit(sharp - *from);
}

// Whether nothing stands between a point and a lamp; clear dice let some light through.
DEVICE float open_to(const World& w, V3 p, V3 to, float far, int own_die, int own_thing) {
  Hit h = cast(w, p, to, own_die, own_thing, 0);
  if (h.t > far || (h.die < 0 && h.thing < 0)) return 1.0f;
  return h.die >= 0 ? 0.5f * w.dice[h.die].clear : 0.0f;
}

// The light of a random point of a lamp.
DEVICE V3 lamp_light(const World& w, const Lamp& lamp, V3 p, V3 normal, Random& r, int own_die, int own_thing) {
  float a = draw(r), b = draw(r), area = 4.0f;
  if (lamp.shape > 0) {
    float inner = lamp.shape > 1 ? 0.8f : 0.0f, turn = 6.2831853f * b;
    float out = sqrtf(inner * inner + (1 - inner * inner) * a);
    area = 3.1415927f * (1 - inner * inner);
    a = out * cosf(turn); b = out * sinf(turn);
  } else {
    a = 2 * a - 1; b = 2 * b - 1;
  }
  V3 u = v3(lamp.u), v = v3(lamp.v), to = v3(lamp.centre) + u * a + v * b - p;
  float far = length(to);
  to = to * (1.0f / far);
  float facing = dot(normal, to);
  if (facing <= 0) return v3(0, 0, 0);
  float much = facing * fabsf(dot(cross(u, v), to)) * area / (far * far * 3.1415927f);
  return v3(lamp.colour) * (much * open_to(w, p, to, far, own_die, own_thing));
}

// The room without its lamps: ceiling, walls, furniture, and the dark shape of the camera.
DEVICE V3 room_seen(const Frame& f, V3 to) {
  V3 seen = mix(v3(f.ground), v3(f.sky), smooth(-0.2f, 0.5f, to.z));
  float uneven = 0.5f * noise(to * 2.5f + v3(7, 3, 5), (int)f.seed) +
                 0.5f * chance((int)floorf(atan2f(to.y, to.x) * 2 + 40), (int)floorf(to.z * 3), (int)f.seed + 11);
  seen = seen * fmaxf(0.05f, 1.0f + f.clutter * (2 * uneven - 1));
  return dot(to, unit(v3(f.eye))) > 0.99f ? seen * 0.2f : seen;
}

// The lamps in a mirror; a rough one spreads them.
DEVICE V3 lamps_seen(const Frame& f, V3 p, V3 to, float rough) {
  V3 sum = v3(0, 0, 0);
  for (int i = 0; i < (int)f.lamp_count; i++) {
    const Lamp& lamp = f.lamps[i];
    V3 u = v3(lamp.u), v = v3(lamp.v), n = cross(u, v), toward = v3(lamp.centre) - p;
    float facing = dot(to, n), t = dot(toward, n) / (fabsf(facing) < 1e-5f ? 1e-5f : facing);
    if (t <= 0) continue;
    V3 off = to * t - toward;
    float lu = length(u), lv = length(v), a = dot(off, u) / (lu * lu), b = dot(off, v) / (lv * lv);
    float soft = fmaxf(rough * t / fminf(lu, lv), 0.02f), cover;
    if (lamp.shape > 0) {
      float out = sqrtf(a * a + b * b);
      cover = 1 - smooth(1 - soft, 1 + soft, out);
      if (lamp.shape > 1) cover *= smooth(0.8f - soft, 0.8f + soft, out);
    } else {
      cover = (1 - smooth(1 - soft, 1 + soft, fabsf(a))) * (1 - smooth(1 - soft, 1 + soft, fabsf(b)));
      float x = a * lamp.bars, y = b * lamp.bars;  // the bars of a window
      if (lamp.bars > 0 && soft < 0.3f && (fabsf(x - rintf(x)) < 0.1f || fabsf(y - rintf(y)) < 0.07f)) cover *= 0.25f;
    }
    sum = sum + v3(lamp.colour) * (cover / (1.0f + soft * soft));
  }
  return sum;
}

// What a second ray sees; it does not split again. One lamp, drawn at random, lights it for all.
DEVICE V3 seen_along(const World& w, V3 p, V3 to, Random& r, int own_die, int own_thing, float rough, bool lamps) {
  const Frame& f = *w.frame;
  Hit h = cast(w, p, to, own_die, own_thing, 0);
  if (h.t > 400.0f) return room_seen(f, to) + (lamps ? lamps_seen(f, p, to, rough) : v3(0, 0, 0));
  V3 there = p + to * h.t;
  Surface s = surface_of(w, h, there);
  int lamp = (int)(draw(r) * f.lamp_count * 0.9999f);
  V3 light = lamp_light(w, f.lamps[lamp], there + s.normal * 0.012f, s.normal, r, h.die, h.thing) * f.lamp_count;
  return s.albedo * (light + v3(f.sky) * (0.3f + 0.3f * s.normal.z));
}

DEVICE bool bend(V3* along, V3 against, float ratio) {  // into another stuff; false: mirrored within
  float c = -dot(*along, against), k = 1 - ratio * ratio * (1 - c * c);
  if (k < 0) return false;
  *along = unit(*along * ratio + against * (ratio * c - sqrtf(k)));
  return true;
}

// A ray through a clear body: bent, tinted, mirrored within at most twice; it may end on the back of a pip.
DEVICE V3 through_die(const World& w, int number, V3 at, V3 normal, V3 along, V3 tint, V3 light, Random& r) {
  const Die& die = w.dice[number];
  V3 to = into(die.turn, along), kept = v3(1, 1, 1);
  bend(&to, into(die.turn, normal), 1 / 1.5f);
  for (int part = 0; part < 3; part++) {
    float t = 0.02f;
    for (int step = 0; step < 24 && t < 1.8f; step++) {
      float inside = -die_distance(die, at + to * t);
      if (inside < 0.002f) break;
      t += inside;
    }
    at = at + to * t;
    kept = kept * v3(powf(fmaxf(tint.x, 0.03f), t), powf(fmaxf(tint.y, 0.03f), t), powf(fmaxf(tint.z, 0.03f), t));
    Surface s = die_surface(w, die, at);
    if (s.clear < 0.5f * die.clear) return kept * s.albedo * light * 0.7f;
    if (bend(&to, s.normal * -1.0f, 1.5f)) {
      V3 out = v3(die.centre) + outof(die.turn, at) * die.size;
      out.z = fmaxf(out.z, 0.003f);
      return kept * seen_along(w, out, outof(die.turn, to), r, number, -1, 0.1f, true);
    }
    to = unit(to - s.normal * (2 * dot(to, s.normal)));
    at = at - s.normal * 0.01f;
  }
  return kept * light * 0.5f;
}

DEVICE V3 trace_photo(const World& w, V3 from, V3 along, Random& r, int* die_hit, int* on_top, float* glare, float* whole) {
  const Frame& f = *w.frame;
  Hit h = cast(w, from, along, -1, -1, whole);
  *die_hit = h.die; *on_top = 0; *glare = 0;
  if (h.t > 1e5f) return room_seen(f, along);
  V3 p = from + along * h.t;
  Surface s = surface_of(w, h, p);
  if (h.die >= 0) *on_top = s.top;
  V3 normal = s.normal, above = p + normal * 0.012f, light = v3(0, 0, 0);
  for (int i = 0; i < (int)f.lamp_count; i++) light = light + lamp_light(w, f.lamps[i], above, normal, r, h.die, h.thing);
  light = light + seen_along(w, above, unit(normal * 1.001f + draw_ball(r)), r, h.die, h.thing, 1.0f, false);
  light = light * (1.0f - 0.4f * s.hollow);
  float edge = 1.0f - clamp01(-dot(along, normal)), rough = 0.01f + 0.5f * (1 - s.gloss) * (1 - s.gloss);
  float mirrors = fminf(1.0f, 1.5f * s.shine) * (0.04f + fmaxf(s.gloss - 0.04f, 0.0f) * edge * edge * edge * edge * edge);
  V3 mirrored = v3(0, 0, 0);
  if (mirrors > 0.002f) {
    V3 to = unit(along - normal * (2 * dot(along, normal)) + draw_ball(r) * (0.6f * rough));
    if (dot(to, normal) < 0.02f) to = unit(to + normal * (0.03f - dot(to, normal)));
    mirrored = seen_along(w, above, to, r, h.die, h.thing, rough, true) * mirrors;
  }
  if (h.die >= 0) {  // what is mirrored, beside what tells pips from the body
    const Die& die = w.dice[h.die];
    float apart = fmaxf(fabsf(luma(v3(die.body)) - luma(v3(die.ink))), 0.12f);
    *glare = 0.225f * luma(mirrored) / fmaxf(luma(light) * apart, 1e-4f);
  }
  V3 colour = s.albedo * light;
  if (s.clear > 0) colour = mix(colour, through_die(w, h.die, h.spot, normal, along, s.albedo, light, r), s.clear);
  return colour * (1 - mirrors) + mirrored;
}
