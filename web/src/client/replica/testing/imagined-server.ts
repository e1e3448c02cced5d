import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import { applyToMessage } from "../apply-to-message.ts";
import { matches } from "../matches.ts";
import type { MessagePage, MessageSource, PageRequest } from "../message-source.ts";
import type { KnownMessage } from "../messages.ts";
import type { Narrow } from "../narrow.ts";

export const ME = 1;
const OTHER = 2;

/** A server of messages: answers are made when they are asked for; they and the events come when they are let through. */
export class ImaginedServer implements MessageSource {
  readonly #tell: (event: Event) => void;
  #messages: readonly KnownMessage[] = [];
  #newestId = 0;
  #eventId = 0;
  #answers: { readonly give: () => void; readonly fail: (reason: Error) => void }[] = [];
  #untold: Event[] = [];

  constructor(tell: (event: Event) => void) {
    this.#tell = tell;
  }

  readonly page = async (request: PageRequest): Promise<MessagePage> => {
    const page = this.#pageOf(request);
    await new Promise<void>((give, fail) => this.#answers.push({ give, fail }));
    return page;
  };

  readonly byIds = async (ids: readonly number[]): Promise<Pick<MessagePage, "messages">> =>
    Promise.resolve({ messages: this.#messages.filter(({ id }) => ids.includes(id)) });

  get ids(): readonly number[] {
    return this.#messages.map(({ id }) => id);
  }

  message(id: number): KnownMessage | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  idsIn(narrow: Narrow): readonly number[] {
    return this.#messages.filter((message) => matches(narrow, message, ME) === true).map(({ id }) => id);
  }

  /** Lets the answers through that were asked for until now. */
  async answer(): Promise<void> {
    for (const { give } of this.#answers.splice(0)) give();
    await new Promise(setImmediate);
  }

  /** Loses the answers on their way: there is no network for a moment. */
  async cutOff(): Promise<void> {
    for (const { fail } of this.#answers.splice(0)) fail(new Error("The server does not answer."));
    await new Promise(setImmediate);
  }

  /** Lets the events through that happened until now. */
  deliver(): void {
    for (const event of this.#untold.splice(0)) this.#tell(event);
  }

  /** Loses the events that were not let through: a queue is gone. Answers on their way stay there. */
  lose(): void {
    this.#untold = [];
  }

  /** Lets everything through, and what is asked for in turn. */
  async settle(): Promise<void> {
    this.deliver();
    while (this.#answers.length > 0) await this.answer();
  }

  send(channelId: number, topic: string): void {
    const message = newMessage((this.#newestId += 1), channelId, topic);
    this.#messages = [...this.#messages, message];
    const { flags, ...rest } = message;
    this.#emit({ type: "message", message: rest, flags });
  }

  delete(ids: readonly number[]): void {
    this.#messages = this.#messages.filter(({ id }) => !ids.includes(id));
    this.#emit({ type: "delete_message", message_ids: [...ids], message_type: "stream" });
  }

  move(ids: readonly number[], channelId: number, topic: string): void {
    const [first] = ids.flatMap((id) => this.message(id) ?? []);
    if (!first || first.stream_id === undefined) return;
    this.#change({
      type: "update_message",
      user_id: OTHER,
      rendering_only: false,
      message_id: first.id,
      message_ids: [...ids],
      flags: first.flags,
      edit_timestamp: 0,
      stream_id: first.stream_id,
      orig_subject: first.subject,
      new_stream_id: channelId,
      subject: topic,
    });
  }

  flag(ids: readonly number[], flag: "read" | "starred", op: "add" | "remove"): void {
    const fields = { type: "update_message_flags" as const, flag, messages: [...ids], all: false };
    if (op === "add") this.#change({ op, operation: op, ...fields });
    else this.#change({ op, operation: op, ...fields });
  }

  #change(body: EventBody): void {
    const event = { ...body, id: this.#eventId };
    this.#messages = this.#messages.map((message) => applyToMessage(message, event));
    this.#emit(body);
  }

  #emit(body: EventBody): void {
    this.#untold.push({ ...body, id: (this.#eventId += 1) });
  }

  #pageOf({ narrow, anchor, before, after }: PageRequest): MessagePage {
    const ids = this.idsIn(narrow);
    const unread = ids.find((id) => this.message(id)?.flags.includes("read") === false);
    const at = anchor === "newest" ? Infinity : anchor === "first_unread" ? (unread ?? Infinity) : Number(anchor);
    const earlier = ids.filter((id) => id < at);
    const later = ids.filter((id) => id > at);
    const shown = [...earlier.slice(-before), ...ids.filter((id) => id === at), ...later.slice(0, after)];
    return {
      messages: shown.flatMap((id) => this.message(id) ?? []),
      anchor: at,
      foundOldest: earlier.length <= before,
      foundNewest: later.length <= after,
    };
  }
}

const newMessage = (id: number, channelId: number, topic: string): KnownMessage => ({
  id,
  type: "stream",
  content: "",
  content_type: "text/html",
  subject: topic,
  topic_links: [],
  stream_id: channelId,
  display_recipient: `channel ${channelId}`,
  recipient_id: channelId,
  sender_id: OTHER,
  sender_email: "",
  sender_full_name: "",
  sender_realm_str: "",
  avatar_url: null,
  client: "",
  timestamp: 0,
  is_me_message: false,
  reactions: [],
  submessages: [],
  flags: [],
});
