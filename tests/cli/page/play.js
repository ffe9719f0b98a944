// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the script of a page as a browser would, in a document that is no more than the script asks for, and plays, steps,
// zooms and looks. Usage: node play.js PAGE.html simulate SIMULATED.json   or   node play.js PAGE.html plan PLAN.json
// Ends with 0 when the page's figures are those of the document and every control does what it says.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const vm = require("node:vm");

class Element {
  constructor(tag) {
    this.tagName = tag.toUpperCase();
    this.attributes = {};
    this.children = [];
    this.listeners = {};
    this.style = {};
    this.hidden = false;
    this.value = "";
    this.clientWidth = 1000;
    this.strokes = []; // what was drawn since the canvas was cleared
    this.classList = {
      add: name => { this.className = `${this.className} ${name}`.trim(); },
      toggle: (name, on) => { this.className = [...this.className.split(" ").filter(one => one !== name), ...(on ? [name] : [])].join(" "); },
    };
  }
  get className() { return this.attributes.class || ""; }
  set className(name) { this.attributes.class = name; }
  get textContent() { return this.children.map(child => typeof child === "string" ? child : child.textContent).join(""); }
  set textContent(text) { this.children = [String(text)]; }
  set innerHTML(html) {
    assert.match(html, /^<svg class="sign"[^<>]*><path d="[^"<>]*"\/><\/svg>$/, "only signs of the script's own are read as HTML");
    this.children = [];
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
    if (name === "value")
      this.value = String(value);
  }
  getAttribute(name) { return this.attributes[name] ?? null; }
  append(...children) { this.children.push(...children); }
  addEventListener(name, listener) { (this.listeners[name] = this.listeners[name] || []).push(listener); }
  dispatch(name, event = {}) {
    (this.listeners[name] || []).forEach(listener => listener({target: this, preventDefault() {}, ...event}));
  }
  getBoundingClientRect() { return {left: 0, top: 0}; }
  querySelector(selector) { return this.all(one => one.className.split(" ").includes(selector.slice(1)))[0]; }
  all(test) {
    const inside = this.children.filter(child => child instanceof Element);
    return inside.flatMap(child => [...(test(child) ? [child] : []), ...child.all(test)]);
  }
  getContext() {
    const strokes = this.strokes;
    const record = name => (...values) => { strokes.push([name, ...values]); };
    return {setTransform() {}, clearRect() { strokes.length = 0; }, fillRect: record("rect"), fillText: record("text"),
            beginPath() {}, moveTo() {}, lineTo() {}, fill: record("area")};
  }
}

/// The page as its script finds it, and what a person does to it.
class Page {
  constructor(file) {
    const html = fs.readFileSync(file, "utf8");
    const scripts = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
    assert.strictEqual(scripts.length, 2);
    this.data = JSON.parse(scripts[0][2]);
    this.frames = [];
    this.sections = [...html.matchAll(/<section class="step" aria-label="[^"]*" data-step="(\d+)">/g)].map(found => {
      const section = new Element("section"), live = new Element("div");
      section.setAttribute("data-step", found[1]);
      live.className = "live";
      live.hidden = true;
      section.append(live);
      return section;
    });
    this.maps = [...html.matchAll(/<figure class="map" tabindex="0" data-map="(\d+)">/g)].map(found => {
      const figure = new Element("figure"), picture = new Element("svg");
      figure.setAttribute("data-map", found[1]);
      figure.querySelector = () => picture;
      picture.viewBox = {baseVal: {width: 720}};
      picture.getBoundingClientRect = () => ({left: 10, top: 20, width: 1440}); // twice as large as drawn
      return figure;
    });
    const documentElement = new Element("html");
    this.context = vm.createContext({
      document: {
        documentElement, createElement: tag => new Element(tag), getElementById: () => ({textContent: scripts[0][2]}),
        querySelectorAll: selector => selector === "[data-step]" ? this.sections : this.maps,
      },
      window: {devicePixelRatio: 1},
      getComputedStyle: () => ({getPropertyValue: name => {
        assert.ok(html.includes(`${name}:#`), `the page has a colour ${name}`);
        return name;
      }}),
      requestAnimationFrame: frame => this.frames.push(frame),
      matchMedia: () => ({addEventListener() {}}),
      ResizeObserver: class { constructor(told) { this.told = told; } observe() { this.told(); } },
    });
    vm.runInContext(scripts[1][2], this.context);
    this.runFrames(0);
  }
  runFrames(stamp) {
    const frames = this.frames;
    this.frames = [];
    frames.forEach(frame => frame(stamp));
    return frames.length;
  }
  all(test) { return this.sections.flatMap(section => section.all(test)); }
  button(label) { return this.all(one => one.tagName === "BUTTON" && one.getAttribute("aria-label").startsWith(label))[0]; }
  get boxes() { return this.all(one => one.className.startsWith("box ")); }
  get canvases() { return this.all(one => one.tagName === "CANVAS"); }
  get player() { return this.all(one => one.className === "card player")[0]; }
  get now() { return +this.all(one => one.tagName === "INPUT")[0].value / 1000; }
}

const letters = kinds => kinds.toUpperCase();

function sameOperations(step, simulated) {
  const wanted = simulated.operations.filter(op => op.kind !== "S")
    .map(({device, kind, microbatch, stage, start, end}) => ({device, kind, microbatch, stage, start, end}));
  const read = step.devices.flatMap(device => device.operations)
    .map(({device, kind, microbatch, stage, start, end}) => ({device, kind: letters(kind), microbatch, stage, start, end}));
  assert.deepEqual(read, wanted);
  const sends = simulated.operations.filter(op => op.kind === "S")
    .map(({device, to, microbatch, gradient, start, end}) => ({from: device, to, microbatch, gradient, start, end}));
  assert.deepEqual(step.sends.map(send => ({...send})), sends);
}

// What every box says is what the device does at that time.
function boxesAgree(page, step) {
  const time = page.now * step.total, near = 1e-9 * step.total;
  const boxes = page.boxes;
  assert.strictEqual(boxes.length, step.devices.length);
  step.devices.forEach((device, d) => {
    const at = device.operations.find(op => op.start <= time + near && time + near < op.end);
    const tail = device.tails.find(one => one.start <= time + near && time + near < one.end);
    if (at)
      assert.ok(boxes[d].className.includes(`kind-${at.kind}`) && boxes[d].textContent.includes(`microbatch ${at.microbatch}`),
                `device ${d} at ${time}: ${boxes[d].textContent}`);
    else
      assert.ok(boxes[d].textContent.includes(tail ? tail.name : "idle"), `device ${d} at ${time}: ${boxes[d].textContent}`);
  });
}

function stepsThrough(page, step) {
  let last = -1, moments = 0;
  for (; page.now > last && moments < 400; ++moments) {
    boxesAgree(page, step);
    last = page.now;
    page.button("Step on").dispatch("click");
  }
  assert.ok(moments > 2);
  const there = page.now;
  page.button("Step back").dispatch("click");
  assert.ok(page.now < there);
}

function plays(page) {
  page.player.dispatch("keydown", {key: "Home"});
  assert.strictEqual(page.now, 0);
  page.player.dispatch("keydown", {key: " "});
  assert.ok(page.button("Pause"));
  let stamp = 0, shown = 0;
  for (; page.runFrames(stamp) > 0 && shown < 100_000; ++shown)
    stamp += 250;
  assert.ok(Math.abs(stamp - 20_000) < 1000, `a step plays for ${stamp} ms`);
  assert.strictEqual(page.now, 1);
  assert.ok(page.button("Play"));
  page.player.dispatch("keydown", {key: "ArrowLeft"});
  assert.ok(page.now < 1);
  page.player.dispatch("keydown", {key: "End"});
  assert.strictEqual(page.now, 1);
}

function zooms(page) {
  const gantt = page.canvases[0];
  page.player.dispatch("keydown", {key: "Home"});
  const whole = JSON.stringify(gantt.strokes);
  const widest = () => Math.max(...gantt.strokes.filter(stroke => stroke[0] === "text" && /^\d+$/.test(stroke[1])).length ? [1] : [0]);
  for (let times = 0; times < 9; ++times)
    gantt.dispatch("keydown", {key: "+"});
  assert.notStrictEqual(JSON.stringify(gantt.strokes), whole);
  assert.ok(widest(), "blocks carry numbers when they are wide enough");
  gantt.dispatch("keydown", {key: "0"});
  assert.strictEqual(JSON.stringify(gantt.strokes), whole);
  gantt.dispatch("keydown", {key: "ArrowDown"});
  const told = page.all(one => one.tagName === "OUTPUT").map(one => one.textContent).join();
  assert.match(told, /(stage|device) \d+: /, "arrows say what stands there");
}

function canBeUsedWithoutSight(page) {
  for (const one of page.all(each => ["BUTTON", "SELECT", "INPUT", "CANVAS"].includes(each.tagName)))
    assert.ok(one.getAttribute("aria-label"), `${one.tagName} has a name`);
  for (const canvas of page.canvases)
    assert.ok(canvas.getAttribute("role") === "img" && canvas.getAttribute("tabindex") === "0");
}

function mapsTell(page) {
  page.maps.forEach((figure, m) => {
    const map = page.data.maps[m], side = map.names.length, picture = figure.querySelector("svg");
    const told = () => figure.children.at(-1).textContent;
    for (let row = 0; row < side; ++row)
      for (let column = 0; column < side; ++column) {
        picture.dispatch("pointermove", {clientX: 10 + 2 * (map.left + (column + 0.5) * map.cell),
                                         clientY: 20 + 2 * (map.top + (row + 0.5) * map.cell)});
        const figures = map.gb_per_s[row * side + column];
        assert.ok(told().startsWith(`${map.names[row]} \u2192 ${map.names[column]}: `), told());
        assert.ok(figures === null || told().endsWith(`${+figures.toPrecision(4)} GB/s`), told());
      }
    picture.dispatch("keydown", {key: "ArrowUp"});
    assert.ok(told().startsWith(`${map.names[side - 2]} \u2192 ${map.names[side - 1]}: `), told());
  });
}

const [file, kind, document] = process.argv.slice(2);
const page = new Page(file), wanted = JSON.parse(fs.readFileSync(document, "utf8"));
const step = page.context.readStep(page.data.steps[0]);
if (kind === "simulate") {
  sameOperations(step, wanted);
  for (const [ours, theirs] of [["makespan", "makespan"], ["bubble_fraction", "bubble_fraction"], ["schedule", "schedule"]])
    assert.strictEqual(page.data.steps[0][ours], wanted[theirs]);
  page.data.steps[0].devices.forEach((device, d) => assert.strictEqual(device.busy, wanted.devices[d].busy));
} else {
  assert.strictEqual(page.maps.length, 1);
  mapsTell(page);
  const best = wanted.candidates[0];
  assert.ok(Math.abs(step.total / best.iteration_time_s - 1) < 1e-9);
  best.memory.devices.forEach((memory, d) => {
    const held = step.devices[d].memory;
    assert.ok(Math.abs((held.stays + held.comes) / memory.upper - 1) < 1e-12 && held.limit === memory.limit);
    const most = Math.max(...step.devices[d].held.map(at => page.context.amount(step, step.devices[d], at.held)));
    assert.ok(Math.abs(most / memory.upper - 1) < 1e-12, "the curve's top is the upper estimate");
  });
}
stepsThrough(page, step);
plays(page);
zooms(page);
canBeUsedWithoutSight(page);
