import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../testkit/until.ts";
import { createApiClient } from "../distribution/api-client.ts";
import { UnpackedDistribution } from "../distribution/unpacked-distribution.ts";
import { runInShell } from "../docs/run-in-shell.ts";
import { root } from "../paths.ts";
import type { Drill, DrillContext } from "./drill.ts";

const BUILD_MS = 10 * 60_000;
const PLATFORM = `linux-${process.arch}`;
const OWNER = "ada@example.com";
const CONTENT = "Sent before the upgrade";

export const distributionUpgrade: Drill = {
  name: "distribution-upgrade",
  about:
    "parlance upgrade replaces the distribution of the last commit by a newer one, and the restarted server has all data; a release " +
    "that does not start is replaced by the former one",
  needs: [{ command: "git", debianPackage: "git" }],
  minutes: 5,
  obstacle: () => (process.platform === "linux" ? null : "it needs Linux"),
  run,
};

async function run({ print }: DrillContext): Promise<readonly string[]> {
  const scratch = await mkdtemp(join(tmpdir(), "parlance-upgrade-"));
  await chmod(scratch, 0o755); // the database may run as another user, who needs access to the data directory
  const dataDir = join(scratch, "data");
  try {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    const present = await build(scratch, version);
    const [newer, broken] = [nextMinor(version), nextMinor(nextMinor(version))];
    const archive = await build(scratch, newer);
    const brokenArchive = await build(scratch, broken, "throw new Error('this release does not start');");
    print(`built releases ${version}, ${newer} and, as one that does not start, ${broken}`);
    return await upgradeTwice({ scratch, dataDir, version, present, newer, archive, brokenArchive, print });
  } finally {
    await stopServer(dataDir);
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

interface Archives {
  readonly scratch: string;
  readonly dataDir: string;
  /** The present release, and its archive. */
  readonly version: string;
  readonly present: string;
  /** The newer release, its archive, and that of a release that does not start. */
  readonly newer: string;
  readonly archive: string;
  readonly brokenArchive: string;
  readonly print: DrillContext["print"];
}

/** Installs and starts the present release, upgrades it to the newer one, and then to the one that does not start. */
async function upgradeTwice({
  scratch,
  dataDir,
  version,
  present,
  newer,
  archive,
  brokenArchive,
  print,
}: Archives): Promise<readonly string[]> {
  const opt = join(scratch, "opt");
  await mkdir(opt);
  const name = `parlance-${version}-${PLATFORM}`;
  UnpackedDistribution.unpack(present, join(opt, name));
  await symlink(name, join(opt, "parlance"));
  const installed = new UnpackedDistribution(join(opt, "parlance"));
  await using _server = await installed.serve(["--data-dir", dataDir]);
  const about = ["--name", "Acme", "--owner-email", OWNER, "--owner-name", "Ada Okafor"];
  await installed.runForJson(["organization", "create", ...about, "--data-dir", dataDir]);
  const request = await logIn(installed, dataDir);
  const sent = await request("messages", { type: "channel", to: "general", topic: "tea", content: CONTENT });
  const assertServes = async (release: string): Promise<readonly string[]> => {
    const served = await servedRelease(dataDir);
    const read = await (await logIn(installed, dataDir))(`messages/${sent.id}?apply_markdown=false`);
    print(`release ${served} serves`);
    return [
      ...(served === release ? [] : [`release ${served} serves instead of ${release}`]),
      ...(read.message?.content === CONTENT ? [] : [`the message is ${JSON.stringify(read)}`]),
    ];
  };
  const done = await installed.run(["upgrade", archive, "--data-dir", dataDir]);
  print((done.output + done.errors).trim());
  if (done.code !== 0) return ["the upgrade failed"];
  const problems = [...(await assertServes(newer))];
  const failed = await installed.run(["upgrade", brokenArchive, "--data-dir", dataDir]);
  print((failed.output + failed.errors).trim());
  if (failed.code === 0) problems.push("the upgrade to a release that does not start succeeded");
  return [...problems, ...(await assertServes(newer))];
}

/**
 * Builds the distribution of a clone of the last commit with another version. `failure`: code that its server runs when
 * it starts. Returns the path of the archive.
 */
async function build(scratch: string, version: string, failure = ""): Promise<string> {
  const clone = join(scratch, `clone-${version}`);
  const runOrThrow = async (command: string) => {
    const { code, errors } = await runInShell(command, { cwd: scratch, timeoutMs: BUILD_MS });
    if (code !== 0) throw new Error(`${command} failed:\n${errors}`);
  };
  await runOrThrow(`git clone -q '${root}' '${clone}'`);
  const replaceIn = async (path: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(clone, path), "utf8");
    await writeFile(join(clone, path), text.replace(from, to));
  };
  await replaceIn("package.json", /"version": "[^"]+"/, `"version": "${version}"`);
  await replaceIn("server/src/app/main.ts", /(export async function serve\(.*\n)/, `$1  ${failure}\n`);
  await runOrThrow(`cd '${clone}' && npm run --silent dist -- ${PLATFORM} --out '${scratch}'`);
  await rm(clone, { recursive: true, force: true });
  return join(scratch, `parlance-${version}-${PLATFORM}.tar.gz`);
}

function nextMinor(version: string): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return `${major}.${minor + 1}.0`;
}

const readAddress = async (dataDir: string): Promise<{ readonly pid: number; readonly url: string }> =>
  JSON.parse(await readFile(join(dataDir, "server.json"), "utf8"));

async function servedRelease(dataDir: string): Promise<string> {
  const response = await fetch(`${(await readAddress(dataDir)).url}/api/v1/server_settings`);
  return ((await response.json()) as { service_version: string }).service_version;
}

async function logIn(installed: UnpackedDistribution, dataDir: string): Promise<ReturnType<typeof createApiClient>> {
  const args = ["user", "api-key", OWNER, "--data-dir", dataDir];
  const { api_key: key } = await installed.runForJson<{ api_key: string }>(args);
  return createApiClient((await readAddress(dataDir)).url, OWNER, key);
}

/** Stops the server that the last upgrade has started. */
async function stopServer(dataDir: string): Promise<void> {
  const address = await readAddress(dataDir).catch(() => undefined);
  if (!address) return;
  process.kill(address.pid, "SIGTERM");
  await until(() =>
    readAddress(dataDir).then(
      () => false,
      () => true,
    ),
  );
}
