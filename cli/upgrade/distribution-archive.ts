import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { compareVersions, isVersion, version } from "@parlance/kernel/base/version.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { findOldestRelease, listMigrations } from "@parlance/kernel/db/migrate.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";
import { CommandError } from "../command-error.ts";
import { isRunning } from "./is-running.ts";

const NAME = /^(parlance-(.+?)-((?:linux|darwin)-(?:x64|arm64)))\.tar\.gz$/;
const PLATFORM = `${process.platform}-${process.arch}`;
/** Where a distribution has the migrations of the server. */
const MIGRATIONS_FOLDER = "program/migrations/server/";
/** Prefix of folders in which an archive is being unpacked. The id of the process follows. */
const UNFINISHED_PREFIX = ".parlance-upgrade-";

/** The archive of a newer distribution, whose content is what its checksum file states. */
export interface DistributionArchive {
  readonly path: string;
  readonly version: string;
  /** Name of the folder in it. */
  readonly folderName: string;
}

/**
 * Verifies the archive of a distribution.
 * @throws CommandError unless it is complete, made for this machine, and newer than this release
 */
export async function verifyArchive(path: string): Promise<DistributionArchive> {
  const [, folderName, release, platform] = NAME.exec(basename(path)) ?? [];
  if (folderName === undefined || release === undefined || !isVersion(release))
    throw new CommandError(`${basename(path)} is not the name of a distribution, parlance-VERSION-PLATFORM.tar.gz`);
  if (platform !== PLATFORM)
    throw new CommandError(`the distribution is for ${platform}, and this machine is ${PLATFORM}`);
  if (compareVersions(release, version) <= 0)
    throw new CommandError(`release ${release} is not newer than this release, ${version}`);
  const checksum = await readFile(`${path}.sha256`, "utf8").catch(() => {
    throw new CommandError(`the file ${path}.sha256 is missing: download it together with the archive`);
  });
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${errorText(error)}`);
  }
  if (!checksum.startsWith(`${hash.digest("hex")} `))
    throw new CommandError(`${path} is damaged: it does not match ${basename(path)}.sha256. Download it again.`);
  return { path, version: release, folderName };
}

/**
 * Unpacks a verified archive into a new folder beside the running distribution. The folder has its final name once it is
 * complete, and its program starts. Returns its path.
 * @throws CommandError if it cannot be unpacked or used; nothing remains then
 */
export async function unpackArchive(archive: DistributionArchive, parent: string): Promise<string> {
  await removeUnfinished(parent);
  const unfinished = join(parent, `${UNFINISHED_PREFIX}${process.pid}`);
  const folder = join(parent, archive.folderName);
  try {
    await mkdir(unfinished);
    await run("tar", ["-xzf", archive.path, "-C", unfinished, "--strip-components=1", "--no-same-owner"]);
    const printed = await run(join(unfinished, "parlance"), ["--version"]);
    if (printed.trim() !== archive.version) throw new CommandError(`its program is release ${printed.trim()}`);
    await assertCanReturn(unfinished, archive.version);
    // The link must not lead to the folder before its files are on disk.
    await run("sync", []);
    // A folder of this name was unpacked by an upgrade that did not succeed.
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return folder;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `the archive could not be unpacked in ${parent}: ${errorText(error)}. Nothing was changed.`,
      {
        cause: error,
      },
    );
  }
}

async function run(command: string, args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C" } })).stdout;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new Error(stderr.trim().split("\n")[0] || errorText(error), { cause: error });
  }
}

/** Removes what upgrades that were killed have left. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    const pid = Number(name.slice(UNFINISHED_PREFIX.length));
    if (pid === process.pid || !isRunning(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Asserts that this release can run on the database of the new one, because the upgrade may have to be undone. */
async function assertCanReturn(folder: string, release: string): Promise<void> {
  const present = await listMigrations(pathToFileURL(join(folder, MIGRATIONS_FOLDER)));
  const known = await listMigrations(MIGRATIONS);
  if (known.some(({ name }, index) => present[index]?.name !== name))
    throw new CommandError(`release ${release} lacks migrations of this release, ${version}`);
  for (const { name, sql } of present.slice(known.length)) {
    const oldest = findOldestRelease(sql);
    if (oldest !== null && compareVersions(version, oldest) >= 0) continue;
    throw new CommandError(
      `this release, ${version}, could not run any more after the migration ${name}, so the upgrade could not be undone. ` +
        `${oldest === null ? "Upgrade by hand" : `Upgrade to release ${oldest} first`}; see docs/install.md.`,
    );
  }
}
