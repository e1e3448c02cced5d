import { posix } from "node:path";
import { findEntry, type LockEntry, type Lockfile } from "../lockfile.ts";
import { DistributionError } from "./file.ts";
import type { Platform } from "./platforms.ts";

/** A package that a distribution contains, as a part of its program or as a folder of files. */
export interface ProductionPackage {
  /** Folder of the package, relative to the root of the checkout. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Checksum of the archive in the registry. Undefined for the packages of this repository. */
  readonly integrity: string | undefined;
  /** Paths of the packages that it imports. */
  readonly dependencies: readonly string[];
}

/** The packages of this repository from which a distribution is made. */
const ROOTS = ["cli", "web"];
/** Packages that contain only types. */
const TYPES = /^(@types\/|undici-types$)/;

/**
 * Returns the packages that a distribution for a platform contains, sorted by their paths: those that are reachable
 * through dependencies that are not for development.
 * @throws DistributionError
 */
export function findProductionPackages({ packages }: Lockfile, platform: Platform): ProductionPackage[] {
  const found = new Map<string, ProductionPackage>();
  const add = (path: string): void => {
    const entry = packages[path];
    if (entry === undefined || found.has(path)) return;
    const dependencies = findDependencies(packages, path, platform);
    found.set(path, toProductionPackage(path, entry, dependencies));
    for (const dependency of dependencies) add(dependency);
  };
  for (const path of ROOTS) add(path);
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function findDependencies(packages: Lockfile["packages"], path: string, platform: Platform): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path] ?? {};
  const names = new Set([dependencies, optionalDependencies, peerDependencies].flatMap(Object.keys));
  return [...names].flatMap((name) => {
    const target = findEntry(packages, path, name);
    const entry = target === undefined ? undefined : packages[target];
    if (target === undefined || entry === undefined || entry.dev === true || TYPES.test(name)) return [];
    if (!isFor(entry, platform)) return [];
    return [entry.link === true && entry.resolved !== undefined ? entry.resolved : target];
  });
}

const isFor = ({ os, cpu, libc }: LockEntry, platform: Platform): boolean =>
  (os?.includes(platform.os) ?? true) &&
  (cpu?.includes(platform.cpu) ?? true) &&
  (libc === undefined || platform.libc === undefined || libc.includes(platform.libc));

function toProductionPackage(path: string, entry: LockEntry, dependencies: readonly string[]): ProductionPackage {
  const isOurs = !path.includes("node_modules/");
  const name = isOurs ? (entry.name ?? posix.basename(path)) : (path.split("node_modules/").at(-1) ?? path);
  const { version, license, integrity } = entry;
  if (version === undefined || license === undefined)
    throw new DistributionError(`package-lock.json has no version or no license of ${path}`);
  if (integrity === undefined && !isOurs)
    throw new DistributionError(
      `package-lock.json has no checksum of ${name}@${version}: the registry in use does not have this package`,
    );
  return { path, name, version, license, integrity, dependencies };
}
