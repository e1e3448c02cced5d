// The release before this one, from release/previous.json. Tests start it on the schema of this release.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { linkDependencies } from "../docs/copy-checkout.ts";
import { root } from "../paths.ts";

interface Release {
  readonly version: string;
  readonly commit: string;
}

export interface ReleaseCheckout extends Release, AsyncDisposable {
  readonly path: string;
  /** Path of the program that starts the server and the commands. */
  readonly program: string;
}

/** Returns the previous release. */
const readPreviousRelease = (): Release =>
  JSON.parse(readFileSync(join(root, "release", "previous.json"), "utf8")) as Release;

/** Returns why the previous release cannot be checked out here, or null if it can. */
export function findObstacle(): string | null {
  const { commit } = readPreviousRelease();
  if (!existsSync(join(root, ".git"))) return "this copy of the files has no git history";
  const { status } = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root });
  return status === 0 ? null : `the git history does not contain ${commit}, the commit of the previous release`;
}

/** Checks out the previous release into a temporary folder, with its dependencies. */
export async function checkOutPreviousRelease(): Promise<ReleaseCheckout> {
  const release = readPreviousRelease();
  const path = await mkdtemp(join(tmpdir(), "parlance-previous-"));
  const remove = () => rm(path, { recursive: true, force: true });
  try {
    const archive = join(path, "archive.tar");
    run("git", ["archive", "--format=tar", `--output=${archive}`, release.commit], root);
    run("tar", ["-xf", archive, "-C", path], root);
    await rm(archive);
    await installDependencies(path);
    return { ...release, path, program: join(path, "cli", "start.mjs"), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Uses the packages that are installed in this checkout if they are the same, and otherwise installs them. */
async function installDependencies(path: string): Promise<void> {
  if (!isDeepStrictEqual(readPackages(path), readPackages(root))) run("npm", ["ci", "--silent"], path);
  else for (const folder of listWorkspaces(path)) await linkDependencies(join(root, folder), join(path, folder));
}

const listWorkspaces = (path: string): readonly string[] => [
  ".",
  ...(JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as { workspaces: string[] }).workspaces,
];

/** Returns the packages of a lock file except for the checkout's own. */
function readPackages(path: string): readonly (readonly [string, unknown])[] {
  const { packages } = JSON.parse(readFileSync(join(path, "package-lock.json"), "utf8")) as { packages: object };
  return Object.entries(packages).filter(
    ([name, { link }]: [string, { link?: true }]) => name.includes("node_modules/") && link !== true,
  );
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}
