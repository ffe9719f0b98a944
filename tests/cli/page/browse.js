// SPDX-License-Identifier: GPL-3.0-or-later
// Opens pages in a browser without a window (chromium through chromedriver) as a person's would: what the browser complains of or
// asks for, what the keys do. Usage: node browse.js PAGE.html [...]
// With AXE=axe.min.js it also asks axe-core for hindrances of people who read with a screen reader or without colour, light and dark.
// Ends with 0 when there is nothing to complain of, with 77 where no browser starts.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const {spawn} = require("node:child_process");
const {pathToFileURL} = require("node:url");

const key = {tab: "\uE004", end: "\uE010", home: "\uE011", left: "\uE012", right: "\uE014"};

class Browser {
  static async start() {
    const browser = new Browser();
    browser.driver = spawn("chromedriver", ["--port=0"], {stdio: ["ignore", "pipe", "ignore"]});
    browser.base = await new Promise((done, failed) => {
      let told = "";
      browser.driver.on("error", failed).on("exit", () => failed(new Error("chromedriver ended")));
      browser.driver.stdout.on("data", text => {
        const port = /successfully on port (\d+)/.exec(told += text);
        if (port)
          done(`http://127.0.0.1:${port[1]}`);
      });
    });
    const made = await browser.call("POST", "/session", {capabilities: {alwaysMatch: {
      "goog:chromeOptions": {args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"]},
      "goog:loggingPrefs": {browser: "ALL", performance: "ALL"},
    }}});
    browser.base += `/session/${made.sessionId}`;
    return browser;
  }
  async call(method, where, body) {
    const answer = await fetch(this.base + where, {method, body: body && JSON.stringify(body)});
    const {value} = await answer.json();
    if (value && value.error)
      throw new Error(`${where}: ${value.message}`);
    return value;
  }
  async stop() {
    await this.call("DELETE", "").catch(() => {});
    this.driver.kill();
  }
  run(script, ...args) { return this.call("POST", "/execute/sync", {script, args}); }
  runLater(script, ...args) { return this.call("POST", "/execute/async", {script, args}); }
  log(type) { return this.call("POST", "/se/log", {type}); }
  devtools(cmd, params) { return this.call("POST", "/goog/cdp/execute", {cmd, params}); }
  press(value) {
    return this.call("POST", "/actions", {actions: [{type: "key", id: "keys", actions: [{type: "keyDown", value}, {type: "keyUp", value}]}]});
  }
  now() { return this.run("return +document.querySelector('.player input[type=range]').value"); }
}

async function asksForNothing(browser, url) {
  const asked = (await browser.log("performance")).map(entry => JSON.parse(entry.message).message)
    .filter(({method}) => method === "Network.requestWillBeSent").map(({params}) => params.request.url)
    .filter(one => one !== url && !one.startsWith("data:"));
  assert.deepEqual(asked, [], "a page asks for nothing but itself");
}

// Every control and chart is reached by Tab, each has a name, and where the focus is can be seen.
async function isWalkedByTab(browser) {
  const wanted = await browser.run(`return [...document.querySelectorAll(
    "a[href], button, input, select, summary, [tabindex='0']")].filter(one => one.checkVisibility()).length`);
  const met = new Set();
  for (let tabs = 0; tabs < wanted + 2; ++tabs) {
    await browser.press(key.tab);
    const at = await browser.run(`
      const one = document.activeElement;
      if (one === document.body) return null;
      one.dataset.met = one.dataset.met || String(document.querySelectorAll("[data-met]").length);
      const name = one.getAttribute("aria-label") || one.getAttribute("aria-labelledby") || one.textContent.trim();
      return [one.dataset.met, one.tagName, name, getComputedStyle(one).outlineStyle];`);
    if (at === null)
      continue;
    met.add(at[0]);
    assert.ok(at[2], `${at[1]} has a name`);
    assert.notStrictEqual(at[3], "none", `the focus is seen on ${at[1]} ${at[2]}`);
  }
  assert.strictEqual(met.size, wanted, "Tab reaches every control");
}

async function plays(browser) {
  await browser.run("document.querySelector('.player').scrollIntoView(); document.querySelector('.player button').focus()");
  await browser.press(key.home);
  assert.strictEqual(await browser.now(), 0);
  await browser.press(key.right);
  const first = await browser.now();
  assert.ok(first > 0, "the right arrow steps on");
  await browser.press(key.left);
  assert.ok(await browser.now() < first, "the left arrow steps back");
  await browser.press(" ");
  await new Promise(done => setTimeout(done, 700));
  await browser.press(" ");
  const played = await browser.now();
  assert.ok(played > 0, "the space bar plays");
  await browser.press(key.end);
  assert.ok(await browser.now() > played);
}

async function zooms(browser) {
  const picture = () => browser.run("return document.querySelector('[data-step] canvas').toDataURL()");
  await browser.run("document.querySelector('[data-step] canvas').focus()");
  const whole = await picture();
  for (let times = 0; times < 4; ++times)
    await browser.press("+");
  assert.notStrictEqual(await picture(), whole, "+ zooms the Gantt chart");
  await browser.press("0");
  assert.strictEqual(await picture(), whole, "0 shows all of it again");
}

async function hindersNobody(browser, axe) {
  for (const scheme of ["light", "dark"]) {
    await browser.devtools("Emulation.setEmulatedMedia", {features: [{name: "prefers-color-scheme", value: scheme}]});
    await browser.devtools("Page.setBypassCSP", {enabled: true}); // axe-core is a script that the page would refuse
    await browser.run(axe);
    const found = await browser.runLater("axe.run(document).then(result => arguments[0](result.violations), error => arguments[0](String(error)))");
    const told = [].concat(found).map(one => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(node => node.html).join(" ")}`);
    assert.ok(found.length === 0, `${scheme}: ${told.join("\n")}`);
  }
}

async function main() {
  const axe = process.env.AXE ? fs.readFileSync(process.env.AXE, "utf8") : null;
  for (const page of process.argv.slice(2)) {
    const browser = await Browser.start().catch(error => { console.error(error.message); process.exit(77); });
    try {
      const url = pathToFileURL(path.resolve(page)).href;
      await browser.call("POST", "/url", {url});
      await isWalkedByTab(browser);
      if (await browser.run("return document.querySelector('.player') !== null")) {
        await plays(browser);
        await zooms(browser);
      }
      await asksForNothing(browser, url);
      assert.deepEqual((await browser.log("browser")).map(entry => entry.message), [], "the console is empty");
      if (axe)
        await hindersNobody(browser, axe);
    } finally {
      await browser.stop();
    }
  }
}

main().then(() => process.exit(0), error => { console.error(error.message); process.exit(1); });
