import { appendFile, chown, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "../distribution/api-client.ts";
import { UnpackedDistribution } from "../distribution/unpacked-distribution.ts";
import { root } from "../paths.ts";
import { runInShell } from "../docs/run-in-shell.ts";
import { DebianSystem, findObstacleToRoot } from "./debian-system.ts";
import type { Drill, DrillContext } from "./drill.ts";

const BUILD_MS = 10 * 60_000;
const PLATFORM = `linux-${process.arch}`;
/** The system user that runs the server. */
const [NAME, ID] = ["parlance", 1000];
/** Folder of the distribution, and the data directory, in the bare system. */
const [HOME, DATA] = ["/opt/parlance", "/var/lib/parlance"];
const OWNER = "ada@example.com";

export const bareSystem: Drill = {
  name: "bare-system",
  about:
    "a distribution from a clone of the last commit has the same bytes as one from this checkout, and works in a bare Debian, for an unprivileged user",
  needs: [
    { command: "git", debianPackage: "git" },
    { command: "mmdebstrap", debianPackage: "mmdebstrap" },
  ],
  minutes: 5,
  obstacle: () => findObstacleToRoot("chroot and mount"),
  run,
};

async function run({ print, signal }: DrillContext): Promise<readonly string[]> {
  const scratch = await mkdtemp(join(tmpdir(), "parlance-bare-"));
  try {
    const archive = await buildTwice(scratch, print);
    if (typeof archive !== "string") return archive.problems;
    await using bare = await createBareSystem(print);
    if (signal.aborted) return [];
    UnpackedDistribution.unpack(archive, bare.path(HOME));
    return await useServer(bare, print);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Builds the distribution in this checkout and in a clone of it. Returns the path of the archive. */
async function buildTwice(
  scratch: string,
  print: DrillContext["print"],
): Promise<string | { readonly problems: readonly string[] }> {
  const clone = join(scratch, "clone");
  const commands = [
    `git clone -q '${root}' '${clone}'`,
    `cd '${clone}' && npm run --silent dist -- ${PLATFORM} --out '${scratch}/first'`,
    `cd '${root}' && npm run --silent dist -- ${PLATFORM} --out '${scratch}/second'`,
  ];
  for (const command of commands) {
    const { code, output, errors } = await runInShell(command, { cwd: scratch, timeoutMs: BUILD_MS });
    if (code !== 0) return { problems: [`${command} failed:\n${errors}`] };
    if (output !== "") print(output.trim());
  }
  const { version } = JSON.parse(await readFile(join(clone, "package.json"), "utf8")) as { version: string };
  const [first, second] = ["first", "second"].map((folder) =>
    join(scratch, folder, `parlance-${version}-${PLATFORM}.tar.gz`),
  ) as [string, string];
  if (!(await readFile(first)).equals(await readFile(second)))
    return { problems: ["the clone's archive has other bytes: commit all changes first"] };
  print("both archives have the same bytes");
  return first;
}

/** Creates a Debian system with nothing but its essential packages, and with the user of the server. */
async function createBareSystem(print: DrillContext["print"]): Promise<DebianSystem> {
  const bare = await DebianSystem.create({ variant: "essential", packages: ["libstdc++6"] });
  await appendFile(bare.path("etc/passwd"), `${NAME}:x:${ID}:${ID}::${DATA}:/bin/sh\n`);
  await mkdir(bare.path(DATA));
  await chown(bare.path(DATA), ID, ID);
  const { output } = bare.run("command -v node npm git curl python3 || true");
  if (output !== "") throw new Error(`the bare system contains ${output}`);
  print(`${bare.release}, without Node, npm and git, is in ${bare.folder}`);
  return bare;
}

/** Starts the server, sends a message, starts the server again, and reads the message. */
async function useServer(bare: DebianSystem, print: DrillContext["print"]): Promise<readonly string[]> {
  const unpacked = new UnpackedDistribution("/", { wrapper: bare.wrapper(`${ID}:${ID}`), seenAs: HOME });
  const content = "**Earl Grey**, hot";
  let id: number;
  {
    await using server = await unpacked.serve(["--data-dir", DATA]);
    print(`first start: ${server.url} after ${server.startMs.toFixed(0)} ms`);
    const about = ["--name", "Acme", "--owner-email", OWNER, "--owner-name", "Ada Okafor"];
    await unpacked.runForJson(["organization", "create", ...about, "--data-dir", DATA]);
    const request = await logIn(unpacked, server.url);
    const sent = await request("messages", { type: "channel", to: "general", topic: "tea", content });
    if (sent.result !== "success") return [`the message was refused: ${sent.msg}`];
    ({ id } = sent);
    const status = await server.stop();
    if (status !== 0) return [`the server ended with ${status} on SIGTERM`];
  }
  await using server = await unpacked.serve(["--data-dir", DATA]);
  print(`second start: after ${server.startMs.toFixed(0)} ms`);
  const request = await logIn(unpacked, server.url);
  const read = await request(`messages/${id}?apply_markdown=false`);
  if (read.message?.content !== content) return [`after the second start the message is ${JSON.stringify(read)}`];
  print("the second start has the message of the first");
  const { code, output } = await unpacked.run(["doctor", "--data-dir", DATA]);
  return code === 0 ? [] : [`the doctor found problems:\n${output}`];
}

async function logIn(unpacked: UnpackedDistribution, url: string): Promise<ReturnType<typeof createApiClient>> {
  const args = ["user", "api-key", OWNER, "--data-dir", DATA];
  const { api_key: key } = await unpacked.runForJson<{ api_key: string }>(args);
  return createApiClient(url, OWNER, key);
}
