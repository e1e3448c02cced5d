// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Browser,
  createTestOrganization,
  type TestUser,
  type Tab,
  type TestOrganization,
  withoutBrowser,
} from "@parlance/testkit";
import { linkTo, uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";
import { setTestPassword, PASSWORD } from "../src/pages/fixtures/passwords.ts";

/**
 * Script that the files try to run. It sets a global variable that shows that it ran, and a worker also notifies its
 * page.
 */
const RUNS = "globalThis.ran=true;postMessage('ran')";
const SVG = 'xmlns="http://www.w3.org/2000/svg"';

/** A GIF whose first bytes are also a JavaScript comment and an assignment. */
const gifAndScript = Buffer.concat([
  Buffer.from("GIF89a/*\0\x01\0\0\0\0,\0\0\0\0\x2f\x2a\x01\0\0\x02\0;", "latin1"),
  Buffer.from(`*/=0;${RUNS}`),
]);

/** A PDF that requests that a script run when the file is opened. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert("it ran");)>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

const page = `<!doctype html><title>A page</title><script>${RUNS}</script><img src=x onerror="${RUNS}">`;

/** The uploaded files, the type with which a browser would run each of them, and what happens when a user opens it. */
const cases = [
  { name: "page.html", content: page, as: "text/html", becomes: "saved" },
  { name: "page.xhtml", content: xml("http://www.w3.org/1999/xhtml"), as: "application/xhtml+xml", becomes: "saved" },
  { name: "data.xml", content: xml("http://www.w3.org/1999/xhtml"), as: "application/xml", becomes: "saved" },
  { name: "drawing.svg", content: `<svg ${SVG} onload="${RUNS}"/>`, as: "image/svg+xml", becomes: "saved" },
  { name: "drawing.png", content: `<svg ${SVG} onload="${RUNS}"/>`, as: "image/svg+xml", becomes: "saved" },
  { name: "picture.png", content: page, as: "text/html", becomes: "saved" },
  { name: "notes.txt", content: page, as: "text/html", becomes: "saved" },
  { name: "film.mp4", content: page, as: "text/html", becomes: "shown" },
  { name: "program.js", content: RUNS, as: "text/javascript", becomes: "saved" },
  { name: "module.mjs", content: RUNS, as: "text/javascript", becomes: "saved" },
  { name: "song.mp3", content: RUNS, as: "text/javascript", becomes: "shown" },
  { name: "notes.txt", content: RUNS, as: "text/javascript", becomes: "saved" },
  { name: "dance.gif", content: gifAndScript, as: "text/javascript", becomes: "shown" },
  { name: "dance.html", content: Buffer.concat([gifAndScript, Buffer.from(page)]), as: "text/html", becomes: "shown" },
  { name: "letter.pdf", content: pdf, as: null, becomes: "saved" },
] as const;

function xml(namespace: string): string {
  return `<?xml version="1.0"?><html xmlns="${namespace}"><script>${RUNS}</script></html>`;
}

/** Logs in a user who has a password. */
async function signIn(tab: Tab, { host }: TestOrganization, person: TestUser): Promise<void> {
  await tab.goto(`http://${host}/login`);
  await tab.fill("Email address", person.email);
  await tab.fill("Password", PASSWORD);
  await tab.clickAndNavigate("Log in");
  await tab.goto(`http://${host}/welcome`);
  assert.match(await tab.text(), /You are logged in/);
}

/**
 * Returns a script that tries every way in which a page can run another URL, one after the other. Its result lists the
 * ways that ran the file's script.
 */
const everyWay = (url: string): string => `(async () => {
  const url = ${JSON.stringify(url)};
  const found = [];
  const ended = (thing) => new Promise((done) => { thing.onload = thing.onerror = thing.onmessage = done; });
  const note = (way) => { if (globalThis.ran) found.push(way); delete globalThis.ran; };
  for (const [way, tag, more] of [
    ["script", "script", { src: url }], ["module", "script", { src: url, type: "module" }],
    ["style", "link", { href: url, rel: "stylesheet" }], ["picture", "img", { src: url }],
  ]) {
    const element = Object.assign(document.createElement(tag), more);
    const end = ended(element);
    document.body.append(element);
    await end;
    note(way);
  }
  await import(url + "#again").catch(() => undefined);
  note("import");
  for (const type of ["classic", "module"]) {
    const worker = new Worker(url, { type });
    if ((await ended(worker)).type === "message") found.push(type + " worker");
    worker.terminate();
  }
  return found;
})()`;

const WAYS = ["script", "module", "import", "classic worker", "module worker"];

const ranInPage = (tab: Tab): Promise<boolean> => tab.evaluate("globalThis.ran === true");

test(
  "no uploaded file can run a script in a browser, however the file is opened or embedded",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization();
    const { hamlet, othello, host, server } = realm;
    await using browser = await Browser.start(server);
    const tab = await browser.open({ withScripts: true });
    // In this browser, content security policies of pages are ignored, so only the types and headers of the files' own
    // responses protect.
    const careless = await browser.open({ withScripts: true, withoutPolicies: true });
    await setTestPassword(realm, othello);
    for (const each of [tab, careless]) await signIn(each, realm, othello);

    for (const { name, content, becomes } of cases) {
      const path = await uploadAs(hamlet, content, name);
      await hamlet.sendDirectMessage(othello, { content: linkTo(path) });
      assert.deepEqual(await careless.evaluate(everyWay(path)), [], `${name}, included`);
      assert.equal(await tab.openFile(`http://${host}${path}`), becomes, name);
      assert.equal(await ranInPage(tab), false, `${name}, opened`);
    }

    // Counter-check: the same files do run if a server sends them with their real type. Otherwise this test would prove
    // nothing.
    for (const { name, content, as } of cases) {
      if (as === null) continue;
      const copy = `http://${host}/copy-of/${as}/${name}`;
      if (as === "text/javascript") {
        await careless.overrideResponse(copy, as, Buffer.from(content));
        const expected = WAYS.filter((way) => content !== gifAndScript || way !== "module worker");
        assert.deepEqual(await careless.evaluate(everyWay(copy)), expected, name);
      } else {
        await tab.overrideResponse(copy, as, Buffer.from(content));
        await tab.goto(copy);
        assert.ok(await ranInPage(tab), `${name}, as ${as}`);
      }
    }
  },
);
