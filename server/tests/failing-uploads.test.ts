import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { SeededRandom, createTestOrganization, type TestUser, startServer, until, untilIdle } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { markConnectionLost } from "@parlance/kernel/db/outage.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { createUpload } from "#modules/messages/uploads/fixtures/tus.ts";
import { uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";

/* Requests with bodies, of every kind that the server accepts, are cut off, sent concurrently and made to fail. In each
   case, every request must end without leaving an open connection, body, file or reserved memory behind. */

const KIB = 1024;
/** Maximum size of a body, in bytes. Most bodies are larger than the buffers between the network and the file store. */
const MAX_BYTES = 400 * KIB;
/**
 * Number of kinds of requests that are sent concurrently. A kind can occur several times, and may send two requests.
 */
const TOGETHER = 6;
/**
 * Quota of an organization's files, and number of rounds after which a new organization is used, before the files can
 * reach the quota.
 */
const [QUOTA_MIB, ROUNDS_PER_REALM] = [24, 10];

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-failing-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
// A long grace period, so that no request ends because its body was received too slowly.
const server = await startServer({ uploadsFolder, uploadQuotaMib: QUOTA_MIB, bodyGraceSeconds: 3600 });

/**
 * A member and an administrator of one organization, who send the requests. Some organizations have an exhausted quota.
 */
interface Senders {
  readonly member: TestUser;
  readonly admin: TestUser;
}

const full = await createTestOrganization(server);
await uploadAs(full.othello, Buffer.alloc(QUOTA_MIB * KIB * KIB));
const crowded: Senders = { member: full.hamlet, admin: full.iago };

/** A raw HTTP request. */
interface Wire {
  readonly head: string;
  readonly body: Buffer;
}

/** Creates a request. `route` is the method and the path below `/api/v1`. */
function wire(person: TestUser, route: string, type: string, body: Buffer, more: readonly string[] = []): Wire {
  const credentials = Buffer.from(`${person.email}:${person.apiKey}`).toString("base64");
  const lines = [
    `${route.replace(" ", " /api/v1")} HTTP/1.1`,
    `host: ${person.site.host}`,
    `authorization: Basic ${credentials}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
    ...more,
  ];
  return { head: `${lines.join("\r\n")}\r\n\r\n`, body };
}

function form(content: Buffer): Buffer {
  const prefix = '--edge\r\ncontent-disposition: form-data; name="file"; filename="play.txt"\r\n\r\n';
  return Buffer.concat([Buffer.from(prefix), content, Buffer.from("\r\n--edge--\r\n")]);
}

const MULTIPART = "multipart/form-data; boundary=edge";
const TUS = ["tus-resumable: 1.0.0"];
const BYTES = "application/offset+octet-stream";

/** Creates the request, or the two requests, of one kind. All requests of a round are sent concurrently. */
type Kind = (dice: SeededRandom, content: Buffer, roomy: Senders) => Promise<readonly Wire[]>;

const formKind =
  (path: string, sender: keyof Senders = "member"): Kind =>
  async (dice, content, roomy) => [wire(dice.pick([roomy, crowded])[sender], `POST ${path}`, MULTIPART, form(content))];

const kinds: Readonly<Record<string, Kind>> = {
  file: formKind("/user_uploads"),
  avatar: formKind("/users/me/avatar"),
  icon: formKind("/realm/icon", "admin"),
  logo: formKind("/realm/logo?night=false", "admin"),
  emoji: formKind("/realm/emoji/skull"),
  "fields in parts": formKind("/messages"),
  fields: async (_dice, content, { member }) => [
    wire(member, "POST /drafts", "application/x-www-form-urlencoded", Buffer.concat([Buffer.from("a="), content])),
  ],
  "no form": async (_dice, content, { member }) => [wire(member, "POST /messages", "application/json", content)],
  "resumable upload with its first bytes": async (dice, content, roomy) => [
    wire(dice.pick([roomy, crowded]).member, "POST /tus", BYTES, content, [
      ...TUS,
      `upload-length: ${content.length + dice.integerBelow(2) * 10}`,
    ]),
  ],
  "resumable upload": async (dice, content, { member }) => {
    const path = (await createUpload(member, content.length + dice.integerBelow(2))).replace("/api/v1", "");
    const sent = wire(member, `PATCH ${path}`, BYTES, content, [...TUS, "upload-offset: 0"]);
    // If two requests are sent, one of them finds that the other was faster.
    return dice.boolean() ? [sent, sent] : [sent];
  },
};

/** Faults of the server during a round. Each function causes a fault and returns a function that ends it. */
const faults: Readonly<Record<string, (dice: SeededRandom) => () => void>> = {
  nothing: () => () => undefined,
  "the disk is full": (dice) => {
    const files = server.files as { put: FileStore["put"] };
    const put = files.put.bind(files);
    const room = dice.integerBelow(MAX_BYTES);
    files.put = (name, content) => put(name, untilFull(content, room));
    return () => {
      files.put = put;
    };
  },
  "the database is away": () => {
    const { pool } = server.db;
    const connected = pool.connect.bind(pool);
    const away = (use?: (error: Error) => void) => {
      const error = markConnectionLost(new Error("the connection is refused"));
      return use ? use(error) : Promise.reject(error);
    };
    pool.connect = away as typeof pool.connect;
    return () => {
      pool.connect = connected;
    };
  },
};

async function* untilFull(content: AsyncIterable<Uint8Array>, room: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > room) throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
    yield chunk;
  }
}

/**
 * Number of bytes of a request that the client sends, and whether the client then waits for the response or
 * disconnects.
 */
interface Course {
  readonly sent: number;
  readonly waits: boolean;
}

function courseOf(dice: SeededRandom, { body }: Wire): Course {
  if (dice.fraction() < 0.4) return { sent: body.length, waits: true };
  return { sent: dice.pick([0, 1, dice.integerBelow(body.length), body.length]), waits: false };
}

/** Sends a request in chunks. Resolves when it has a response or was cut off. */
async function goes(dice: SeededRandom, { head, body }: Wire, { sent, waits }: Course): Promise<void> {
  const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  ports.add(socket.localPort);
  const answered = waits && answerOn(socket);
  socket.write(head);
  for (let from = 0; from < sent && socket.writable;) {
    const to = Math.min(sent, from + 1 + dice.integerBelow(128 * KIB));
    if (!socket.write(body.subarray(from, to))) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    from = to;
  }
  if (answered) await answered;
  else if (dice.boolean()) await setImmediate();
  socket.destroy();
}

/** Resolves when a response has started; rejects if the connection ends without one. */
function answerOn(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("data", () => resolve()).once("close", () => reject(new Error("the request got no answer")));
  });
}

/** Returns the files of the file store that this process has open. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir("/proc/self/fd").catch(() => []);
  const targets = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(uploadsFolder));
}

/** The server's ends of its connections. */
const connections = new Set<Socket>();
server.app.server.on("connection", (socket: Socket) => {
  connections.add(socket.once("close", () => connections.delete(socket)));
});
/** Client ports of the current round's requests. */
const ports = new Set<number | undefined>();

/** Waits until the requests have left nothing behind. */
async function untilNothingIsLeft(): Promise<void> {
  await untilIdle(server.metrics);
  await until(() => ![...connections].some(({ remotePort }) => ports.has(remotePort)));
  ports.clear();
  await until(async () => (await openFiles()).length === 0);
  await until(async () => (await readdir(join(uploadsFolder, ".unfinished"))).length === 0);
}

test("however a request with a body fails, it ends and leaves nothing behind", async () => {
  const { rounds, seed } = randomRun({ rounds: 30, exploreRounds: 400 });
  const dice = new SeededRandom(seed);
  let roomy = crowded;
  for (let round = 0; round < rounds; round += 1) {
    if (round % ROUNDS_PER_REALM === 0) {
      const { hamlet, iago } = await createTestOrganization(server);
      roomy = { member: hamlet, admin: iago };
    }
    const named = Array.from({ length: TOGETHER }, () => dice.pick(Object.keys(kinds)));
    const content = () => Buffer.alloc(1 + dice.integerBelow(MAX_BYTES), "x");
    const wires = await Promise.all(named.flatMap((name) => kinds[name]?.(dice, content(), roomy) ?? []));
    const fault = dice.pick(Object.keys(faults));
    const putRight = faults[fault]?.(dice);
    try {
      await Promise.all(wires.flat().map((one) => goes(dice, one, courseOf(dice, one))));
    } catch (error) {
      throw new Error(`round ${round} of seed ${seed}: ${fault}, with ${named.join(", ")}`, { cause: error });
    } finally {
      putRight?.();
    }
    await untilNothingIsLeft();
  }
});
