// Prepares a checkout when it is started for the first time or its package-lock.json has changed: downloads Node if
// necessary and installs the dependencies. Even if several processes start at the same time, this happens only once.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./child.mjs";
import { dependenciesAreFresh, installedByHand, stamp } from "./freshness.mjs";
import { withLock } from "./lock.mjs";
import { findNode, installedRuntime, pathWith, runtimeFolder, runtimePackage } from "./runtime.mjs";

const UNFINISHED = "unfinished-";
const QUIET = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];

const print = (/** @type {string} */ text) => console.error(`parlance: ${text}`);

/**
 * Makes the checkout ready to run.
 * @param {string} root
 * @returns {Promise<string>} path of the Node that must run the checkout
 */
export async function prepare(root) {
  mkdirSync(runtimeFolder(root), { recursive: true });
  const waiting = () => print("another start is preparing this checkout; waiting for it");
  return withLock(join(runtimeFolder(root), "lock"), waiting, async () => {
    const node = findNode(root) ?? (await bringNode(root));
    if (!dependenciesAreFresh(root)) await install(root, node);
    return node;
  });
}

/**
 * Downloads Node into a temporary folder. Once it is complete and has been run successfully, moves the folder to its
 * final location.
 * @param {string} root
 */
async function bringNode(root) {
  const advice = "install Node 24 or later yourself and start again";
  if (runtimePackage === undefined)
    throw new Error(`no Node 24 to bring for ${process.platform} on ${process.arch}: ${advice}`);
  const { name, version } = runtimePackage;
  print(`this machine has Node ${process.versions.node}; bringing ${version} into .runtime/ (once)`);

  const base = runtimeFolder(root);
  // Because this process holds the lock, an unfinished folder can only have been left by a process that died.
  for (const left of readdirSync(base)) if (left.startsWith(UNFINISHED)) rmSync(join(base, left), { recursive: true });
  const unfinished = mkdtempSync(join(base, UNFINISHED));
  chmodSync(unfinished, 0o755);
  const code = await npm(
    ["install", "--prefix", unfinished, "--no-save", ...QUIET, `${name}@${version}`],
    process.execPath,
    base,
  );
  if (code !== 0) throw new Error(`npm could not bring Node ${version} (exit ${code}): see above, or ${advice}`);

  const { folder, binary } = installedRuntime(root, runtimePackage);
  try {
    execFileSync(join(unfinished, "node_modules", name, "bin", "node"), ["--version"], { stdio: "ignore" });
  } catch {
    throw new Error(`the Node ${version} from the registry does not run on this machine: ${advice}`);
  }
  renameSync(unfinished, folder);
  return binary;
}

/**
 * Installs the packages of package-lock.json. Development packages are included regardless of NODE_ENV, because the
 * same node_modules is used for starting and for testing.
 * @param {string} root
 * @param {string} node
 */
async function install(root, node) {
  if (!installedByHand(root)) {
    const began = performance.now();
    print("installing dependencies (npm ci)");
    const code = await npm(["ci", "--include=dev", "--include=optional", ...QUIET], node, root);
    if (code !== 0) throw new Error(`npm ci failed (exit ${code}): see above`);
    print(`dependencies are in place (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  }
  stamp(root);
}

/**
 * Runs the npm of this machine with the given Node. The output goes to standard error, because standard output is
 * reserved for the command that was started.
 * @param {string[]} args
 * @param {string} node
 * @param {string} cwd
 */
async function npm(args, node, cwd) {
  try {
    return await runChild("npm", args, { cwd, stdio: ["ignore", 2, 2], env: { ...process.env, PATH: pathWith(node) } });
  } catch (error) {
    throw new Error("npm is needed to prepare this checkout, and did not start: install npm 10 or later", {
      cause: error,
    });
  }
}
