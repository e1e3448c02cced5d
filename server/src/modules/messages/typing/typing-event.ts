import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";
import { InvalidUserId } from "#modules/messages/core/errors.ts";
import { EmptyTo, MissingChannelId, MissingTo, MissingTopic } from "./errors.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { toUsers } from "@parlance/kernel/events/audience.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { normalizeTopic, parseSentTopic } from "#modules/messages/conversations/message-text.ts";
import { userRecordOf, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { resolveUsers } from "#modules/messages/recipients/resolve-users.ts";
import type { TypingBody } from "./events.ts";
import { loadTypingAudience } from "./typing-audience.ts";
import { assertSendsChannelTyping, assertSendsDirectTyping } from "./policy.ts";
import { postingPermissionIn } from "#modules/channels/core/access/posting-permissions.ts";

/** A client's request that reports that its user started or stopped typing. */
interface TypingRequest {
  readonly type: "direct" | "stream" | "channel";
  readonly op: "start" | "stop";
  readonly to?: readonly number[] | undefined;
  readonly stream_id?: number | undefined;
  readonly topic?: string | undefined;
}

/**
 * Creates the event that a user started or stopped writing a message. Returns null if the channel or conversation has
 * too many members.
 * @throws the errors in errors.ts, InvalidUserId, InvalidTopicCharacter, and the errors with which sending to the
 * channel would fail
 */
export function createTypingEvent(ctx: Read, request: TypingRequest): Promise<EphemeralEvent | null> {
  return request.type === "direct" ? createDirectTypingEvent(ctx, request) : createChannelTypingEvent(ctx, request);
}

const typingUser = ({ snapshot, realm }: Read, userId: number) => {
  const account = userRecordOf(required(snapshot.get(users).get(userId)));
  return { user_id: userId, email: apiEmail(account, realm) };
};

async function createDirectTypingEvent(ctx: Read, { op, to }: TypingRequest): Promise<EphemeralEvent | null> {
  const { actor, realm } = ctx;
  if (to === undefined) throw new MissingTo();
  if (to.length === 0) throw new EmptyTo();
  assertSendsDirectTyping(ctx);
  const found = await resolveUsers(ctx, realm, { ...actor, isSpectator: false }, to);
  const unknown = found.findIndex((account) => account === undefined);
  if (unknown >= 0) throw new InvalidUserId({ user_id: to[unknown] ?? 0 });
  const members = [...new Set([...to, actor.id])].sort((a, b) => a - b);
  const audience = await loadTypingAudience(ctx, members, members);
  if (!audience) return null;
  const recipients = members.map((id) => typingUser(ctx, id));
  const sender = typingUser(ctx, actor.id);
  const payload: TypingBody = { type: "typing", op, message_type: "direct", sender, recipients };
  return { audience: toUsers(realm.id, audience), payload };
}

async function createChannelTypingEvent(ctx: Read, request: TypingRequest): Promise<EphemeralEvent | null> {
  const { actor, realm, snapshot } = ctx;
  const { op, stream_id: channelId } = request;
  if (channelId === undefined) throw new MissingChannelId();
  if (request.topic === undefined) throw new MissingTopic();
  const topic = parseSentTopic(normalizeTopic(request.topic));
  assertSendsChannelTyping(ctx);
  const channel = postingPermissionIn(snapshot, { userId: actor.id, channelId });
  if (channel instanceof AppError) throw channel;
  const audience = await loadTypingAudience(ctx, snapshot.get(subscriptions).subscribersOf(channelId), [actor.id]);
  if (!audience) return null;
  const sender = typingUser(ctx, actor.id);
  const payload: TypingBody = { type: "typing", op, message_type: "stream", sender, stream_id: channelId, topic };
  return { audience: toUsers(realm.id, audience), payload };
}
