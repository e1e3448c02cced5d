import { randomBytes } from "node:crypto";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newCertificate } from "@parlance/server/modules/messages/link-previews/fixtures/certificate.ts";
import { afterFile } from "../../../testkit/cleanup.ts";
import { reserveFreePorts } from "../../../testkit/servers/free-ports.ts";
import { ServerProcess } from "../../../testkit/servers/server-process.ts";
import { startMailbox } from "../../../testkit/services/mailbox.ts";
import { SmallDisk } from "../../../testkit/services/small-disk.ts";
import { type Fault, Victim } from "./fault.ts";

const MIB = 2 ** 20;
const DISK_MIB = 512;
/** Free part of the disk that is left. The alert warns below 0.1. */
const REMAINING_PART = 0.08;
/** Time for which another client of the slow database locks the messages, again and again, in milliseconds. */
const LOCKED_MS = 2000;
const SEND_PAUSE_MS = 200;
const DAY_MS = 86_400_000;
export const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

const startServer = async (env: Readonly<Record<string, string>> = {}, launcher: readonly string[] = []) =>
  new Victim(await ServerProcess.start(env, { launcher }));

/** Creates a temporary folder, which is deleted at the end of the drill. */
async function createFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `parlance-${purpose}-`));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // A connection's process may have just ended.
    }
  }
}

/** Stops the database's processes, until `signal` is aborted. */
function stopDatabase({ databaseProcesses }: Victim, signal: AbortSignal): void {
  signalAll(databaseProcesses, "SIGSTOP");
  signal.addEventListener("abort", () => signalAll(databaseProcesses, "SIGCONT"), { once: true });
}

const slowDatabase: Fault = {
  name: "slow database",
  alert: "ParlanceDatabaseSlow",
  prepare: startServer,
  async inject(victim, signal) {
    const owner = await victim.owner();
    const send = async () => {
      for (; !signal.aborted; await sleep(SEND_PAUSE_MS)) await owner.sendDirectMessage(owner, { content: "slowly" });
    };
    const client = await victim.connect();
    const slowDown = async () => {
      while (!signal.aborted) {
        await client.query("begin");
        await client.query("lock table message in exclusive mode");
        await sleep(LOCKED_MS);
        await client.query("commit");
      }
    };
    await Promise.all([send(), slowDown()]);
  },
};

const lostDatabase: Fault = {
  name: "lost database",
  alert: "ParlanceDatabaseLost",
  prepare: startServer,
  inject: async (victim, signal) => stopDatabase(victim, signal),
};

const fullDisk: Fault = {
  name: "disk nearly full",
  alert: "ParlanceDiskNearlyFull",
  async prepare() {
    const disk = new SmallDisk(DISK_MIB);
    // The database runs as another user.
    await disk.makeWorldWritable();
    return new Victim(await ServerProcess.startOn(join(disk.folder, "data")));
  },
  async inject({ server: { dataDir } }) {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    const bytes = (bavail - blocks * REMAINING_PART) * bsize;
    await writeFile(join(dataDir, "..", "filler"), Buffer.alloc(Math.ceil(bytes / MIB) * MIB));
  },
};

const refusedMail: Fault = {
  name: "mail refused",
  alert: "ParlanceMailRefused",
  async prepare() {
    const mailbox = await startMailbox();
    mailbox.replyToRecipient = () => ({ code: 550, text: "no such user" });
    return startServer({ SMTP_URL: mailbox.url });
  },
  async inject(victim) {
    const owner = await victim.owner();
    await owner.callOrThrow("POST", "/invites", { invitee_emails: "emilia@example.com", stream_ids: [] });
  },
};

const awayRelay: Fault = {
  name: "push relay away",
  alert: "ParlancePushRelayAway",
  async prepare() {
    const [port = 0] = await reserveFreePorts(1);
    return startServer({ PARLANCE_PUSH_RELAY_URL: `http://127.0.0.1:${port}/` });
  },
  async inject(victim) {
    const owner = await victim.owner();
    await owner.callOrThrow("POST", "/users/me/android_gcm_reg_id", { token: randomBytes(16).toString("hex") });
  },
};

const hungProcess: Fault = {
  name: "hung process",
  alert: "ParlanceProcessHung",
  prepare: startServer,
  async inject({ server }, signal) {
    server.pause();
    signal.addEventListener("abort", () => server.resume(), { once: true });
  },
};

let clockFile = "";
const clockStep: Fault = {
  name: "clock step",
  alert: "ParlanceClockStepped",
  async prepare() {
    clockFile = join(await createFolder("clock"), "offset");
    await writeFile(clockFile, "+0\n");
    const settings = { FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1" };
    return startServer({ LD_PRELOAD: FAKETIME, ...settings });
  },
  inject: () => writeFile(clockFile, "+90\n"),
};

const stuckJob: Fault = {
  name: "stuck job",
  alert: "ParlanceJobsStuck",
  prepare: startServer,
  async inject(victim) {
    const [writer, locker] = [await victim.connect(), await victim.connect()];
    const future =
      "insert into jobs.job (name, data, start_after) values ('deliver-letter', '{}', now() + interval '1 day') returning id";
    const { rows } = await writer.query<{ id: string }>(future);
    const id = rows[0]?.id;
    // A locked job is not started. The lock is requested before the update is committed, so that no process is faster.
    await writer.query("begin");
    await writer.query("update jobs.job set start_after = now() - interval '20 minutes' where id = $1", [id]);
    await locker.query("begin");
    const locked = locker.query("select from jobs.job where id = $1 for update", [id]);
    await writer.query("commit");
    await locked;
  },
};

const searchBehind: Fault = {
  name: "search behind",
  alert: "ParlanceSearchBehind",
  prepare: startServer,
  async inject(victim) {
    const [owner, locker, writer] = [await victim.owner(), await victim.connect(), await victim.connect()];
    await locker.query("begin");
    await locker.query("lock table message_search in exclusive mode");
    const id = await owner.sendDirectMessage(owner, { content: "not found" });
    await writer.query("update message set sent_at = now() - interval '20 minutes' where id = $1", [id]);
  },
};

const expiringCertificate: Fault = {
  name: "certificate about to expire",
  alert: "ParlanceCertificateExpires",
  async prepare() {
    const folder = await createFolder("certificate");
    const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    const { cert, key } = newCertificate("localhost", "ec", new Date(Date.now() + 3 * DAY_MS));
    await writeFile(certFile, cert);
    await writeFile(keyFile, key);
    const [port = 0] = await reserveFreePorts(1);
    const files = { PARLANCE_TLS_CERT_FILE: certFile, PARLANCE_TLS_KEY_FILE: keyFile };
    const server = await ServerProcess.start({ ...files, PARLANCE_METRICS_ADDRESS: String(port) });
    return new Victim(server, `127.0.0.1:${port}`);
  },
  existsFromStart: true,
  inject: () => Promise.resolve(),
};

export const allFaults: readonly Fault[] = [
  slowDatabase,
  lostDatabase,
  fullDisk,
  refusedMail,
  awayRelay,
  hungProcess,
  clockStep,
  stuckJob,
  searchBehind,
  expiringCertificate,
];
