import { existsSync, readFileSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { listFiles } from "../source-files.ts";
import { root } from "../paths.ts";

const OWN_PACKAGES = "@parlance";
const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { workspaces: string[] };

/**
 * Copies this checkout into a temporary folder, in which the steps of a tutorial can change files.
 * @param installed whether the copy contains the installed packages, so that its code can run
 */
export async function copyCheckout({ installed }: { installed: boolean }): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "parlance-tutorial-"));
  const files = listFiles();
  for (const folder of new Set(files.map(dirname))) await mkdir(join(path, folder), { recursive: true });
  await Promise.all(files.map((file) => copyFile(join(root, file), join(path, file))));
  if (installed) {
    for (const folder of [".", ...workspaces]) await linkDependencies(join(root, folder), join(path, folder));
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Excludes the built web client, because it contains paths of this checkout. The copy builds its own web client. */
const filter = (path: string): boolean => basename(path) !== "web-client";

/**
 * Links the installed packages of a folder, if it has any. The repository's own packages are links within the checkout;
 * these links are copied, so that they lead to the copy and not to the original. Folders whose name starts with a dot
 * are copied as well.
 */
export async function linkDependencies(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, "node_modules"), join(to, "node_modules")];
  if (!existsSync(source)) return;
  await mkdir(target);
  for (const name of await readdir(source)) {
    const isOwn = name === OWN_PACKAGES || name.startsWith(".");
    if (isOwn) await cp(join(source, name), join(target, name), { recursive: true, verbatimSymlinks: true, filter });
    else await symlink(join(source, name), join(target, name));
  }
}
