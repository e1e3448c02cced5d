// Slow: prepares small checkouts with a replacement for npm, and starts and kills processes in them.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { until } from "@parlance/testkit/until.ts";
import { root } from "./paths.ts";

const ENTRY = `
import { Socket } from "node:net";
const [what, file] = process.argv.slice(2);
if (what === "exit") process.exit(Number(file));
if (what === "die") process.kill(process.pid, "SIGKILL");
if (what === "wait") {
  const { writeFileSync } = await import("node:fs");
  process.on("SIGTERM", () => {
    if (file) writeFileSync(file, "stopped");
    process.exit(0);
  });
  setInterval(() => {}, 1000);
}
if (what === "watch") {
  const { writeFileSync } = await import("node:fs");
  const parent = new Socket({ fd: Number(process.env.PARLANCE_PARENT_FD) });
  parent.on("close", () => { writeFileSync(file, "gone"); process.exit(0); }).resume();
}
console.log("ready");
`;
/** A script used instead of npm. It records its arguments, waits, and creates node_modules, as `npm ci` would do. */
const FAKE_NPM = `#!/bin/sh
echo "$@" >> "$NPM_CALLS"
rm -rf node_modules && sleep 0.3 && mkdir node_modules
`;

let base: string;
let count = 0;
const started: ChildProcess[] = [];
before(() => {
  base = mkdtempSync(join(tmpdir(), "parlance-run-"));
});
after(() => {
  for (const child of started) child.kill("SIGKILL"); // left by a failed test; the entry ends as well
  rmSync(base, { recursive: true });
});

/**
 * A checkout that contains only run.mjs with the code that it loads, an entry, package.json and its lock file, and a
 * replacement for npm that records its calls.
 */
class Checkout {
  readonly folder = join(base, String((count += 1)));
  readonly npmCalls = join(this.folder, "npm-calls.txt");
  readonly #bin = join(this.folder, "bin");

  constructor() {
    mkdirSync(this.#bin, { recursive: true });
    cpSync(join(root, "tools/run.mjs"), join(this.folder, "tools/run.mjs"));
    cpSync(join(root, "tools/bootstrap"), join(this.folder, "tools/bootstrap"), { recursive: true });
    writeFileSync(join(this.folder, "entry.ts"), ENTRY);
    writeFileSync(join(this.folder, "package.json"), '{ "type": "module" }');
    this.lock({ "node_modules/one": { version: "1.0.0" } });
    writeFileSync(join(this.#bin, "npm"), FAKE_NPM);
    chmodSync(join(this.#bin, "npm"), 0o755);
  }

  lock(packages: object): void {
    writeFileSync(join(this.folder, "package-lock.json"), JSON.stringify({ packages }));
  }

  start(...args: string[]): ChildProcess {
    const child = spawn(process.execPath, [join(this.folder, "tools/run.mjs"), "entry.ts", ...args], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PATH: [this.#bin, process.env.PATH].join(delimiter), NPM_CALLS: this.npmCalls },
    });
    started.push(child);
    return child;
  }

  async run(...args: string[]) {
    const child = this.start(...args);
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (text) => (stdout += text));
    child.stderr?.on("data", (text) => (stderr += text));
    const [code] = (await once(child, "close")) as [number];
    return { code, stdout, stderr };
  }

  calls(): string[] {
    return existsSync(this.npmCalls) ? readFileSync(this.npmCalls, "utf8").trimEnd().split("\n") : [];
  }
}

const appears = (file: string) => until(() => existsSync(file));

describe("tools/run.mjs", () => {
  test("installs the dependencies only once, even if two processes start at the same time", async () => {
    const checkout = new Checkout();
    const both = await Promise.all([checkout.run("exit", "0"), checkout.run("exit", "0")]);

    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
    );
    assert.equal(checkout.calls().length, 1);
    assert.match(checkout.calls()[0] ?? "", /^ci /);

    const later = await checkout.run("exit", "0");
    assert.deepEqual(later, { code: 0, stdout: "", stderr: "" });
    assert.equal(checkout.calls().length, 1);
  });

  test("installs the dependencies again after a change of package-lock.json", async () => {
    const checkout = new Checkout();
    await checkout.run("exit", "0");
    checkout.lock({ "node_modules/one": { version: "1.0.1" } });
    await checkout.run("exit", "0");
    assert.equal(checkout.calls().length, 2);
  });

  test("does not install the dependencies if a manual `npm ci` has already done so", async () => {
    const checkout = new Checkout();
    mkdirSync(join(checkout.folder, "node_modules"));
    const installed = { packages: { "node_modules/one": { version: "1.0.0" } } };
    writeFileSync(join(checkout.folder, "node_modules/.package-lock.json"), JSON.stringify(installed));
    await checkout.run("exit", "0");
    assert.deepEqual(checkout.calls(), []);
  });

  test("continues if another process died while it was installing the dependencies", async () => {
    const checkout = new Checkout();
    mkdirSync(join(checkout.folder, ".runtime"));
    writeFileSync(join(checkout.folder, ".runtime/lock"), "");
    const { code, stderr } = await checkout.run("exit", "0");
    assert.equal(code, 0);
    assert.match(stderr, /waiting/);
    assert.ok(!existsSync(join(checkout.folder, ".runtime/lock")));
  });

  test("exits with the exit code of the entry, or with 128 + n if signal n ended it", async () => {
    const checkout = new Checkout();
    assert.equal((await checkout.run("exit", "7")).code, 7);
    assert.equal((await checkout.run("die")).code, 128 + 9);
  });

  test("forwards SIGTERM to the entry, and exits with 0 if the entry stops cleanly", async () => {
    const child = new Checkout().start("wait");
    await once(child.stdout ?? child, "data");
    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [0, null]);
  });

  test("stops the entry if the npm process that started it is killed", async () => {
    const checkout = new Checkout();
    await checkout.run("exit", "0");
    const noted = join(checkout.folder, "noted.txt");
    const command = `"${process.execPath}" tools/run.mjs entry.ts wait "${noted}" & wait`;
    const npm = spawn("sh", ["-c", command], {
      cwd: checkout.folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, npm_lifecycle_script: "exec node tools/run.mjs entry.ts" },
    });
    await once(npm.stdout, "data");
    npm.kill("SIGKILL");
    await appears(noted);
  });

  test("is started by npm without a shell in between, so that signals sent to npm reach it", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
    for (const script of Object.values(scripts)) assert.match(String(script), /^exec node tools\/run\.mjs /);
  });

  test("makes it possible for the entry to detect that run.mjs was killed", async () => {
    const checkout = new Checkout();
    const noted = join(checkout.folder, "noted.txt");
    const child = checkout.start("watch", noted);
    await once(child.stdout ?? child, "data");
    assert.ok(!existsSync(noted));
    child.kill("SIGKILL");
    await appears(noted);
  });
});
