import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes a file of a backup to a path below `folder`, completely or not at all. Only its owner can read the file. An
 * existing file is left unchanged.
 */
export async function restoreFile(folder: string, path: string, data: AsyncIterable<Uint8Array>): Promise<void> {
  const target = join(folder, path);
  if ((await stat(target).catch(() => undefined)) !== undefined) return;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.part`;
  await rm(draft, { force: true });
  try {
    await using file = await open(draft, "wx", 0o600);
    for await (const chunk of data) await file.writeFile(chunk);
    await file.sync();
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
