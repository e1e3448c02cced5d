import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { chmod, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "../cleanup.ts";

const BLOCK_BYTES = 1024 * 1024;

/**
 * Value for the `skip` option of tests that need a small disk: the reason if disks cannot be created here, otherwise
 * `false`.
 */
export const withoutDisks: string | false = (() => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root may mount a disk, on Linux";
  const folder = mkdtempSync(join(tmpdir(), "parlance-disk-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  if (isMounted) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return isMounted ? false : "this machine mounts no disks, not even for root";
})();

/** A disk of a given size, which a test can fill. Unmounted and deleted when the file's tests are done. */
export class SmallDisk {
  readonly folder: string;

  constructor(mebibytes: number) {
    this.folder = mkdtempSync(join(tmpdir(), "parlance-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", this.folder]);
    afterFile(async () => {
      execFileSync("umount", ["--lazy", this.folder]);
      await rm(this.folder, { recursive: true, force: true });
    });
  }

  /** Lets other users of the system write to the disk. */
  async makeWorldWritable(): Promise<void> {
    await chmod(this.folder, 0o777);
  }

  /** Fills the disk completely. */
  async fill(): Promise<void> {
    await using file = await open(this.#filler, "w");
    const block = Buffer.alloc(BLOCK_BYTES);
    for (let size = BLOCK_BYTES; size >= 1;) {
      const written = await file.write(block, 0, size).then(
        ({ bytesWritten }) => bytesWritten,
        () => 0,
      );
      if (written < size) size = Math.floor(size / 2);
    }
    const { bavail } = await statfs(this.folder);
    if (bavail > 0) throw new Error(`there is still room in ${this.folder}`);
  }

  /** Frees the space again. */
  async deleteFiller(): Promise<void> {
    await rm(this.#filler, { force: true });
  }

  get #filler(): string {
    return join(this.folder, "filler");
  }
}
