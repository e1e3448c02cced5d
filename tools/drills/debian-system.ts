import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInShell } from "../docs/run-in-shell.ts";

const BUILD_MS = 10 * 60_000;

/** Returns why a drill cannot do what only root may do on Linux, or null if it can. */
export function findObstacleToRoot(purpose: string): string | null {
  if (process.platform !== "linux") return "it needs Linux";
  return process.getuid?.() === 0 ? null : `it needs root, for ${purpose}`;
}

interface DebianSystemOptions {
  /** Variant of mmdebstrap: `essential` has no package manager, `apt` has one. */
  readonly variant: "essential" | "apt";
  /** Packages in addition to those of the variant. */
  readonly packages: readonly string[];
}

/** A small Debian system in a temporary folder. Its packages are from the package sources of this machine. */
export class DebianSystem implements AsyncDisposable {
  /** Root folder of the system. */
  readonly folder: string;
  /** Name of the release. */
  readonly release: string;
  readonly #scratch: string;
  readonly #mounts: string[] = [];

  private constructor(scratch: string, release: string) {
    this.#scratch = scratch;
    this.folder = join(scratch, "root");
    this.release = release;
  }

  static async create({ variant, packages }: DebianSystemOptions): Promise<DebianSystem> {
    const scratch = await mkdtemp(join(tmpdir(), "parlance-debian-"));
    await chmod(scratch, 0o755); // other users need access to the system
    const system = new DebianSystem(scratch, await findRelease());
    try {
      const options = `--variant=${variant} --include=${packages.join(",")}`;
      const command = `mmdebstrap ${options} ${system.release} '${system.folder}'`;
      const { code, errors } = await runInShell(command, { cwd: "/", timeoutMs: BUILD_MS });
      if (code !== 0) throw new Error(`mmdebstrap failed:\n${errors}`);
      system.#mount("proc", "proc");
      system.#mount("tmpfs", "dev/shm");
      return system;
    } catch (error) {
      await system[Symbol.asyncDispose]();
      throw error;
    }
  }

  #mount(type: string, folder: string): void {
    const target = join(this.folder, folder);
    const { status, stderr } = spawnSync("mount", ["-t", type, type, target], { encoding: "utf8" });
    if (status !== 0) throw new Error(`mount failed: ${stderr}`);
    this.#mounts.push(target);
  }

  /** Returns the path of a file or folder of the system on this machine. */
  path(inside: string): string {
    return join(this.folder, inside);
  }

  /** Returns the start of a command line that runs a program in the system, as root or as another user. */
  wrapper(user?: string): readonly string[] {
    return ["/usr/sbin/chroot", ...(user === undefined ? [] : [`--userspec=${user}`]), this.folder];
  }

  /** Runs a shell command in the system. */
  run(command: string, { user }: { readonly user?: string } = {}) {
    const [chroot = "", ...args] = this.wrapper(user);
    const { status, stdout, stderr } = spawnSync(chroot, [...args, "sh", "-ec", command], {
      encoding: "utf8",
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" },
      cwd: "/",
    });
    return { status, output: stdout, errors: stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const target of this.#mounts) spawnSync("umount", [target]);
    await rm(this.#scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Returns the name of this machine's Debian release. */
async function findRelease(): Promise<string> {
  const release = await readFile("/etc/os-release", "utf8");
  return /^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1] ?? "stable";
}
