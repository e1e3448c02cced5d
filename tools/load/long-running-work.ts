// Work that takes longer than a request: resumable uploads, scheduled messages, reminders, exports, and moves of
// topics.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import { createUpload, uploadOffset, sendChunk } from "@parlance/server/modules/messages/uploads/fixtures/tus.ts";
import { readExportBytes } from "@parlance/server/modules/organizations/exports/fixtures/read-export-content.ts";
import type { TestUser } from "../../testkit/organization/test-user.ts";
import { withServerDatabase } from "../../testkit/servers/server-database.ts";
import type { ServerProcess } from "../../testkit/servers/server-process.ts";
import { type AcknowledgedData, loadStoredMessages } from "./acknowledged-data.ts";
import type { LoadAction } from "./mixed-load.ts";

const MAX_UPLOAD_BYTES = 2_000_000;
/** Scheduled messages and reminders are due after 3 to 8 seconds. */
const [MIN_DELAY_S, MAX_DELAY_S] = [3, 8];
const MOVED_MESSAGES = 30;
const TOPICS = ["one place", "another place"];
/**
 * Maximum time for finishing the work of one kind, in milliseconds. An interrupted export is started again within two
 * minutes; all other work finishes sooner.
 */
const FINISH_MS = 300_000;
const FINISH_INTERVAL_MS = 500;

/** A resumable upload in progress. */
interface Upload {
  readonly user: TestUser;
  readonly path: string;
  readonly bytes: Buffer;
  /** Number of bytes that the server has acknowledged. */
  confirmed: number;
}

export class LongRunningWork {
  readonly figures = { "resumable uploads": 0, "scheduled messages": 0, reminders: 0, "topic moves": 0, exports: 0 };
  readonly #problems: string[] = [];
  readonly #server: ServerProcess;
  readonly #users: readonly TestUser[];
  readonly #owner: TestUser;
  readonly #channel: number;
  readonly #moved: readonly number[];
  readonly #busy = new Set<string>();
  readonly #uploads = new Map<number, Upload>();
  /**
   * The texts of scheduled messages and of reminders that the server has acknowledged, each with a user who must
   * receive the text.
   */
  readonly #scheduled = new Map<string, TestUser>();
  readonly #exports: number[] = [];
  #count = 0;

  private constructor(server: ServerProcess, users: readonly TestUser[], channel: number, moved: readonly number[]) {
    this.#server = server;
    this.#users = users;
    this.#owner = users[0] as TestUser;
    this.#channel = channel;
    this.#moved = moved;
  }

  /** Starts without any work. The first user moves topics and starts exports, and must be an owner. */
  static async start(server: ServerProcess, users: readonly TestUser[]): Promise<LongRunningWork> {
    const owner = users[0] as TestUser;
    const channel = await owner.createChannel("moves", users);
    const moved: number[] = [];
    while (moved.length < MOVED_MESSAGES)
      moved.push(await owner.sendToChannel(channel, { topic: TOPICS[0] as string }));
    return new LongRunningWork(server, users, channel, moved);
  }

  get acts(): readonly LoadAction[] {
    return [
      (user, dice, acknowledged) =>
        this.#exclusive(`upload ${user.id}`, () => this.#continueUpload(user, dice, acknowledged)),
      (user, dice) => this.#schedule(user, dice),
      (user, dice) => this.#remind(user, dice),
      () => this.#exclusive("move", () => this.#move()),
      (_, dice) => this.#exclusive("export", () => this.#export(dice)),
    ];
  }

  /**
   * Returns true if a request failed because the time of a scheduled message or reminder had passed when the request
   * was received, which happens if the server was down.
   */
  isExpected(error: unknown): boolean {
    return /time must be in the future/.test(String(error));
  }

  /** Waits until all acknowledged work is finished. Returns a description of everything that is missing or wrong. */
  async finish(acknowledged: AcknowledgedData, dice: SeededRandom): Promise<readonly string[]> {
    for (const { user } of this.#uploads.values()) {
      while (this.#uploads.has(user.id)) await this.#continueUpload(user, dice, acknowledged);
    }
    await this.#untilDone("scheduled messages and reminders", async () => !(await this.#hasPending()));
    await this.#untilDone("exports", async () => !(await this.#isExporting()));
    await this.#checkScheduled();
    await this.#checkMoved();
    await this.#checkAttachments();
    // It must always be possible to start another export, even if the last one has failed.
    await this.#startExport();
    await this.#untilDone("a last export", async () => !(await this.#isExporting()));
    await this.#checkExports();
    return this.#problems;
  }

  /**
   * Runs an action that must not run more than once at the same time. Does nothing if the action is already running.
   */
  async #exclusive(name: string, act: () => Promise<void>): Promise<void> {
    if (this.#busy.has(name)) return;
    this.#busy.add(name);
    await act().finally(() => this.#busy.delete(name));
  }

  /**
   * Creates an upload, or sends the next chunk of a started one. The chunk starts at the offset that the server
   * reports.
   */
  async #continueUpload(user: TestUser, dice: SeededRandom, acknowledged: AcknowledgedData): Promise<void> {
    const upload = this.#uploads.get(user.id);
    if (!upload) {
      const bytes = randomBytes(1 + dice.integerBelow(MAX_UPLOAD_BYTES));
      const path = await createUpload(user, bytes.length);
      this.#uploads.set(user.id, { user, path, bytes, confirmed: 0 });
      return;
    }
    const url = await this.#sendPart(upload, dice);
    if (url === undefined) return;
    acknowledged.addUpload(user, url, upload.bytes);
    this.#uploads.delete(user.id);
    this.figures["resumable uploads"] += 1;
  }

  /**
   * Sends the next chunk of an upload. If the upload is then complete, returns the URL of the file, otherwise
   * undefined.
   */
  async #sendPart(upload: Upload, dice: SeededRandom): Promise<string | undefined> {
    const { user, path, bytes, confirmed } = upload;
    const offset = await uploadOffset(user, path);
    if (typeof offset === "string") throw new Error(`HEAD ${path}: ${offset}`);
    if (offset < confirmed) this.#problems.push(`the upload ${path} has ${offset} bytes of ${confirmed} acknowledged`);
    const part = bytes.subarray(offset, offset + 1 + dice.integerBelow(bytes.length));
    const { status, body } = await sendChunk(user, path, offset, part);
    if (status !== 200 && status !== 204) throw new Error(`PATCH ${path}: status ${status} ${String(body["code"])}`);
    upload.confirmed = offset + part.length;
    return status === 200 ? String(body["url"]) : undefined;
  }

  async #schedule(user: TestUser, dice: SeededRandom): Promise<void> {
    const content = this.#newText();
    const time = { scheduled_delivery_timestamp: nearFutureTime(dice) };
    await user.callOrThrow("POST", "/scheduled_messages", { type: "direct", to: [this.#owner.id], content, ...time });
    this.#scheduled.set(content, user);
    this.figures["scheduled messages"] += 1;
  }

  async #remind(user: TestUser, dice: SeededRandom): Promise<void> {
    const note = this.#newText();
    const time = { scheduled_delivery_timestamp: nearFutureTime(dice) };
    await user.callOrThrow("POST", "/reminders", { message_id: dice.pick(this.#moved), note, ...time });
    this.#scheduled.set(note, user);
    this.figures.reminders += 1;
  }

  /** Returns a text that has not been used before and is not part of another text. */
  #newText(): string {
    return `later ${(this.#count += 1)}.`;
  }

  /** Moves all messages of a topic to another topic. First checks that all of them are in the same topic. */
  async #move(): Promise<void> {
    const topic = await this.#checkMoved();
    const other = TOPICS.find((name) => name !== topic) as string;
    const parameters = { topic: other, propagate_mode: "change_all", send_notification_to_new_thread: false } as const;
    await this.#owner.callOrThrow("PATCH", `/messages/${this.#moved[0] as number}`, parameters);
    this.figures["topic moves"] += 1;
  }

  /** Checks that all moved messages are in the same topic. Returns the topic. */
  async #checkMoved(): Promise<string> {
    const narrow = [{ operator: "channel", operand: this.#channel }];
    const page = { anchor: "oldest", num_before: 0, num_after: 1000, narrow } as const;
    const { messages } = await this.#owner.callOrThrow("GET", "/messages", page);
    const moved = messages.filter(({ id }) => this.#moved.includes(id));
    const topics = [...new Set(moved.map(({ subject }) => subject))];
    if (moved.length !== this.#moved.length || topics.length !== 1) {
      this.#problems.push(`of ${this.#moved.length} moved messages, ${moved.length} are in ${topics.join(" and ")}`);
    }
    return topics[0] as string;
  }

  /** Starts an export with a probability of one in four, unless one is in progress. */
  async #export(dice: SeededRandom): Promise<void> {
    if (dice.integerBelow(4) > 0 || (await this.#isExporting())) return;
    await this.#startExport();
  }

  async #startExport(): Promise<void> {
    // An organization may have five exports per week, so the time of earlier exports is set back by more than a week.
    await withServerDatabase(this.#server, (db) =>
      db.pool.query(`update realm_export set requested_at = requested_at - interval '8 days'`),
    );
    this.#exports.push((await this.#owner.callOrThrow("POST", "/export/realm", { export_type: 1 })).id);
    this.figures.exports += 1;
  }

  async #isExporting(): Promise<boolean> {
    return (await this.#owner.callOrThrow("GET", "/export/realm")).exports.some(({ pending }) => pending);
  }

  async #hasPending(): Promise<boolean> {
    for (const user of this.#users) {
      const { scheduled_messages: messages } = await user.callOrThrow("GET", "/scheduled_messages");
      const { reminders } = await user.callOrThrow("GET", "/reminders");
      if (messages.some(({ failed }) => !failed) || reminders.some(({ failed }) => !failed)) return true;
    }
    return false;
  }

  async #untilDone(what: string, isDone: () => Promise<boolean>): Promise<void> {
    for (const deadline = performance.now() + FINISH_MS; !(await isDone()); await sleep(FINISH_INTERVAL_MS)) {
      if (performance.now() > deadline)
        return void this.#problems.push(`${what}: not done after ${FINISH_MS / 1000} s`);
    }
  }

  /** Checks that each acknowledged text was received exactly once, and every other text at most once. */
  async #checkScheduled(): Promise<void> {
    const counts = new Map<string, Map<number, number>>();
    for (const user of this.#users) {
      for (const content of (await loadStoredMessages(user)).values()) {
        for (const [text] of content.matchAll(/\blater \d+\./g)) {
          const ofText = counts.get(text) ?? new Map<number, number>();
          counts.set(text, ofText.set(user.id, (ofText.get(user.id) ?? 0) + 1));
        }
      }
    }
    for (const [text, user] of this.#scheduled) {
      if (!counts.get(text)?.has(user.id)) this.#problems.push(`"${text}" was scheduled, and never came`);
    }
    for (const [text, ofText] of counts) {
      if (Math.max(...ofText.values()) > 1) this.#problems.push(`"${text}" came more than once`);
    }
  }

  /** Checks that each file listed by the server can be downloaded completely. */
  async #checkAttachments(): Promise<void> {
    for (const user of this.#users) {
      for (const { path_id: path, size } of (await user.callOrThrow("GET", "/attachments")).attachments) {
        const { status, bytes } = await user.fetch(`/user_uploads/${path}`);
        if (status === 200 && bytes.length === size) continue;
        this.#problems.push(`the file ${path} of ${size} bytes is listed, but has ${bytes.length} (status ${status})`);
      }
    }
  }

  async #checkExports(): Promise<void> {
    const { exports } = await this.#owner.callOrThrow("GET", "/export/realm");
    for (const id of this.#exports) {
      const found = exports.find((one) => one.id === id);
      if (!found) this.#problems.push(`the export ${id} is not listed`);
      // An export that was interrupted too often fails. This is acceptable, except for the last export, which was not
      // interrupted.
      else if (found.failed_timestamp !== null && id !== this.#exports.at(-1)) continue;
      else await this.#checkFile(id, found.export_url);
    }
  }

  async #checkFile(id: number, url: string | null): Promise<void> {
    try {
      const { bytes } = await this.#owner.fetch(new URL(url ?? "").pathname);
      const messages = (await readExportBytes(bytes)).rows.get("message")?.length ?? 0;
      if (messages < MOVED_MESSAGES) throw new Error(`it has ${messages} messages`);
    } catch (error) {
      this.#problems.push(`the export ${id} is not whole: ${String(error)}`);
    }
  }
}

/** Returns a time in the near future, in seconds since 1970. */
const nearFutureTime = (dice: SeededRandom): number =>
  Math.ceil(Date.now() / 1000) + MIN_DELAY_S + dice.integerBelow(MAX_DELAY_S - MIN_DELAY_S + 1);
