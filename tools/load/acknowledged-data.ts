import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import type { TestUser } from "../../testkit/organization/test-user.ts";

const PAGE_SIZE = 1000;
const RETRY_DELAY_MS = 100;

interface SentMessage {
  readonly id: number;
  readonly sender: TestUser;
  readonly text: string;
  /** Number of edits that the server acknowledged. */
  edits: number;
  /**
   * Whether an edit is in progress. Two edits at the same time are avoided, because it would be unknown which of them
   * is stored last.
   */
  isBeingEdited: boolean;
}

/** Messages, edits and uploads that the server has acknowledged. None of them may be lost. */
export class AcknowledgedData {
  readonly #messages = new Map<number, SentMessage>();
  readonly #lastOf = new Map<number, SentMessage>();
  readonly #uploads: { readonly user: TestUser; readonly url: string; readonly bytes: Buffer }[] = [];
  #count = 0;

  get messages(): number {
    return this.#messages.size;
  }

  get uploads(): number {
    return this.#uploads.length;
  }

  /** Sends a message that consists of a unique text and `filler`. Returns the id of the message. */
  async send(sender: TestUser, to: Record<string, unknown>, filler = ""): Promise<number> {
    const text = `load ${(this.#count += 1)}.${filler}`;
    const { id } = await sender.callOrThrow("POST", "/messages", { ...to, content: text } as never);
    this.#add({ id, sender, text });
    return id;
  }

  #add(sent: Pick<SentMessage, "id" | "sender" | "text">): void {
    const message = { ...sent, edits: 0, isBeingEdited: false };
    if (this.#messages.has(message.id)) throw new Error(`the id ${message.id} was assigned to two messages`);
    this.#messages.set(message.id, message);
    this.#lastOf.set(message.sender.id, message);
  }

  /**
   * Sends a message with an `Idempotency-Key`. As long as this fails with an error that `mayFail` accepts, sends it
   * again. The message must be stored only once. Returns its id.
   */
  async sendUntilAcknowledged(
    sender: TestUser,
    to: Record<string, unknown>,
    mayFail: (error: unknown) => boolean,
  ): Promise<number> {
    const text = `load ${(this.#count += 1)}.`;
    const key = { "idempotency-key": randomUUID() };
    for (;;) {
      try {
        const answer = await sender.call("POST", "/messages", { ...to, content: text }, key);
        if (answer.result !== "success") throw new Error(`POST /messages: ${answer.code} ${answer.msg}`);
        const id = Number(answer["id"]);
        this.#add({ id, sender, text });
        return id;
      } catch (error) {
        if (!mayFail(error)) throw error;
        await sleep(RETRY_DELAY_MS);
      }
    }
  }

  /**
   * Edits the newest message that a user has sent, unless another edit of it is in progress. The new content consists
   * of the message's text and the number of the edit.
   */
  async edit(user: TestUser): Promise<void> {
    const message = this.#lastOf.get(user.id);
    if (!message || message.isBeingEdited) return;
    message.isBeingEdited = true;
    try {
      const number = message.edits + 1;
      await user.callOrThrow("PATCH", `/messages/${message.id}`, { content: `${message.text} edit ${number}` });
      message.edits = number;
    } finally {
      message.isBeingEdited = false;
    }
  }

  async upload(user: TestUser, dice: SeededRandom): Promise<void> {
    const bytes = Buffer.from(`upload ${(this.#count += 1)} ${"x".repeat(dice.integerBelow(20_000))}`);
    const answer = await user.upload("/user_uploads", [bytes]);
    if (answer.result !== "success") throw new Error(`${answer.status} ${answer.code} ${answer.msg}`);
    this.addUpload(user, answer.url, bytes);
  }

  /** Records an upload that the server has acknowledged. */
  addUpload(user: TestUser, url: string, bytes: Buffer): void {
    this.#uploads.push({ user, url, bytes });
  }

  /**
   * Compares the acknowledged data with the data on the server. Returns a description of everything that is missing or
   * wrong.
   */
  async findLost(users: readonly TestUser[]): Promise<string[]> {
    const stored = new Map<number, string>();
    for (const user of users) {
      for (const [id, content] of await loadStoredMessages(user)) stored.set(id, content);
    }
    const lost = [...this.#messages.values()].flatMap((message) => findProblem(message, stored.get(message.id)));
    const texts = [...stored.values()].map((content) => /^load \d+\./.exec(content)?.[0]).filter(Boolean);
    const repeated = texts.length - new Set(texts).size;
    if (repeated > 0) lost.push(`${repeated} messages are stored twice`);
    for (const { user, url, bytes } of this.#uploads) {
      const { status, bytes: found } = await user.fetch(url);
      if (status !== 200 || !found.equals(bytes))
        lost.push(`the upload ${url} is not what was sent (status ${status})`);
    }
    return lost;
  }
}

function findProblem({ id, text, edits }: SentMessage, content: string | undefined): string[] {
  if (content === undefined) return [`the message ${id} is lost`];
  if (!content.startsWith(text)) return [`the message ${id} has another text: ${content.slice(0, 80)}`];
  const stored = Number(/ edit (\d+)$/.exec(content.slice(text.length))?.[1] ?? 0);
  return stored < edits ? [`the message ${id} has lost its edit ${edits}`] : [];
}

/** Returns the contents of all messages that a user can read, by message id. */
export async function loadStoredMessages(user: TestUser): Promise<Map<number, string>> {
  const stored = new Map<number, string>();
  for (let anchor = 0; ;) {
    const page = await user.callOrThrow("GET", "/messages", {
      anchor: String(anchor),
      num_before: 0,
      num_after: PAGE_SIZE,
      narrow: [],
      apply_markdown: false,
    });
    for (const { id, content } of page.messages) {
      stored.set(id, content);
      anchor = id;
    }
    if (page.found_newest) return stored;
  }
}
