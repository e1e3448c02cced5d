import type { Read } from "#kernel/http/context.ts";
import { normalizeContent, truncateTopic } from "#modules/messages/conversations/message-text.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { sightIn } from "#modules/channels/core/access/channel-access.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { readsContent } from "#modules/channels/core/access/visibility-rules.ts";
import { findAddressees } from "#modules/messages/recipients/resolve-users.ts";
import { InvalidUserId } from "#modules/messages/core/errors.ts";
import type { DraftInput } from "./draft-input.ts";
import { NegativeTimestamp, OneChannelId, TopicWithNul } from "./errors.ts";

/** What is asked about a draft that somebody wants to save. */
type Author = Pick<Read, "db" | "directory" | "realm" | "actor" | "now">;

/** A draft as it is kept. */
export interface Drafted {
  readonly type: DraftInput["type"];
  readonly recipients: number[];
  readonly topic: string;
  readonly content: string;
  readonly edited_at: number;
}

/**
 * Drafts as they are kept, in their order.
 * @throws the first problem, of `draftErrors`
 */
export async function draftedFrom(ctx: Author, inputs: readonly DraftInput[]): Promise<Drafted[]> {
  const { actor, realm } = ctx;
  const wanted = [...new Set(inputs.flatMap(({ type, to }) => (type === "private" ? to : [])))];
  // Who may be known: one question for all of them.
  const found = wanted.length > 0 ? await findAddressees(ctx, realm, { ...actor, isSpectator: false }, wanted) : [];
  const known = new Set(wanted.filter((_, index) => found[index] !== undefined));
  return inputs.map((input) => drafted(ctx, input, known));
}

function drafted(ctx: Author, input: DraftInput, known: ReadonlySet<number>): Drafted {
  const { type, timestamp = ctx.now.getTime() / 1000 } = input;
  const content = normalizeContent(input.content);
  if (timestamp < 0) throw new NegativeTimestamp();
  const kept = { type, content, edited_at: Math.floor(timestamp) };
  switch (type) {
    case "":
      return { ...kept, recipients: [], topic: "" };
    case "private":
      return { ...kept, recipients: others(ctx, input.to, known), topic: "" };
    case "stream": {
      const topic = truncateTopic(input.topic.trim());
      if (topic.includes("\0")) throw new TopicWithNul();
      return { ...kept, recipients: [channel(ctx, input.to)], topic };
    }
  }
}

/** The people of a conversation but for the author, whom it names only where there is nobody else. */
function others({ actor }: Author, to: readonly number[], known: ReadonlySet<number>): number[] {
  const unknown = to.find((id) => !known.has(id));
  if (unknown !== undefined) throw new InvalidUserId({ user_id: unknown });
  const all = [...new Set(to)].sort((a, b) => a - b);
  const rest = all.filter((id) => id !== actor.id);
  return rest.length > 0 ? rest : all;
}

function channel({ directory, actor }: Author, to: readonly number[]): number {
  const [id] = to;
  if (id === undefined || to.length > 1) throw new OneChannelId();
  const found = directory.of(channels).get(id);
  if (!found || found.is_archived || !readsContent(actor.role, sightIn(directory, actor.id, found))) {
    throw new InvalidChannelId();
  }
  return id;
}
