import { execFileSync } from "node:child_process";
import { appendFile, chmod, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestUser } from "../../testkit/organization/test-user.ts";
import { ServerProcess } from "../../testkit/servers/server-process.ts";
import { fetchPath } from "../../testkit/http.ts";
import { withoutDisks } from "../../testkit/services/small-disk.ts";
import { MixedLoad } from "../load/mixed-load.ts";
import type { Drill, DrillContext } from "./drill.ts";

const DISK_MIB = 512;
/** Free disk space at the start of the load, in MiB. The load then fills it. */
const REMAINING_MIB = 24;
const MIB = 2 ** 20;
const PAUSE_MS = 2;
/** Length of the messages, in characters. Their text cannot be compressed, so that they fill the disk sooner. */
const FILLER_LENGTH = 8_000;
/** Maximum time in milliseconds until the server must report that the disk is full. */
const REPORT_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 5 * 60_000;
const USERS = ["owner", "admin", "moderator", "member", "member2"];
const CLIENTS_EACH = 3;
const MIN_REFUSALS = 50;

const isRefusal = (error: unknown): boolean =>
  /DISK_FULL|DATABASE_UNAVAILABLE|OUTCOME_UNKNOWN|503|ENOSPC/.test(String(error));

export const fullDisk: Drill = {
  name: "full-disk",
  about:
    "while the disk is full, writes are refused with the reason, nothing acknowledged is lost, and with room all works",
  needs: [
    { command: "mount", debianPackage: "mount" },
    { command: "umount", debianPackage: "mount" },
  ],
  minutes: 3,
  obstacle: () => (withoutDisks === false ? null : withoutDisks),
  run,
};

async function run(context: DrillContext): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "parlance-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "tmpfs", folder]);
  try {
    // PostgreSQL cannot be run as root, so another user must have access to the folder with its data.
    await chmod(folder, 0o755);
    return await fillDisk(folder, context);
  } finally {
    execFileSync("umount", ["--lazy", folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillDisk(folder: string, { print, signal }: DrillContext): Promise<readonly string[]> {
  await using server = await ServerProcess.startOn(join(folder, "data"));
  const people = await server.demoUsers();
  const users = USERS.map((name) => people[name] as TestUser);
  const channel = await (users[0] as TestUser).createChannel("full", users);
  const filler = join(folder, "filler");
  await writeFile(filler, Buffer.alloc(Math.max(0, (await freeMib(folder)) - REMAINING_MIB) * MIB));
  const clients = Array.from({ length: CLIENTS_EACH }, () => users).flat();
  await using load = new MixedLoad({
    users: clients,
    channel,
    seed: 1,
    pauseMs: PAUSE_MS,
    fillerLength: FILLER_LENGTH,
    isExpected: isRefusal,
  });

  const deadline = performance.now() + TIMEOUT_MS;
  while (load.refused < MIN_REFUSALS && performance.now() < deadline && !signal.aborted) {
    await Promise.race([sleep(200), load.failure]);
  }
  const before = load.acknowledged.messages;
  print(`full: ${before} messages and ${load.acknowledged.uploads} uploads acknowledged; refused: ${load.reasons}`);
  if (load.refused < MIN_REFUSALS) return [`the disk did not fill up: ${await freeMib(folder)} MiB are left`];
  const problems: string[] = [];
  const full = await waitUntilReportedFull(server, folder, load);
  print(`GET /ready while it is full: ${full}`);
  if (full !== "503 DISK_FULL") problems.push(`GET /ready does not say that the disk is full: ${full}`);

  await rm(filler);
  await load.untilAcknowledged(20);
  const free = await fetchReadiness(server);
  print(`with room again: ${load.acknowledged.messages - before} more messages, GET /ready: ${free}`);
  if (!free.startsWith("200")) problems.push(`GET /ready is not well with room again: ${free}`);
  await load.stop();
  problems.push(...(await load.acknowledged.findLost(users)));
  const status = await server.stop();
  if (status !== 0) problems.push(`the server ended with ${status} on SIGTERM`);
  return problems;
}

/**
 * Fills the free disk space, again and again because the database frees some, until the server reports that the disk is
 * full or a minute has passed.
 */
async function waitUntilReportedFull(server: ServerProcess, folder: string, load: MixedLoad): Promise<string> {
  for (const deadline = performance.now() + REPORT_TIMEOUT_MS; ;) {
    const room = (await freeMib(folder)) * MIB;
    if (room > 0) await appendFile(join(folder, "filler"), Buffer.alloc(room)).catch(() => undefined);
    const readiness = await fetchReadiness(server);
    if (readiness === "503 DISK_FULL" || performance.now() > deadline) return readiness;
    await Promise.race([sleep(200), load.failure]);
  }
}

async function freeMib(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / MIB);
}

async function fetchReadiness({ port }: ServerProcess): Promise<string> {
  const { status, bytes } = await fetchPath({ port, host: `127.0.0.1:${port}` }, "/ready");
  const { code = "" } = JSON.parse(bytes.toString()) as { code?: string };
  return `${status} ${code}`.trim();
}
