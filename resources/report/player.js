// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the steps of a Pipette Planner page: boxes of the stages, Gantt chart with zoom, memory over time. Needs nothing but
// the page that it stands in; without it the page shows the same figures as pictures and tables.
"use strict";

// What an operation is called, and the colour that it has on the page.
const KINDS = {
  F: ["forward", "--forward"],
  B: ["backward", "--backward"],
  b: ["input gradient", "--input-gradient"],
  W: ["weight gradient", "--weight-gradient"],
  C: ["forward and backward", "--forward-and-backward-overlapped"],
  R: ["forward again", "--forward-again-recomputation"],
};
const STACK = "BbWRCF"; // from the floor of a row upwards, where moments are drawn
const GIB = 1024 ** 3;
const tailColour = name => ({optimizer: "--optimizer", "host (offload)": "--host-offload",
                             "wait for the last device": "--idle-bubble"})[name] || "--gradient-exchange";

// ---- the step as values ----

function readStep(data) {
  const time = place => data.times[place];
  const devices = data.devices.map((device, d) => {
    const columns = device.operations;
    const operations = [...columns.kinds].map((kind, i) => ({
      device: d, kind, microbatch: columns.microbatch[i], stage: columns.stage ? columns.stage[i] : d,
      slice: columns.slice ? columns.slice[i] : 0, start: time(columns.from[i]), end: time(columns.to[i]),
      other: columns.backward_microbatch ? columns.backward_microbatch[i] : -1,
    }));
    const tails = (device.tails || []).map(tail => ({name: tail.name, start: time(tail.from), end: time(tail.to)}));
    return {operations, tails, memory: device.memory || null, peak: device.peak_activations,
            held: heldOf(operations, data.slices)};
  });
  const sends = data.sends.from.map((from, i) => ({
    from, to: data.sends.to[i], microbatch: data.sends.microbatch[i], gradient: data.sends.gradient[i] === "1",
    start: time(data.sends.start[i]), end: time(data.sends.end[i]),
  }));
  return {title: data.title, unit: data.unit, times: data.times, total: data.total, chunks: data.chunks, slices: data.slices,
          devices, sends, word: data.row};
}

// Forwards take their activations when they start, the last of the backward work frees them when it ends.
function heldOf(operations, slices) {
  let held = 0;
  const steps = [];
  for (const op of operations) {
    if (op.kind === "F" || op.kind === "C")
      steps.push({time: op.start, held: ++held / slices});
    if (op.kind === "B" || op.kind === "W" || op.kind === "C")
      steps.push({time: op.end, held: --held / slices});
  }
  return steps;
}

// Number of the last entry whose `field` is at most `time`; -1: none is.
function lastUntil(list, field, time) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle][field] <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low - 1;
}

function operationAt(device, time) {
  const op = device.operations[lastUntil(device.operations, "start", time)];
  return op && time < op.end ? op : null;
}
const tailAt = (device, time) => device.tails.find(tail => tail.start <= time && time < tail.end) || null;

function heldAt(device, time) {
  const at = lastUntil(device.held, "time", time);
  return at < 0 ? 0 : device.held[at].held;
}

// In bytes where memory is known, else in microbatches of a device's whole share of the model.
function amount(step, device, held) {
  const memory = device.memory;
  return memory ? memory.stays + (device.peak ? memory.comes * held / device.peak : 0) : held / step.chunks;
}
const most = (step, device) => amount(step, device, device.peak);

function amountText(step, value) {
  return step.devices[0].memory ? `${(value / GIB).toFixed(1)} GiB`
                                : `${+value.toPrecision(4)} microbatch${value === 1 ? "" : "es"}`;
}

function timeText(step, seconds) {
  if (step.unit !== "s")
    return String(+seconds.toPrecision(6));
  const inSeconds = step.total >= 0.9995, value = inSeconds ? seconds : 1000 * seconds;
  return `${value.toFixed(inSeconds ? 2 : 1)} ${inSeconds ? "s" : "ms"}`;
}

function operationText(op) {
  const also = op.kind === "C" ? ` and ${op.other}` : "", slice = op.slice ? `, slice ${op.slice}` : "";
  return `${KINDS[op.kind][0]}, microbatch ${op.microbatch}${also}${slice}${op.stage !== op.device ? `, chunk ${op.stage}` : ""}`;
}

// "1, 2 or 5 times a power of ten", about so many of them in a range.
function roundTicks(from, to, about) {
  const rough = (to - from) / about, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= rough * (1 - 1e-9));
  const ticks = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * (to - from); ++i)
    ticks.push(+(i * step).toPrecision(12));
  return ticks;
}

// ---- the page ----

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on"))
      made.addEventListener(name.slice(2), value);
    else
      made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}
const button = (label, sign, onclick) =>
  element("button", {type: "button", "aria-label": label, title: label, onclick}, sign);

// Signs of the player, drawn: fonts lack some of them.
const SIGNS = {play: "M4.5 2.5v11L13 8z", pause: "M4 3h3v10H4zM9 3h3v10H9z", back: "M3 3h2v10H3zM13 3v10L6 8z",
               on: "M11 3h2v10h-2zM3 3v10l7-5z"};
const sign = name => `<svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path d="${SIGNS[name]}"/></svg>`;
function signed(made, name) {
  made.innerHTML = sign(name); // our own signs alone: texts of the page are never read as HTML
  return made;
}
const palette = new Map(); // of one drawing: the theme may change before the next
function colour(name) {
  if (!palette.has(name))
    palette.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return palette.get(name);
}

// Time that all views of the page's steps show, and who wants to know when it changes.
class Clock {
  constructor(steps) {
    this.total = Math.max(...steps.map(step => step.total));
    this.times = [...new Set(steps.flatMap(step => step.times))].sort((a, b) => a - b);
    this.now = 0;
    this.seconds = 20; // for one step, while it plays
    this.playing = false;
    this.watchers = [];
  }
  watch(watcher) {
    this.watchers.push(watcher);
    watcher();
  }
  // A little later, so that what begins now has begun: times that should be equal differ by their rounding.
  get moment() {
    return this.now + 1e-9 * this.total;
  }
  tell() {
    this.watchers.forEach(watcher => watcher());
  }
  go(time) {
    this.now = Math.min(Math.max(time, 0), this.total);
    this.tell();
  }
  // To the next moment at which something starts or ends, or to the one before.
  jump(by) {
    this.stop();
    const near = 1e-9 * this.total, times = this.times;
    this.go(by > 0 ? times.find(time => time > this.now + near) ?? this.total
                   : [...times].reverse().find(time => time < this.now - near) ?? 0);
  }
  stop() {
    this.playing = false;
    this.tell();
  }
  toggle() {
    this.playing = !this.playing;
    if (this.playing) {
      if (this.now >= this.total)
        this.now = 0;
      let before = null;
      const frame = stamp => {
        if (!this.playing)
          return;
        if (before !== null)
          this.now += (stamp - before) / 1000 / this.seconds * this.total;
        before = stamp;
        if (this.now >= this.total)
          this.playing = false;
        this.go(this.now);
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }
    this.tell();
  }
}

// A box for each stage with what it does now, and arrows for what is on its way to its neighbours.
function boxes(step, clock) {
  const idle = element("p", {class: "told"});
  const cells = step.devices.map((device, d) => {
    const what = element("b"), whose = element("span"), box = element("div", {class: "box"}, what, whose);
    const forth = element("span", {class: "arrow forth", "aria-hidden": "true"}, "\u2192");
    const back = element("span", {class: "arrow back", "aria-hidden": "true"}, "\u2190");
    const last = d + 1 === step.devices.length;
    const cell = element("li", {}, element("div", {class: `bar stage-${d % 8}`}), box,
                         element("div", {class: "name"}, `${step.word} ${d}`),
                         ...(last ? [] : [element("div", {class: "arrows"}, forth, back)]));
    return {device, what, whose, box, forth, back, cell};
  });
  clock.watch(() => {
    const now = clock.moment;
    const moving = step.sends.filter(send => send.start <= now && now < send.end);
    idle.textContent = `${step.devices.filter(device => !operationAt(device, now) && !tailAt(device, now)).length} of ` +
                       `${step.devices.length} ${step.word}s idle`;
    cells.forEach(({device, what, whose, box, forth, back}, d) => {
      const op = operationAt(device, now), tail = op ? null : tailAt(device, now);
      box.className = `box ${op ? `kind-${op.kind}` : tail ? "tail" : "waits"}`;
      what.textContent = op ? KINDS[op.kind][0] : tail ? tail.name : "idle";
      whose.textContent = op ? operationText(op).replace(`${KINDS[op.kind][0]}, `, "") : tail ? "" : "waits";
      const between = gradient => moving.some(send => send.gradient === gradient && Math.min(send.from, send.to) === d &&
                                                       Math.max(send.from, send.to) === d + 1);
      forth.classList.toggle("on", between(false));
      back.classList.toggle("on", between(true));
    });
  });
  return [element("ol", {class: "boxes", "aria-label": `What every ${step.word} does now`}, ...cells.map(({cell}) => cell)), idle];
}

function controls(step, clock) {
  const play = signed(button("Play", "", () => clock.toggle()), "play");
  let shownAs = false;
  play.classList.add("main");
  const slider = element("input", {type: "range", min: 0, max: 1000, step: "any", value: 0, "aria-label": "Time in the step",
                                   oninput: () => { clock.stop(); clock.go(slider.value / 1000 * clock.total); }});
  const shown = element("span", {class: "now"});
  const speed = element("select", {"aria-label": "Speed", onchange: () => { clock.seconds = +speed.value; }},
                        ...[[5, "a step in 5 s"], [20, "a step in 20 s"], [60, "a step in 1 min"], [300, "a step in 5 min"]]
                          .map(([value, name]) => element("option", {value}, name)));
  speed.value = String(clock.seconds);
  clock.watch(() => {
    if (shownAs !== clock.playing)
      signed(play, clock.playing ? "pause" : "play");
    shownAs = clock.playing;
    play.setAttribute("aria-label", clock.playing ? "Pause" : "Play");
    play.setAttribute("title", clock.playing ? "Pause (space)" : "Play (space)");
    slider.value = String(clock.total ? clock.now / clock.total * 1000 : 0);
    slider.setAttribute("aria-valuetext", timeText(step, clock.now));
    shown.textContent = `${timeText(step, clock.now)} of ${timeText(step, clock.total)}`;
  });
  return element("div", {class: "controls"}, play, signed(button("Step back (left arrow)", "", () => clock.jump(-1)), "back"),
                 signed(button("Step on (right arrow)", "", () => clock.jump(1)), "on"), slider, shown, speed);
}

function playerKeys(clock, event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT")
    return;
  const actions = {" ": () => clock.toggle(), ArrowRight: () => clock.jump(1), ArrowLeft: () => clock.jump(-1),
                   Home: () => clock.go(0), End: () => clock.go(clock.total)};
  const action = actions[event.key];
  if (!action || (event.key === " " && event.target.tagName === "BUTTON")) // a button is pressed by space itself
    return;
  action();
  event.preventDefault();
}

// A canvas that fills the page's width and is drawn again when the width, the theme or the range of time changes.
class Plot {
  constructor(label, height) {
    this.height = height;
    this.canvas = element("canvas", {role: "img", tabindex: "0", "aria-label": label});
    this.canvas.style.height = `${height}px`;
    this.line = element("div", {class: "playhead"});
    this.frame = element("div", {class: "plot"}, this.canvas, this.line);
    new ResizeObserver(() => requestAnimationFrame(() => this.draw())).observe(this.frame);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }
  begin() {
    palette.clear();
    const width = this.frame.clientWidth, scale = window.devicePixelRatio || 1;
    this.width = width;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.canvas.style.height = `${this.height}px`;
    const paint = this.canvas.getContext("2d");
    paint.setTransform(scale, 0, 0, scale, 0, 0);
    paint.clearRect(0, 0, width, this.height);
    paint.font = "11px Inter, 'Noto Sans', system-ui, sans-serif";
    paint.textBaseline = "middle";
    return paint;
  }
}

// Range of time that the charts of a step show.
class View {
  constructor(total) {
    this.total = total || 1;
    this.from = 0;
    this.to = this.total;
    this.left = 44;
    this.right = 12;
    this.watchers = [];
  }
  x(time, width) {
    return this.left + (time - this.from) / (this.to - this.from) * (width - this.left - this.right);
  }
  time(x, width) {
    return this.from + (x - this.left) / (width - this.left - this.right) * (this.to - this.from);
  }
  show(from, to) {
    const span = Math.min(Math.max(to - from, this.total / 5000), this.total);
    this.from = Math.min(Math.max(from, 0), this.total - span);
    this.to = this.from + span;
    this.watchers.forEach(watcher => watcher());
  }
  zoom(factor, around = (this.from + this.to) / 2) {
    this.show(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }
  pan(share) {
    const by = share * (this.to - this.from);
    this.show(this.from + by, this.to + by);
  }
}

const ROW = 22, BAR = 18;

// The share of each moment that goes to each kind of work, as heights above each other.
function drawMoments(paint, seen, across, left, right, y, moment) {
  const count = Math.max(Math.ceil((right - left) / moment), 1), wide = (right - left) / count;
  const shares = {};
  for (const op of seen) {
    const share = shares[op.kind] = shares[op.kind] || new Float64Array(count);
    const from = (across(op.start) - left) / wide, to = (across(op.end) - left) / wide;
    for (let k = Math.floor(from); k < Math.min(to, count); ++k)
      share[k] += Math.min(to, k + 1) - Math.max(from, k);
  }
  const floor = new Float64Array(count), layers = [];
  for (const kind of STACK)
    if (shares[kind])
      layers.unshift({kind, tops: shares[kind].map((share, k) => floor[k] = Math.min(floor[k] + share, 1))});
  for (const {kind, tops} of layers) { // each stands before the ones above it
    paint.fillStyle = colour(KINDS[kind][1]);
    paint.beginPath();
    paint.moveTo(left, y + BAR);
    tops.forEach((top, k) => paint.lineTo(left + (k + 0.5) * wide, y + BAR * (1 - top)));
    paint.lineTo(right, y + BAR);
    paint.fill();
  }
}

// Wide blocks are drawn one by one; narrow ones as the share of each moment that goes to each kind of work.
function drawRow(paint, step, view, width, d) {
  const device = step.devices[d], y = d * ROW + 2;
  paint.fillStyle = colour("--idle-bubble");
  paint.fillRect(view.left, y, width - view.left - view.right, BAR);
  const seen = device.operations.filter(op => op.end > view.from && op.start < view.to && op.end > op.start);
  const across = time => Math.min(Math.max(view.x(time, width), view.left), width - view.right);
  const lengths = seen.map(op => op.end - op.start).sort((a, b) => a - b);
  const median = (lengths[lengths.length >> 1] || 0) / (view.to - view.from) * (width - view.left - view.right);
  if (median < 7) {
    drawMoments(paint, seen, across, view.left, width - view.right, y, Math.min(Math.max(3 * median, 4), 14));
  } else {
    for (const op of seen) {
      const from = across(op.start), wide = across(op.end) - from;
      paint.fillStyle = colour(KINDS[op.kind][1]);
      paint.fillRect(from, y, Math.max(wide - 1, 0.5), BAR);
      if (wide >= 13 + 6 * (String(op.microbatch).length - 1)) {
        paint.fillStyle = op.kind === "B" || op.kind === "b" ? "#fff" : "#10151c";
        paint.textAlign = "center";
        paint.fillText(String(op.microbatch), from + wide / 2, y + BAR / 2 + 0.5);
      }
    }
  }
  if (median >= 7) {
    paint.fillStyle = colour("--send");
    for (const send of step.sends)
      if (send.from === d && send.end > view.from && send.start < view.to)
        paint.fillRect(across(send.start), y + BAR - 1, Math.max(across(send.end) - across(send.start), 0.5), 3);
  }
  for (const tail of device.tails) {
    paint.fillStyle = colour(tailColour(tail.name));
    paint.fillRect(across(tail.start), y, Math.max(across(tail.end) - across(tail.start) - 0.5, 0), BAR);
  }
}

function drawTimes(paint, step, view, width, y) {
  const scale = step.unit === "s" && step.total < 0.9995 ? 1000 : 1;
  paint.fillStyle = colour("--faint");
  paint.textAlign = "center";
  for (const tick of roundTicks(view.from * scale, view.to * scale, Math.max(2, Math.min(7, width / 110)))) {
    const x = view.x(tick / scale, width);
    paint.fillRect(x - 0.5, y, 1, 4);
    paint.fillText(String(tick), x, y + 12);
  }
  paint.textAlign = "right";
  paint.fillText(step.unit === "s" ? (scale === 1000 ? "milliseconds" : "seconds") : "time", width - view.right, y + 26);
}

function legend(step) {
  const names = new Map();
  for (const device of step.devices) {
    device.operations.forEach(op => names.set(...KINDS[op.kind]));
    device.tails.forEach(tail => names.set(tail.name, tailColour(tail.name)));
  }
  if (step.sends.length)
    names.set("send (thin line)", "--send");
  names.set("idle", "--idle-bubble");
  return element("ul", {class: "legend"}, ...[...names].map(([name, ink]) =>
    element("li", {}, element("i", {style: `background:var(${ink})`}), name)));
}

// What stands under a pointer on the Gantt chart, in words.
function rowText(step, row, time) {
  const device = step.devices[row];
  if (!device || time < 0 || time > step.total * (1 + 1e-8))
    return "";
  const op = operationAt(device, time), tail = op ? null : tailAt(device, time), span = op || tail;
  const until = span ? `, ${timeText(step, span.start)} to ${timeText(step, span.end)}` : `, ${timeText(step, time)}`;
  return `${step.word} ${row}: ${op ? operationText(op) : tail ? tail.name : "idle"}${until}`;
}

function gantt(step, clock, view) {
  const plot = new Plot(`Gantt chart of ${step.devices.length} ${step.word}s. Plus and minus zoom, arrows move in time and ` +
                        "between rows, 0 shows all. The table below has the figures.", step.devices.length * ROW + 36);
  const told = element("output", {class: "told"});
  let row = 0;
  plot.draw = () => {
    const paint = plot.begin();
    step.devices.forEach((_, d) => {
      drawRow(paint, step, view, plot.width, d);
      paint.fillStyle = colour("--text");
      paint.textAlign = "right";
      paint.fillText(String(d), view.left - 12, d * ROW + 2 + BAR / 2);
      paint.fillStyle = colour(`--stage-${d % 8}`);
      paint.fillRect(view.left - 8, d * ROW + 2, 5, BAR);
    });
    drawTimes(paint, step, view, plot.width, step.devices.length * ROW + 4);
    placeHead(plot, clock, view);
  };
  view.watchers.push(() => plot.draw());
  clock.watch(() => placeHead(plot, clock, view));
  const place = event => {
    const box = plot.canvas.getBoundingClientRect();
    return {x: event.clientX - box.left, row: Math.floor((event.clientY - box.top) / ROW)};
  };
  let held = null;
  plot.canvas.addEventListener("pointerdown", event => { held = {x: place(event).x, from: view.from, to: view.to}; });
  plot.canvas.addEventListener("pointermove", event => {
    const at = place(event);
    if (held && event.buttons && Math.abs(at.x - held.x) > 3) {
      const by = (held.x - at.x) / (plot.width - view.left - view.right) * (held.to - held.from);
      view.show(held.from + by, held.to + by);
      held.moved = true;
    }
    told.textContent = rowText(step, at.row, view.time(at.x, plot.width));
  });
  plot.canvas.addEventListener("pointerup", event => {
    if (held && !held.moved)
      clock.go(view.time(place(event).x, plot.width));
    held = null;
  });
  plot.canvas.addEventListener("wheel", event => {
    if (!event.ctrlKey) // else the page scrolls
      return;
    view.zoom(event.deltaY > 0 ? 1.25 : 0.8, view.time(place(event).x, plot.width));
    event.preventDefault();
  }, {passive: false});
  plot.canvas.addEventListener("keydown", event => {
    const pick = by => { row = Math.min(Math.max(row + by, 0), step.devices.length - 1); };
    const actions = {"+": () => view.zoom(0.5, clock.now), "=": () => view.zoom(0.5, clock.now),
                     "-": () => view.zoom(2, clock.now), 0: () => view.show(0, view.total),
                     Escape: () => view.show(0, view.total), ArrowRight: () => clock.jump(1), ArrowLeft: () => clock.jump(-1),
                     PageDown: () => view.pan(0.5), PageUp: () => view.pan(-0.5),
                     ArrowDown: () => pick(1), ArrowUp: () => pick(-1), " ": () => clock.toggle()};
    if (!actions[event.key] || event.ctrlKey || event.altKey || event.metaKey)
      return;
    actions[event.key]();
    told.textContent = rowText(step, row, clock.moment);
    event.preventDefault();
  });
  const zooms = element("div", {class: "zooms"}, button("Zoom in (plus)", "+", () => view.zoom(0.5, clock.now)),
                        button("Zoom out (minus)", "\u2212", () => view.zoom(2, clock.now)),
                        button("Show all (0)", "all", () => view.show(0, view.total)), told);
  return element("div", {class: "card gantt"}, zooms, plot.frame, legend(step));
}

function placeHead(plot, clock, view) {
  const x = view.x(clock.now, plot.frame.clientWidth);
  plot.line.style.left = `${x}px`;
  plot.line.hidden = clock.now < view.from || clock.now > view.to;
}

function memory(step, clock, view) {
  const fullness = device => most(step, device) / (device.memory ? device.memory.limit : 1);
  let chosen = step.devices.reduce((best, device, d) => fullness(device) > fullness(step.devices[best]) ? d : best, 0);
  const plot = new Plot("Memory over time. The table below has the most of each.", 150);
  const select = element("select", {"aria-label": `Memory of which ${step.word}`, onchange: () => {
    chosen = +select.value;
    plot.draw();
    clock.tell();
  }}, ...step.devices.map((device, d) => element("option", {value: d}, `${step.word} ${d}`)));
  select.value = String(chosen);
  const told = element("output", {class: "told"});
  plot.draw = () => {
    const paint = plot.begin(), device = step.devices[chosen], limit = device.memory ? device.memory.limit : 0;
    const floor = plot.height - 22, top = 12, highest = 1.06 * Math.max(limit, ...step.devices.map(each => most(step, each))) || 1;
    const y = value => floor - value / highest * (floor - top), unit = device.memory ? GIB : 1;
    paint.textAlign = "right";
    for (const tick of roundTicks(0, highest / unit, 5)) {
      paint.fillStyle = colour("--grid");
      paint.fillRect(view.left, y(tick * unit), plot.width - view.left - view.right, 1);
      paint.fillStyle = colour("--faint");
      paint.fillText(String(tick), view.left - 6, y(tick * unit));
    }
    const across = time => Math.min(Math.max(view.x(time, plot.width), view.left), plot.width - view.right);
    const fill = points => { // a stair over the floor
      paint.beginPath();
      paint.moveTo(across(points[0].time), floor);
      let before = floor;
      for (const point of points) {
        paint.lineTo(across(point.time), before);
        before = y(point.value);
        paint.lineTo(across(point.time), before);
      }
      paint.lineTo(across(step.total), before);
      paint.lineTo(across(step.total), floor);
      paint.fill();
    };
    paint.fillStyle = colour(device.memory ? "--activations" : "--series-0");
    fill([{time: 0, held: 0}, ...device.held].map(({time, held}) => ({time, value: amount(step, device, held)})));
    if (device.memory) {
      paint.fillStyle = colour("--parameters");
      fill([{time: 0, value: device.memory.stays}]);
      paint.fillStyle = colour("--limit");
      paint.fillRect(view.left, y(limit), plot.width - view.left - view.right, 1.5);
      paint.fillText(`full: ${(limit / GIB).toFixed(0)} GiB`, plot.width - view.right, y(limit) - 7);
    }
    placeHead(plot, clock, view);
  };
  view.watchers.push(() => plot.draw());
  clock.watch(() => {
    const device = step.devices[chosen];
    told.textContent = `${amountText(step, amount(step, device, heldAt(device, clock.moment)))} now, at most ` +
                       amountText(step, most(step, device));
    placeHead(plot, clock, view);
  });
  return element("div", {class: "card"}, element("div", {class: "zooms"}, select, told), plot.frame);
}

function showStep(section, step, clock, view) {
  const first = section.getAttribute("data-step") === "0";
  const lead = text => first ? [element("p", {class: "lead"}, text)] : []; // said once
  const live = section.querySelector(".live");
  const player = element("div", {class: "card player", onkeydown: event => playerKeys(clock, event)}, ...boxes(step, clock), controls(step, clock));
  live.append(
    element("h3", {}, "Watch one step"),
    ...lead("Press play. Each box is a part of one copy of the model; arrows carry results forward and gradients back."), player,
    element("h3", {}, `The step on every ${step.word}`),
    ...lead("Grey is idle. Where blocks are too narrow to be told apart, height shows how busy a row is in each moment. " +
            "Drag moves in time, Ctrl and the wheel zoom."), gantt(step, clock, view),
    element("h3", {}, step.devices[0].memory ? "Memory over the step" : "Activations over the step"),
    ...lead(step.devices[0].memory ? "Dark: what stays. Orange: activations, which come and go. The top is the upper estimate."
                                   : `In microbatches of a ${step.word}'s whole share of the model.`), memory(step, clock, view));
  live.hidden = false;
  section.classList.add("plays");
  view.show(view.from, view.to); // draws, now that there is a width
}

// The cell under the pointer, or the one that arrows lead to, in words.
function showMap(figure, map) {
  const side = map.names.length, picture = figure.querySelector("svg");
  const told = element("output", {class: "told"}, "Point at a cell, or focus the map and use the arrows.");
  let row = 0, column = Math.min(1, side - 1);
  const tell = () => {
    const value = map.gb_per_s[row * side + column];
    const speed = value === null ? "not measured" : value === 0 ? "broken" : `${+value.toPrecision(4)} GB/s`;
    told.textContent = `${map.names[row]} \u2192 ${map.names[column]}: ${row === column && value === null ? "the same" : speed}`;
  };
  const pick = (r, c) => {
    if (r < 0 || c < 0 || r >= side || c >= side)
      return;
    [row, column] = [r, c];
    tell();
  };
  picture.setAttribute("tabindex", "0");
  picture.addEventListener("pointermove", event => {
    const box = picture.getBoundingClientRect(), scale = box.width / picture.viewBox.baseVal.width;
    const cell = (at, from, first) => Math.floor(((at - from) / scale - first) / map.cell);
    pick(cell(event.clientY, box.top, map.top), cell(event.clientX, box.left, map.left));
  });
  picture.addEventListener("keydown", event => {
    const by = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    if (!by)
      return;
    pick(row + by[0], column + by[1]);
    event.preventDefault();
  });
  figure.append(told);
}

// Several steps play together, on one axis.
function showPage() {
  const data = JSON.parse(document.getElementById("page-data").textContent), steps = data.steps.map(readStep);
  for (const figure of document.querySelectorAll("[data-map]"))
    showMap(figure, data.maps[+figure.getAttribute("data-map")]);
  if (!steps.length)
    return;
  const clock = new Clock(steps), view = new View(clock.total);
  for (const section of document.querySelectorAll("[data-step]"))
    showStep(section, steps[+section.getAttribute("data-step")], clock, view);
}

showPage();
