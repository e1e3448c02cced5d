import { nodePackages } from "../bootstrap/runtime.mjs";
import { DistributionError } from "./file.ts";
import type { PackageVersion } from "./npm-packages.ts";

/** A platform for which there is a distribution. */
export interface Platform {
  readonly name: string;
  readonly os: string;
  readonly cpu: string;
  /** The C library, in the words of package-lock.json. Undefined for systems that have only one. */
  readonly libc?: string;
}

export const platforms: readonly Platform[] = [
  { name: "linux-x64", os: "linux", cpu: "x64", libc: "glibc" },
  { name: "linux-arm64", os: "linux", cpu: "arm64", libc: "glibc" },
  { name: "darwin-arm64", os: "darwin", cpu: "arm64" },
];

/** Returns the package that contains Node for a platform. */
export function nodePackage({ name }: Platform): PackageVersion {
  const found = nodePackages[name];
  if (found === undefined) throw new DistributionError(`tools/bootstrap/runtime.mjs has no Node for ${name}`);
  return found;
}

/**
 * Returns a pattern for the first bytes, in hexadecimal, of the files that a platform can execute. They state the format
 * and the processor.
 */
export const executableHeader = ({ os, cpu }: Platform): RegExp =>
  os === "darwin"
    ? /^(cffaedfe0c000001|cafebabe000000..(.{40})*0100000c)/ // Mach-O for ARM64, alone or among several processors
    : new RegExp(`^7f454c460201.{20}..00${cpu === "x64" ? "3e00" : "b700"}`); // ELF, 64 bits, little-endian
