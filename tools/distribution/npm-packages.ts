// Downloads npm packages with binaries. node_modules contains only those for the platform of this machine.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { unpackTar } from "modern-tar";
import { pathWith, runtimeFolder } from "../bootstrap/runtime.mjs";
import { root } from "../paths.ts";
import { type File, DistributionError } from "./file.ts";

/** A version of a package, with the checksum of its archive. */
export interface PackageVersion {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** Folder of the downloaded archives. It can be deleted at any time. */
const CACHE = join(runtimeFolder(root), "packages");

/**
 * Returns the files of a package. Downloads it with npm unless it was downloaded before, and verifies its checksum.
 * @throws DistributionError
 */
export async function loadPackage(wanted: PackageVersion): Promise<readonly File[]> {
  const path = join(CACHE, `${wanted.name.replace("@", "").replace("/", "-")}-${wanted.version}.tgz`);
  if (!existsSync(path) || !isIntact(readFileSync(path), wanted)) download(wanted, path);
  const archive = await promisify(gunzip)(readFileSync(path));
  const entries = await unpackTar(archive, { strip: 1 });
  return entries.flatMap(({ header, data }) =>
    header.type === "file" && data !== undefined
      ? [{ path: header.name, content: data, isExecutable: ((header.mode ?? 0) & 0o100) !== 0 }]
      : [],
  );
}

/** Returns true if the archive has the expected checksum. */
function isIntact(archive: Uint8Array, { integrity }: PackageVersion): boolean {
  const [algorithm = "", expected] = integrity.split("-", 2);
  return createHash(algorithm).update(archive).digest("base64") === expected;
}

function download(wanted: PackageVersion, path: string): void {
  const { name, version } = wanted;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "download-"));
  try {
    const { status, stderr, error } = spawnSync("npm", ["pack", "--loglevel=error", `${name}@${version}`], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: pathWith(process.execPath) },
    });
    const [file] = readdirSync(folder);
    if (status !== 0 || file === undefined)
      throw new DistributionError(`npm cannot download ${name}@${version}:\n${error?.message ?? stderr.trim()}`);
    if (!isIntact(readFileSync(join(folder, file)), wanted))
      throw new DistributionError(`${name}@${version} from the registry does not have the expected checksum`);
    renameSync(join(folder, file), path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
