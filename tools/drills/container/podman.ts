import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DistributionServer, UnpackedDistribution } from "../../distribution/unpacked-distribution.ts";

/**
 * Starts podman in a mount namespace in which cgroups are those of version 2. Its runtime does not support machines
 * with both versions.
 */
const IN_NAMESPACE = [
  "unshare",
  "--mount",
  "sh",
  "-c",
  'umount -R /sys/fs/cgroup 2>/dev/null; mount -t cgroup2 none /sys/fs/cgroup && exec "$@"',
  "sh",
];
/** Options for machines without systemd, control over cgroups, or networks for containers. */
const RESTRICTED = [
  "--cgroups=disabled",
  "--network=host",
  "--no-healthcheck",
  "--ulimit=nofile=4096:4096",
  "--ulimit=nproc=4096:4096",
];

/** Images and containers in a folder of their own. */
export class Podman {
  readonly #storage: readonly string[];

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#storage = ["--root", join(folder, "root"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  }

  /** Runs buildah or podman, and returns the output. Throws unless it succeeds. */
  run(program: "buildah" | "podman", args: readonly string[]): string {
    const [command = "", ...rest] = [...IN_NAMESPACE, program, ...this.#storage, ...args];
    const { status, stdout, stderr } = spawnSync(command, rest, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}:\n${stderr}`);
    return stdout;
  }

  /** Starts a container with a server. Resolves once it listens. */
  serve(image: string, name: string, options: readonly string[]): Promise<DistributionServer> {
    const run = ["podman", ...this.#storage, "run", "--rm", `--name=${name}`, ...RESTRICTED, ...options, image];
    const [command = "", ...args] = [...IN_NAMESPACE, ...run];
    return DistributionServer.start(() => spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] }));
  }

  /** The command line in a running container. */
  commandLine(name: string): UnpackedDistribution {
    const wrapper = [...IN_NAMESPACE, "podman", ...this.#storage, "exec", name];
    return new UnpackedDistribution("/", { wrapper, seenAs: "" });
  }

  /** Runs the image's health check in a running container. Throws unless it succeeds. */
  checkHealth(image: string, name: string): void {
    const [about] = JSON.parse(this.run("podman", ["image", "inspect", image])) as {
      readonly Healthcheck?: { readonly Test: readonly string[] };
    }[];
    const [kind, ...test] = about?.Healthcheck?.Test ?? [];
    if (kind !== "CMD") throw new Error(`${image} has no health check`);
    this.run("podman", ["exec", name, ...test]);
  }
}
