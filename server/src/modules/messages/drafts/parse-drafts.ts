import type { Read } from "@parlance/kernel/http/context.ts";
import { normalizeContent, truncateTopic } from "#modules/messages/conversations/message-text.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { channelVisibilityIn } from "#modules/channels/core/access/channel-access.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { canReadContent } from "@parlance/contract/rules/channel-access.ts";
import { resolveUsers } from "#modules/messages/recipients/resolve-users.ts";
import { InvalidUserId } from "#modules/messages/core/errors.ts";
import type { DraftInput } from "./draft-input.ts";
import { NegativeTimestamp, ExactlyOneChannelRequired, TopicContainsNullByte } from "./errors.ts";

/** The data that validating a draft requires. */
type DraftContext = Pick<Read, "db" | "snapshot" | "realm" | "actor" | "now">;

/** Values for the database row of a draft. */
export interface DraftValues {
  readonly type: DraftInput["type"];
  readonly recipients: number[];
  readonly topic: string;
  readonly content: string;
  readonly edited_at: number;
}

/**
 * Parses drafts into values for the database, in the same order.
 * @throws the first error found, of `draftErrors`
 */
export async function parseDrafts(ctx: DraftContext, inputs: readonly DraftInput[]): Promise<DraftValues[]> {
  const { actor, realm } = ctx;
  const wanted = [...new Set(inputs.flatMap(({ type, to }) => (type === "private" ? to : [])))];
  // One query resolves all recipients that the actor can see.
  const found = wanted.length > 0 ? await resolveUsers(ctx, realm, { ...actor, isSpectator: false }, wanted) : [];
  const known = new Set(wanted.filter((_, index) => found[index] !== undefined));
  return inputs.map((input) => parseDraft(ctx, input, known));
}

function parseDraft(ctx: DraftContext, input: DraftInput, known: ReadonlySet<number>): DraftValues {
  const { type, timestamp = ctx.now.getTime() / 1000 } = input;
  const content = normalizeContent(input.content);
  if (timestamp < 0) throw new NegativeTimestamp();
  const common = { type, content, edited_at: Math.floor(timestamp) };
  switch (type) {
    case "":
      return { ...common, recipients: [], topic: "" };
    case "private":
      return { ...common, recipients: otherRecipients(ctx, input.to, known), topic: "" };
    case "stream": {
      const topic = truncateTopic(input.topic.trim());
      if (topic.includes("\0")) throw new TopicContainsNullByte();
      return { ...common, recipients: [parseChannel(ctx, input.to)], topic };
    }
  }
}

/**
 * Returns the recipients of a direct message draft, sorted. The author is omitted unless he or she is the only
 * recipient.
 */
function otherRecipients({ actor }: DraftContext, to: readonly number[], known: ReadonlySet<number>): number[] {
  const unknown = to.find((id) => !known.has(id));
  if (unknown !== undefined) throw new InvalidUserId({ user_id: unknown });
  const all = [...new Set(to)].sort((a, b) => a - b);
  const rest = all.filter((id) => id !== actor.id);
  return rest.length > 0 ? rest : all;
}

function parseChannel({ snapshot, actor }: DraftContext, to: readonly number[]): number {
  const [id] = to;
  if (id === undefined || to.length > 1) throw new ExactlyOneChannelRequired();
  const found = snapshot.get(channels).get(id);
  if (!found || found.is_archived || !canReadContent(actor.role, channelVisibilityIn(snapshot, actor.id, found))) {
    throw new InvalidChannelId();
  }
  return id;
}
