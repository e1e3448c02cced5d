// `npm run dist`: builds distributions. Each is an archive that contains everything that a server needs.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { isBuilt } from "../web/built/find.mjs";
import { buildWebClient } from "./bootstrap/web.mjs";
import { createGzip, createTar } from "./distribution/archive.ts";
import { bundleProgram } from "./distribution/bundle-program.ts";
import { collectDistribution } from "./distribution/contents.ts";
import { buildDebianPackage, hasDebianPackage } from "./distribution/debian-package.ts";
import { DistributionError, moveTo } from "./distribution/file.ts";
import { type Platform, platforms } from "./distribution/platforms.ts";
import { listFromGit } from "./git.ts";
import { isMain, root } from "./paths.ts";

const MAX_ARCHIVE_BYTES = 120e6;

const HELP = `usage: npm run dist [-- PLATFORM…] [--deb] [--out FOLDER]

Builds the distributions for the platforms, or for all of them: ${platforms.map(({ name }) => name).join(", ")}.
Each consists of three files in dist/, or in the folder of --out:

  parlance-VERSION-PLATFORM.tar.gz           the program, Node, PostgreSQL and the web client
  parlance-VERSION-PLATFORM.tar.gz.sha256    its checksum, for sha256sum -c
  parlance-VERSION-PLATFORM.cdx.json         the software in it, in the format CycloneDX

With --deb, also builds the Debian packages parlance_VERSION-1_ARCHITECTURE.deb for Linux, with their checksums.

Node and packages with binaries are downloaded once, with npm. The same commit always results in the same bytes: its time is
the time of all files, unless SOURCE_DATE_EPOCH contains another one, in seconds since 1970.
Exit status: 0 if all were built, 1 if one could not be built, 2 for wrong arguments.`;

interface Options {
  readonly folder: string;
  /** Whether Debian packages are built in addition to the archives. */
  readonly withDebianPackages: boolean;
}

/** Builds distributions into a folder. */
async function build(chosen: readonly Platform[], { folder, withDebianPackages }: Options): Promise<void> {
  await buildWebClient(root, process.execPath);
  if (!isBuilt()) throw new DistributionError("the web client could not be built");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const built = buildTime();
  const program = await bundleProgram();
  mkdirSync(folder, { recursive: true });
  for (const platform of chosen) {
    const name = `parlance-${version}-${platform.name}`;
    const { files, sbom } = await collectDistribution({ platform, version, built, program }).catch((error: unknown) => {
      if (!(error instanceof DistributionError)) throw error;
      throw new DistributionError(`${platform.name}: ${error.message}`, { cause: error });
    });
    const archive = await createGzip(await createTar(moveTo(name, files), built));
    if (archive.length > MAX_ARCHIVE_BYTES)
      throw new DistributionError(`${name} has ${archive.length} bytes; at most ${MAX_ARCHIVE_BYTES} are allowed`);
    const path = join(folder, `${name}.tar.gz`);
    writeFileSync(path, archive);
    writeFileSync(join(folder, `${name}.cdx.json`), sbom);
    finish(path);
    if (withDebianPackages && hasDebianPackage(platform))
      finish(await buildDebianPackage(folder, { files, platform, version, built }));
  }
}

/** Writes the checksum of a file, and prints its size. */
function finish(path: string): void {
  const content = readFileSync(path);
  writeFileSync(`${path}.sha256`, `${createHash("sha256").update(content).digest("hex")}  ${basename(path)}\n`);
  console.log(`${path} (${(content.length / 1e6).toFixed(1)} MB)`);
}

/** Returns the time of SOURCE_DATE_EPOCH, or of the last commit. */
function buildTime(): Date {
  const seconds = process.env["SOURCE_DATE_EPOCH"] ?? listFromGit(root, "log", "-1", "--format=%ct")[0];
  const time = new Date(Number(seconds) * 1000);
  if (Number.isNaN(time.getTime())) throw new DistributionError("SOURCE_DATE_EPOCH must be a number of seconds");
  return time;
}

async function main(args: readonly string[]): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: "string", default: join(root, "dist") },
        deb: { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 2;
  }
  const { positionals, values } = parsed;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const unknown = positionals.filter((name) => !platforms.some((platform) => platform.name === name));
  if (unknown.length > 0) {
    console.error(`there is no distribution for ${unknown.join(", ")}\n\n${HELP}`);
    return 2;
  }
  const chosen = platforms.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  try {
    await build(chosen, { folder: values.out, withDebianPackages: values.deb });
    return 0;
  } catch (error) {
    if (!(error instanceof DistributionError)) throw error;
    console.error(`dist: ${error.message}`);
    return 1;
  }
}

if (isMain(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
