// Starts a TypeScript entry file of this checkout: `node tools/run.mjs <entry.ts> [arguments…]`.
//
// Requires only Node 20 and npm. If the machine's Node is older than the server needs, it downloads one into
// `.runtime/`; if node_modules is missing or stale, it installs the dependencies; before a server starts, it builds the
// web client and packs the program if their sources have changed. Then it runs the entry, and ends with the entry's
// result.
//
// The entry can detect that this process died, even by SIGKILL: file descriptor PARLANCE_PARENT_FD is one end of a pipe
// whose other end only this process holds, so reading it reaches the end exactly then. The process that uses it removes
// the variable from its environment, because the number has no meaning in its own children.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "./bootstrap/child.mjs";
import { dependenciesAreFresh } from "./bootstrap/freshness.mjs";
import { findNode, pathWith } from "./bootstrap/runtime.mjs";

const SELF = fileURLToPath(import.meta.url);
const ROOT = dirname(dirname(SELF));
const PARENT_FD = 3;
const PROGRAM = "cli/start.mjs";

/**
 * Makes the checkout ready and runs an entry in it, with this process's standard streams.
 * @param {string} entry path of the entry file, relative to the root of the checkout
 * @param {string[]} args
 * @returns {Promise<number>} the exit code to end with; 128 + n if signal n ended the entry
 */
export async function run(entry, args) {
  const ready = findNode(ROOT);
  const fresh = ready !== undefined && dependenciesAreFresh(ROOT);
  // Loaded only when there is something to prepare, so that an ordinary start is not slowed down.
  const node = fresh ? ready : await (await import("./bootstrap/prepare.mjs")).prepare(ROOT);
  if (entry === PROGRAM && args.includes("serve")) {
    await (await import("./bootstrap/web.mjs")).buildWebClient(ROOT, node);
    await (await import("./bootstrap/pack.mjs")).pack(ROOT, node);
  }
  if (process.env.npm_lifecycle_script?.includes("tools/run.mjs")) stopWithParent();
  // A Node installed in `.runtime/` must also be the one that `node` and `npm` refer to in the entry's children.
  const path = node === process.execPath ? {} : { PATH: pathWith(node) };
  return runChild(node, [resolve(ROOT, entry), ...args], {
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    env: { ...process.env, ...path, PARLANCE_PARENT_FD: String(PARENT_FD) },
  });
}

/**
 * Stops this process when its parent is gone. npm waits for the process it started; if npm is gone, it was killed, and
 * the entry must not continue unnoticed. (The scripts in package.json start with `exec`, so that npm and not a shell is
 * the parent, and its signals are received here.)
 */
function stopWithParent() {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, "SIGTERM");
  }, 1000);
  look.unref();
}

/**
 * Runs `run` for the whole life of this process, and prints failures of the preparation as one line.
 * @param {string} entry
 * @param {string[]} args
 */
export async function main(entry, args) {
  try {
    process.exitCode = await run(entry, args);
  } catch (error) {
    console.error(`parlance: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && existsSync(process.argv[1]) && realpathSync(process.argv[1]) === SELF) {
  const [entry, ...args] = process.argv.slice(2);
  if (entry === undefined || !existsSync(join(ROOT, entry))) {
    console.error(
      `usage: node tools/run.mjs <entry.ts> [arguments…]${entry === undefined ? "" : `\nno such file: ${entry}`}`,
    );
    process.exitCode = 2;
  } else {
    await main(entry, args);
  }
}
