import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reserveFreePorts } from "../../testkit/servers/free-ports.ts";
import { startBucket } from "../../testkit/services/s3-bucket.ts";
import { TcpProxy } from "../../testkit/services/tcp-proxy.ts";
import { DedicatedPostgres } from "../../testkit/database/dedicated-postgres.ts";
import { createApiClient } from "../distribution/api-client.ts";
import { runInShell } from "../docs/run-in-shell.ts";
import { root } from "../paths.ts";
import { findUndeclaredVolumes, readComposeFile, toPodmanOptions } from "./container/compose-file.ts";
import { Podman } from "./container/podman.ts";
import { DebianSystem, findObstacleToRoot } from "./debian-system.ts";
import type { Drill, DrillContext } from "./drill.ts";
import { Proxy } from "./proxies/proxy.ts";

const BUILD_MS = 20 * 60_000;
const MAX_COMPRESSED_BYTES = 150e6;
/** User of the server in the image. */
const USER = 65_532;
const [BASE, IMAGE] = ["localhost/debian:drill", "localhost/parlance:drill"];
const OWNER = "ada@example.com";
const ORGANIZATION = ["--name", "Acme", "--owner-email", OWNER, "--owner-name", "Ada Okafor"];
const CONTENT = "**Earl Grey**, hot";

export const container: Drill = {
  name: "container",
  about:
    "the image is small enough and runs read-only as an unprivileged user; with the settings of both compose files, messages survive a restart",
  needs: ["buildah", "podman", "crun", "caddy", "mmdebstrap", "skopeo"].map((name) => ({
    command: name,
    debianPackage: name,
  })),
  minutes: 6,
  obstacle: () => findObstacleToRoot("chroot, mount and containers"),
  run,
};

async function run({ print, signal }: DrillContext): Promise<readonly string[]> {
  const scratch = await mkdtemp(join(tmpdir(), "parlance-container-"));
  const podman = new Podman(join(scratch, "storage"));
  try {
    await buildImage(podman, scratch);
    const problems = measureImage(podman, scratch, print);
    if (signal.aborted) return problems;
    print("not possible here: networks, the init process, limits, and health checks that podman schedules");
    problems.push(...(await useEmbedded(podman, scratch, print)));
    if (!signal.aborted) problems.push(...(await useFull(podman, print)));
    return problems;
  } finally {
    // The shared memory of containers can still be mounted.
    spawnSync("sh", ["-c", `grep -o '${scratch}[^ ]*' /proc/mounts | xargs -r umount --lazy`]);
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Builds the archive, a base image from Debian's packages, and the image. */
async function buildImage(podman: Podman, scratch: string): Promise<void> {
  const build = `cd '${root}' && npm run --silent dist -- linux-${process.arch} --out '${scratch}/dist'`;
  const { code, errors } = await runInShell(build, { cwd: "/", timeoutMs: BUILD_MS });
  if (code !== 0) throw new Error(`${build} failed:\n${errors}`);
  {
    await using debian = await DebianSystem.create({ variant: "essential", packages: ["libstdc++6"] });
    debian.run("rm -rf /usr/share/doc /usr/share/man /usr/share/locale /var/cache/apt /var/lib/apt/lists");
    const archive = join(scratch, "base.tar");
    spawnSync("tar", ["-C", debian.folder, "--one-file-system", "-cf", archive, "."]);
    podman.run("podman", ["import", archive, BASE]);
  }
  const archive = readdirSync(join(scratch, "dist")).find((name) => name.endsWith(".tar.gz"));
  const values = [`BASE=${BASE}`, `ARCHIVE=${archive}`].flatMap((value) => ["--build-arg", value]);
  const file = join(root, "deploy/container/Containerfile");
  const options = ["--isolation", "chroot", "--format", "docker", ...values, "--tag", IMAGE, "--file", file];
  podman.run("buildah", ["bud", ...options, join(scratch, "dist")]);
}

/** Measures the layers as a registry stores them. */
function measureImage(podman: Podman, scratch: string, print: DrillContext["print"]): string[] {
  const folder = join(scratch, "image");
  podman.run("buildah", ["push", "--quiet", IMAGE, `dir:${folder}`]);
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  print(`the image has ${(bytes / 1e6).toFixed(1)} MB compressed`);
  return bytes <= MAX_COMPRESSED_BYTES ? [] : [`the image has ${bytes} bytes, more than ${MAX_COMPRESSED_BYTES}`];
}

/** Runs the service of compose/embedded twice with the same volume. The second one must have the message of the first. */
async function useEmbedded(podman: Podman, scratch: string, print: DrillContext["print"]): Promise<string[]> {
  const compose = readComposeFile(join(root, "deploy/compose/embedded/compose.yaml"), {});
  const { parlance } = compose.services;
  if (parlance === undefined) throw new Error("compose/embedded has no service parlance");
  const data = join(scratch, "data");
  mkdirSync(data);
  chownSync(data, USER, USER);
  const [port = 0] = await reserveFreePorts(1);
  const url = `http://localhost:${port}`;
  const listen = [`--env=PARLANCE_HOST=127.0.0.1`, `--env=PARLANCE_PORT=${port}`, `--env=PARLANCE_EXTERNAL_URL=${url}`];
  const options = [...toPodmanOptions(parlance, { data }), ...listen];
  const problems = findUndeclaredVolumes(compose).map((name) => `compose/embedded does not declare the volume ${name}`);
  let id = 0;
  for (const start of ["first", "second"]) {
    await using server = await podman.serve(IMAGE, `embedded-${start}`, options);
    print(`compose/embedded, ${start} start: after ${server.startMs.toFixed(0)} ms`);
    const commands = podman.commandLine(`embedded-${start}`);
    if (start === "first") await commands.runForJson(["organization", "create", ...ORGANIZATION]);
    const { api_key: key } = await commands.runForJson<{ api_key: string }>(["user", "api-key", OWNER]);
    const request = createApiClient(url, OWNER, key);
    if (start === "first")
      ({ id } = await request("messages", { type: "channel", to: "general", topic: "tea", content: CONTENT }));
    const read = await request(`messages/${id}?apply_markdown=false`);
    if (read.message?.content !== CONTENT) problems.push(`the ${start} start reads ${JSON.stringify(read)}`);
    podman.checkHealth(IMAGE, `embedded-${start}`);
    const status = await server.stop();
    if (status !== 0) problems.push(`the container ended with ${status} on SIGTERM`);
  }
  return problems;
}

/**
 * Runs the processes of compose/full behind Caddy. The other services are programs of this machine and of the tests,
 * whose addresses replace those in the file.
 */
async function useFull(podman: Podman, print: DrillContext["print"]): Promise<string[]> {
  const variables = { PARLANCE_SITE: "localhost", PARLANCE_SECRET: "0".repeat(64), POSTGRES_PASSWORD: "secret" };
  const path = join(root, "deploy/compose/full/compose.yaml");
  const compose = readComposeFile(path, { ...variables, S3_SECRET: "secret" });
  const problems = findUndeclaredVolumes(compose).map((name) => `compose/full does not declare the volume ${name}`);
  const { parlance, ...others } = compose.services;
  if (parlance === undefined) throw new Error("compose/full has no service parlance");
  print(`compose/full: the images of ${Object.keys(others).join(", ")} are not tried`);
  const postgres = await DedicatedPostgres.start();
  await using database = await TcpProxy.start([{ path: postgres.socketPath }]);
  const bucket = await startBucket();
  const ports = await reserveFreePorts(parlance.deploy?.replicas ?? 1);
  await using proxy = await Proxy.start("caddy", ports);
  const environment = {
    ...parlance.environment,
    PARLANCE_HOST: "127.0.0.1",
    PARLANCE_EXTERNAL_URL: proxy.url,
    DATABASE_URL: String(parlance.environment["DATABASE_URL"]).replace("@postgres/", `@127.0.0.1:${database.port}/`),
    PARLANCE_UPLOADS_S3_URL: bucket.url,
    PARLANCE_UPLOADS_S3_KEY_ID: bucket.keyId,
    PARLANCE_UPLOADS_S3_SECRET: bucket.secret,
  };
  await using cleanup = new AsyncDisposableStack();
  for (const [index, port] of ports.entries()) {
    const options = toPodmanOptions({ ...parlance, environment: { ...environment, PARLANCE_PORT: port } }, {});
    cleanup.use(await podman.serve(IMAGE, `full-${index}`, options));
  }
  const commands = podman.commandLine("full-0");
  await commands.runForJson(["organization", "create", ...ORGANIZATION]);
  const { api_key: key } = await commands.runForJson<{ api_key: string }>(["user", "api-key", OWNER]);
  const request = createApiClient(proxy.url, OWNER, key);
  const { id } = await request("messages", { type: "channel", to: "general", topic: "tea", content: CONTENT });
  for (const port of ports) {
    const read = await createApiClient(`http://localhost:${port}`, OWNER, key)(`messages/${id}?apply_markdown=false`);
    if (read.message?.content !== CONTENT) problems.push(`the process on port ${port} reads ${JSON.stringify(read)}`);
  }
  const file = new FormData();
  file.append("file", new Blob(["hot"]), "tea.txt");
  const uploaded = await request("user_uploads", file);
  if (uploaded.result !== "success") problems.push(`the upload was refused: ${uploaded.msg}`);
  if (readdirSync(bucket.folder, { recursive: true }).length < 3) problems.push("the bucket contains no uploaded file");
  print("compose/full: a message and a file through Caddy, the message read from each process");
  return problems;
}
