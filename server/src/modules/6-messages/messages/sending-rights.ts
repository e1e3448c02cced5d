import type { AppError } from "#kernel/errors.ts";
import type { Tx } from "#kernel/db/types.ts";
import { postingRights, type PostingChannel } from "#modules/4-channels/channels/posting-rights.ts";
import { realmSettings } from "#modules/1-ground/realms/queries.ts";
import { EmptyTopicNotAllowed, OnlyEmptyTopicAllowed } from "./errors.ts";
import { directMessageRights } from "./direct-rights.ts";
import { groupMentionProblems, wildcardProblems, type Mentioning } from "./mention-rights.ts";
import type { Outgoing } from "./outgoing.ts";

/** Who may send what. */
export interface SendingRights {
  /** For each message, in order: null where its sender may send it, else why not. */
  readonly verdicts: readonly (AppError | null)[];
  /** The channels that somebody may write in, by id. */
  readonly channels: ReadonlyMap<number, PostingChannel>;
}

export async function sendingRights(tx: Tx, realmId: number, items: readonly Outgoing[]): Promise<SendingRights> {
  const inChannels = items.flatMap((item, nth) =>
    item.draft.to.kind === "channel" ? [{ item, to: item.draft.to, nth }] : [],
  );
  const direct = items.flatMap((item, nth) =>
    item.draft.to.kind === "direct" ? [{ item, to: item.draft.to, nth }] : [],
  );
  const verdicts: (AppError | null)[] = items.map(() => null);
  const open = new Map<number, PostingChannel>();
  const note = (nth: number, error: AppError | null) => (verdicts[nth] ??= error);

  if (inChannels.length > 0) {
    const pairs = inChannels.map(({ item, to }) => ({
      userId: item.sender.id,
      channelId: to.channelId,
      name: to.name,
    }));
    const channels = await postingRights(tx, realmId, pairs);
    const policy = await topicsPolicies(tx, realmId, inChannels, channels);
    const tooMany = await wildcardProblems(
      tx,
      realmId,
      inChannels.map(({ item }, index) => mentioning(item, channels[index])),
    );
    inChannels.forEach(({ to, nth }, index) => {
      const channel = channels[index];
      if (!channel || !("topics_policy" in channel)) return note(nth, channel ?? null);
      open.set(channel.id, channel);
      note(nth, topicProblem(to.topic, policy(channel)));
      note(nth, tooMany[index] ?? null);
    });
  }
  const conversations = direct.map(({ item, to }) => ({
    sender: item.sender,
    userIds: to.userIds,
  }));
  const problems = await directMessageRights(tx, realmId, conversations);
  direct.forEach(({ nth }, index) => note(nth, problems[index] ?? null));
  const mentionings = items.map((item) => mentioning(item));
  (await groupMentionProblems(tx, realmId, mentionings)).forEach((error, nth) => note(nth, error));
  return { verdicts, channels: open };
}

function mentioning({ sender, draft: { to, rendered } }: Outgoing, channel?: PostingChannel | AppError): Mentioning {
  const subscriberCount = channel && "subscriber_count" in channel ? channel.subscriber_count : 0;
  return { userId: sender.id, to, mentions: rendered.mentions, subscriberCount };
}

/** What each channel's policy on the empty topic comes to. An organization's can only matter to the empty topic. */
async function topicsPolicies(
  tx: Tx,
  realmId: number,
  messages: readonly { readonly to: { readonly topic: string } }[],
  channels: readonly (PostingChannel | AppError)[],
) {
  const inherits = channels.some(
    (channel, index) =>
      "topics_policy" in channel && channel.topics_policy === "inherit" && messages[index]?.to.topic === "",
  );
  const inherited = inherits ? (await realmSettings(tx, realmId)).topics_policy : "allow_empty_topic";
  return ({ topics_policy }: PostingChannel) => (topics_policy === "inherit" ? inherited : topics_policy);
}

/** What a channel's policy on the empty topic, which must be its own, has against a topic. */
export function topicProblem(topic: string, policy: string): AppError | null {
  if (policy === "disable_empty_topic" && topic === "") return new EmptyTopicNotAllowed();
  return policy === "empty_topic_only" && topic !== "" ? new OnlyEmptyTopicAllowed() : null;
}
