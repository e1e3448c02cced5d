import { lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

/**
 * Gives a checkout the installed packages of another one with the same package-lock.json, as symbolic links. The links to
 * the workspaces are relative, so each checkout uses its own. Hidden files are linked, but not hidden folders, in which
 * tools store what they derive from a checkout.
 */
export async function linkDependencies(from: string, to: string): Promise<void> {
  const folder = join(from, "node_modules");
  await linkFolder(folder, join(to, "node_modules"));
}

async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const entry = await lstat(source);
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isDirectory() && name.startsWith("@")) await linkFolder(source, target);
    else if (entry.isFile() || !name.startsWith(".")) await symlink(source, target);
  }
}
