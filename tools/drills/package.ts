import { spawnSync } from "node:child_process";
import { appendFile, copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "../distribution/api-client.ts";
import { type DistributionServer, UnpackedDistribution } from "../distribution/unpacked-distribution.ts";
import { runInShell } from "../docs/run-in-shell.ts";
import { root } from "../paths.ts";
import { DebianSystem, findObstacleToRoot } from "./debian-system.ts";
import type { Drill, DrillContext } from "./drill.ts";

const BUILD_MS = 20 * 60_000;
/** Highest exposure of the service that systemd-analyze may find, in tenths. */
const MAX_EXPOSURE = 25;
const UNIT = join(root, "deploy/debian/parlance.service");
const [DATA, SETTINGS] = ["/var/lib/parlance", "/etc/parlance/parlance.toml"];
const OWNER = "ada@example.com";
const CONTENT = "**Earl Grey**, hot";

export const packageDrill: Drill = {
  name: "package",
  about:
    "the Debian package installs, upgrades, is removed and purged in a small Debian, and messages survive all but a purge of the data",
  needs: [
    { command: "dpkg-deb", debianPackage: "dpkg" },
    { command: "lintian", debianPackage: "lintian" },
    { command: "mmdebstrap", debianPackage: "mmdebstrap" },
    { command: "systemd-analyze", debianPackage: "systemd" },
  ],
  minutes: 5,
  obstacle: () => findObstacleToRoot("chroot and mount"),
  run,
};

async function run({ print, signal }: DrillContext): Promise<readonly string[]> {
  const scratch = await mkdtemp(join(tmpdir(), "parlance-package-"));
  try {
    const [first, second] = await buildPackages(scratch);
    const problems = [...check("lintian", ["--fail-on", "error", first]), ...checkExposure()];
    print(`built and checked ${first}; problems: ${problems.length}`);
    await using system = await DebianSystem.create({ variant: "apt", packages: ["adduser", "libstdc++6"] });
    await copyFile(first, system.path("first.deb"));
    await copyFile(second, system.path("second.deb"));
    if (signal.aborted) return problems;
    return [...problems, ...(await usePackage(system, print))];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Builds the package, and one with the same files and a higher version. */
async function buildPackages(scratch: string): Promise<readonly [string, string]> {
  const build = `cd '${root}' && npm run --silent dist -- linux-${process.arch} --deb --out '${scratch}'`;
  await runOrThrow(build);
  const first = readdirSync(scratch).find((name) => name.endsWith(".deb")) ?? "";
  await runOrThrow(`cd '${scratch}' && dpkg-deb -R ${first} tree && sed -i '/^Version:/s/$/.1/' tree/DEBIAN/control`);
  await runOrThrow(`cd '${scratch}' && dpkg-deb --root-owner-group -Zgzip -z1 --build tree next.deb && rm -r tree`);
  return [join(scratch, first), join(scratch, "next.deb")];
}

async function runOrThrow(command: string): Promise<void> {
  const { code, errors } = await runInShell(command, { cwd: "/", timeoutMs: BUILD_MS });
  if (code !== 0) throw new Error(`${command} failed:\n${errors}`);
}

/** Runs a command. Returns its output if it has failed. */
function check(command: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return status === 0 ? [] : [`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`];
}

const checkExposure = () =>
  check("systemd-analyze", ["security", "--offline=true", "--no-pager", `--threshold=${MAX_EXPOSURE}`, UNIT]);

async function usePackage(system: DebianSystem, print: DrillContext["print"]): Promise<readonly string[]> {
  const problems: string[] = [];
  const expect = (command: string, expected: string | RegExp) => {
    const { output, errors } = system.run(`${command} 2>&1 || true`);
    const matches = typeof expected === "string" ? output.trim() === expected : expected.test(output);
    if (!matches) problems.push(`${command} prints ${output}${errors} instead of ${expected}`);
  };
  const apt = (command: string) => {
    const { status, output, errors } = system.run(`apt-get -q -y ${command}`);
    if (status !== 0) throw new Error(`apt-get ${command} failed:\n${output}${errors}`);
    print(`apt-get ${command}: succeeded`);
  };

  apt("install /first.deb");
  expect(`stat -c '%a %U:%G' ${SETTINGS} ${DATA}`, "640 root:parlance\n700 parlance:parlance");
  expect("readlink /etc/systemd/system/multi-user.target.wants/parlance.service", /systemd\/system\/parlance.service/);
  expect(
    "setpriv --reuid=daemon --clear-groups parlance doctor",
    /^parlance: only root .* Run: sudo parlance doctor$/m,
  );
  expect("parlance config check", /are valid/);
  const id = await sendMessage(system);
  await appendFile(system.path(SETTINGS), "# changed by the operator\n");
  apt("install /second.deb");
  expect(`tail -n 1 ${SETTINGS}`, "# changed by the operator");
  problems.push(...(await findMessage(system, id, "after the upgrade")));
  expect("parlance doctor", /^ok {4}database: /m);
  apt("remove parlance");
  expect(`ls /usr/lib/parlance /usr/bin/parlance | wc -l; stat -c %U ${SETTINGS} ${DATA}`, /0\nroot\nparlance\n$/);
  apt("purge parlance");
  expect(`stat -c %U /etc/parlance ${DATA}`, /cannot stat.*\nparlance\n$/);
  apt("install /second.deb");
  problems.push(...(await findMessage(system, id, "after the purge without its data, and a new installation")));
  system.run("echo parlance parlance/delete-data boolean true | debconf-set-selections");
  apt("purge parlance");
  if (existsSync(system.path(DATA))) problems.push(`${DATA} exists after a purge with the answer to delete it`);
  return problems;
}

/** Sends a message in a new organization. Returns the id of the message. */
async function sendMessage(system: DebianSystem): Promise<number> {
  await using server = await startAsUnit(system);
  const about = ["--name", "Acme", "--owner-email", OWNER, "--owner-name", "Ada Okafor"];
  await commandLine(system).runForJson(["organization", "create", ...about]);
  const request = await logIn(system, server.url);
  const sent = await request("messages", { type: "channel", to: "general", topic: "tea", content: CONTENT });
  if (sent.result !== "success") throw new Error(`the message was refused: ${sent.msg}`);
  return sent.id;
}

async function findMessage(system: DebianSystem, id: number, when: string): Promise<readonly string[]> {
  await using server = await startAsUnit(system);
  const request = await logIn(system, server.url);
  const read = await request(`messages/${id}?apply_markdown=false`);
  return read.message?.content === CONTENT ? [] : [`${when} the message is ${JSON.stringify(read)}`];
}

/** The command `parlance` in the system, for root. */
const commandLine = (system: DebianSystem) =>
  new UnpackedDistribution("/", { wrapper: system.wrapper(), seenAs: "/usr/bin" });

async function logIn(system: DebianSystem, url: string): Promise<ReturnType<typeof createApiClient>> {
  const { api_key: key } = await commandLine(system).runForJson<{ api_key: string }>(["user", "api-key", OWNER]);
  return createApiClient(url, OWNER, key);
}

/** Starts the server with the user, the folders and the environment that its unit states, on a free port. */
async function startAsUnit(system: DebianSystem): Promise<DistributionServer> {
  const unit = await readFile(UNIT, "utf8");
  const values = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const value = (key: string) => values(key)[0] ?? "";
  const [user, group] = [value("User"), value("Group")];
  system.run(`install -d -m 0700 -o ${user} -g ${group} /run/${value("RuntimeDirectory")}`);
  const wrapper = [
    ...system.wrapper(`${user}:${group}`),
    "env",
    `--chdir=${value("WorkingDirectory")}`,
    ...values("Environment"),
  ];
  const seenAs = value("ExecStart").replace(/\/parlance serve$/, "");
  return new UnpackedDistribution("/", { wrapper, seenAs }).serve([]);
}
