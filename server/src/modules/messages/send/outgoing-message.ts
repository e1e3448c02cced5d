import { type MaybePromise, thenMaybe } from "@parlance/kernel/base/maybe-promise.ts";
import type { Actor, Read } from "@parlance/kernel/http/context.ts";
import { MissingParameter } from "@parlance/kernel/http/errors.ts";
import { findBotDefaults } from "#modules/bots/core/queries.ts";
import { linkifiers } from "#modules/organizations/linkifiers/linkifiers-snapshot.ts";
import type { MessageDraft } from "./message-draft.ts";
import { MissingTopic } from "../core/errors.ts";
import { InvalidIdempotencyKey } from "#modules/platform/idempotency/errors.ts";
import { parseIdempotencyKey, type IdempotencyKey } from "#modules/platform/idempotency/idempotency-keys.ts";
import {
  resolveChannelReference,
  parseChannelReference,
  resolveDirectUserIds,
  type RecipientParameter,
} from "../recipients/recipient-parameter.ts";
import { renderContent } from "../render/render-content.ts";
import { normalizeContent, normalizeTopic, parseSentTopic } from "#modules/messages/conversations/message-text.ts";

/** A client's request to send a message. */
export interface SendRequest {
  readonly type: "direct" | "private" | "channel" | "stream";
  readonly to?: RecipientParameter | undefined;
  readonly content: string;
  readonly topic?: string | undefined;
  readonly queue_id?: string | undefined;
  readonly local_id?: string | undefined;
  readonly read_by_sender?: boolean | undefined;
}

/**
 * A prepared message. Its permission is checked, and it is stored, in a transaction that may contain messages of
 * several requests.
 */
export interface OutgoingMessage {
  readonly realm: Read["realm"];
  readonly sender: Actor;
  readonly draft: MessageDraft;
  readonly idempotency: IdempotencyKey | null;
}

/** Names of interactive clients. By default, a message sent with such a client is read for its sender. */
const INTERACTIVE_CLIENT = /web|desktop|mobile|terminal|electron|android|ios|flutter/i;

/** The sender, and the data with which the sender's message is prepared. */
export type SenderContext = Pick<Read, "actor" | "realm" | "db" | "snapshot">;

/**
 * Prepares the message of a send request, as far as this needs no lock: resolves the recipients and renders the
 * content.
 */
export function prepareOutgoingRequest(ctx: Read, request: SendRequest): MaybePromise<OutgoingMessage> {
  const idempotency = parseIdempotencyKey(ctx.request.header("idempotency-key"), request);
  if (idempotency === "invalid") throw new InvalidIdempotencyKey();
  const prepared = prepareOutgoingMessage(ctx, request, ctx.request.client);
  return thenMaybe(prepared, (outgoing) => ({ ...outgoing, idempotency }));
}

/**
 * Prepares a message, as far as this needs no lock. The message need not come from a send request; for example, it may
 * be a scheduled message. `client` is the name of the sending client.
 */
export function prepareOutgoingMessage(
  writer: SenderContext,
  request: SendRequest,
  client: string,
): MaybePromise<OutgoingMessage> {
  const content = normalizeContent(request.content);
  return thenMaybe(resolveDestination(writer, request), (to) =>
    thenMaybe(renderContent(writer, content), (rendered) =>
      createOutgoingMessage(writer, request, { to, content, rendered, client }),
    ),
  );
}

function createOutgoingMessage(
  { actor, realm, snapshot }: SenderContext,
  request: SendRequest,
  { to, content, rendered, client }: Pick<MessageDraft, "to" | "content" | "rendered" | "client">,
): OutgoingMessage {
  const topicLinks = snapshot.get(linkifiers).linksOf(to.kind === "channel" ? to.topic : "");
  const readBySender = request.read_by_sender ?? INTERACTIVE_CLIENT.test(client);
  const { queue_id, local_id } = request;
  const echo = queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : undefined;
  const readBy = readBySender ? [actor.id] : [];
  const draft = { senderId: actor.id, to, topicLinks, content, rendered, client, readBy, echo };
  return { realm, sender: actor, draft, idempotency: null };
}

function resolveDestination(
  ctx: SenderContext,
  { type, to, topic: sentTopic }: SendRequest,
): MaybePromise<MessageDraft["to"]> {
  if (type === "direct" || type === "private") {
    const resolving = resolveDirectUserIds(ctx, to ?? throwMissingTo());
    return resolving.then((userIds) => ({ kind: "direct", userIds }));
  }
  return thenMaybe(to === undefined ? defaultChannel(ctx) : parseChannelReference(to), (reference) => {
    if (sentTopic === undefined) throw new MissingTopic();
    const topic = parseSentTopic(normalizeTopic(sentTopic));
    return { kind: "channel", topic, ...resolveChannelReference(ctx.snapshot, reference) };
  });
}

/** Returns the channel to which a bot sends if its request contains no recipient. */
async function defaultChannel({ db, actor }: SenderContext): Promise<{ id: number }> {
  const defaults = actor.isBot ? await findBotDefaults(db, actor.id) : undefined;
  return { id: defaults?.default_sending_channel_id ?? throwMissingTo() };
}

function throwMissingTo(): never {
  throw new MissingParameter({ var_name: "to" });
}
