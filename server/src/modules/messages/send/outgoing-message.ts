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
export async function prepareOutgoingRequest(ctx: Read, request: SendRequest): Promise<OutgoingMessage> {
  const idempotency = parseIdempotencyKey(ctx.request.header("idempotency-key"), request);
  if (idempotency === "invalid") throw new InvalidIdempotencyKey();
  return { ...(await prepareOutgoingMessage(ctx, request, ctx.request.client)), idempotency };
}

/**
 * Prepares a message, as far as this needs no lock. The message need not come from a send request; for example, it may
 * be a scheduled message. `client` is the name of the sending client.
 */
export async function prepareOutgoingMessage(
  writer: SenderContext,
  request: SendRequest,
  client: string,
): Promise<OutgoingMessage> {
  const { actor, realm, snapshot } = writer;
  const content = normalizeContent(request.content);
  const to = await resolveDestination(writer, request);
  const topicLinks = snapshot.get(linkifiers).linksOf(to.kind === "channel" ? to.topic : "");
  const rendered = await renderContent(writer, content);
  const readBySender = request.read_by_sender ?? INTERACTIVE_CLIENT.test(client);
  const { queue_id, local_id } = request;
  const echo = queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : undefined;
  const readBy = readBySender ? [actor.id] : [];
  const draft = { senderId: actor.id, to, topicLinks, content, rendered, client, readBy, echo };
  return { realm, sender: actor, draft, idempotency: null };
}

async function resolveDestination(ctx: SenderContext, request: SendRequest): Promise<MessageDraft["to"]> {
  if (request.type === "direct" || request.type === "private") {
    return {
      kind: "direct",
      userIds: await resolveDirectUserIds(ctx, request.to ?? throwMissingTo()),
    };
  }
  const reference = request.to === undefined ? await defaultChannel(ctx) : parseChannelReference(request.to);
  if (request.topic === undefined) throw new MissingTopic();
  const topic = parseSentTopic(normalizeTopic(request.topic));
  return { kind: "channel", topic, ...resolveChannelReference(ctx.snapshot, reference) };
}

/** Returns the channel to which a bot sends if its request contains no recipient. */
async function defaultChannel({ db, actor }: SenderContext): Promise<{ id: number }> {
  const defaults = actor.isBot ? await findBotDefaults(db, actor.id) : undefined;
  return { id: defaults?.default_sending_channel_id ?? throwMissingTo() };
}

function throwMissingTo(): never {
  throw new MissingParameter({ var_name: "to" });
}
