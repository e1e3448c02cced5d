// Starts a script of this checkout, the entry: `node tools/run.mjs <entry.ts> [arguments…]`.
//
// Only Node 20 and npm are required. If the Node of this machine is too old for the server, a newer one is downloaded
// into `.runtime/`. If node_modules is missing or out of date, the dependencies are installed. Before a server is
// started, the web client is built and the program is bundled if their sources have changed. Then the entry runs, and
// this process exits with the entry's exit code.
//
// The entry can detect that this process has died, even if it was killed with SIGKILL. The file descriptor
// PARLANCE_PARENT_FD is one end of a pipe; only this process holds the other end. Reading the descriptor therefore
// reaches the end of the stream as soon as this process has ended. The process that uses the variable must remove it
// from its environment, because the number is not valid in its child processes.
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
 * Makes the checkout ready to run, and runs an entry in it. The entry has the standard streams of this process.
 * @param {string} entry path of the entry, relative to the root of the checkout
 * @param {string[]} args
 * @returns {Promise<number>} the exit code of the entry, or 128 + n if signal n ended it
 */
export async function run(entry, args) {
  const ready = findNode(ROOT);
  const fresh = ready !== undefined && dependenciesAreFresh(ROOT);
  // This module is loaded only if something has to be prepared, so that an ordinary start is not slower.
  const node = fresh ? ready : await (await import("./bootstrap/prepare.mjs")).prepare(ROOT);
  if (entry === PROGRAM && args.includes("serve")) {
    await (await import("./bootstrap/web.mjs")).buildWebClient(ROOT, node);
    await (await import("./bootstrap/pack.mjs")).pack(ROOT, node);
  }
  if (process.env.npm_lifecycle_script?.includes("tools/run.mjs")) stopWithParent();
  // If the entry runs with a Node in `.runtime/`, its child processes must find the same Node and npm.
  const path = node === process.execPath ? {} : { PATH: pathWith(node) };
  return runChild(node, [resolve(ROOT, entry), ...args], {
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    env: { ...process.env, ...path, PARLANCE_PARENT_FD: String(PARENT_FD) },
  });
}

/**
 * Stops this process when its parent has died. npm waits for the process that it has started, so if npm is gone, it was
 * killed, and the entry must not continue to run unnoticed. The scripts in package.json start with `exec`, so that the
 * parent is npm and not a shell, and signals sent to npm are received here.
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
 * Runs an entry and exits with its exit code. Errors of the preparation are printed as one line.
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
