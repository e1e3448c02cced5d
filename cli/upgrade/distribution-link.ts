import { readdir, readlink, realpath, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CommandError } from "../command-error.ts";

/**
 * Returns the link beside a distribution's folder that leads to the folder, such as /opt/parlance.
 * @throws CommandError unless there is exactly one
 */
export async function findLink(home: string): Promise<string> {
  const parent = dirname(home);
  const links: string[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (entry.isSymbolicLink() && (await realpath(path).catch(() => undefined)) === home) links.push(path);
  }
  const [link, ...others] = links;
  if (link === undefined)
    throw new CommandError(
      `no link in ${parent} leads to ${home}. Create one with \`ln -s ${basename(home)} ${join(parent, "parlance")}\`, ` +
        "and start the server with it, as docs/install.md shows.",
    );
  if (others.length > 0)
    throw new CommandError(`several links lead to ${home}: ${links.join(", ")}. Remove all but one.`);
  return link;
}

/** Lets a link lead to another folder beside it. It leads to the one or the other at any time. */
export async function switchLink(link: string, folder: string): Promise<void> {
  const draft = join(dirname(link), `.${basename(link)}.new`);
  await rm(draft, { force: true });
  await symlink(basename(folder), draft);
  await rename(draft, link);
}

/** Returns the path of the folder that a link leads to. */
export const linkedFolder = async (link: string): Promise<string> => join(dirname(link), await readlink(link));
