import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { channelNameKey } from "#modules/channels/core/access/channel-access.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { ChannelIdDoesNotExist } from "#modules/channels/core/errors.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { isRowId } from "@parlance/kernel/base/storable-values.ts";
import { resolveUsers } from "./resolve-users.ts";
import {
  InvalidChannelType,
  InvalidEmail,
  InvalidRecipientsType,
  InvalidUserId,
  MissingChannel,
  MixedRecipients,
  MultipleChannels,
  NoRecipients,
  OneChannelExpected,
  RecipientDeactivated,
  TooManyRecipients,
} from "../core/errors.ts";

/** The parameter `to` of a request that sends a message. */
export type RecipientParameter = string | number | readonly (string | number)[];

/** A channel named by id or by name. */
export type ChannelReference = { readonly id: number } | { readonly name: string };

/** A channel's id and, if the sender referred to the channel by name, this name. */
interface ResolvedChannelReference {
  readonly channelId: number;
  readonly name?: string;
}

/** An id that no channel has. It stands for a channel that was not found by its name. */
const NO_CHANNEL_ID = 0;

const MAX_RECIPIENTS = 1000;

/**
 * Parses the parameter `to` of a channel message. It must name exactly one channel.
 * @throws MissingChannel, MultipleChannels, OneChannelExpected, InvalidChannelType
 */
export function parseChannelReference(to: RecipientParameter): ChannelReference {
  if (Array.isArray(to)) {
    if (to.length > 1) throw new MultipleChannels();
    const [only] = to as readonly (string | number)[];
    if (only === undefined) throw new OneChannelExpected();
    return parseChannelReference(only);
  }
  if (typeof to === "number") return { id: to };
  if (typeof to === "string") return to === "" ? throwMissingChannel() : { name: to };
  throw new InvalidChannelType();
}

function throwMissingChannel(): never {
  throw new MissingChannel();
}

/**
 * Resolves a reference to a channel. Whether the channel exists and the sender has access is checked later, under the
 * lock that prevents both from changing. Until then, the result does not reveal whether a channel exists that the
 * sender cannot see.
 * @throws ChannelIdDoesNotExist if the id is out of range
 */
export function resolveChannelReference(
  snapshot: OrganizationSnapshot,
  reference: ChannelReference,
): ResolvedChannelReference {
  if ("id" in reference) {
    if (!isRowId(reference.id)) throw new ChannelIdDoesNotExist({ stream_id: reference.id });
    return { channelId: reference.id };
  }
  const name = reference.name.trim();
  return { channelId: snapshot.get(channels).byName(channelNameKey(name))?.id ?? NO_CHANNEL_ID, name };
}

/**
 * Resolves the parameter `to` of a direct message. Returns the ids of all users in the conversation, including the
 * sender, without duplicates.
 * @throws NoRecipients, TooManyRecipients, InvalidRecipientsType, MixedRecipients, InvalidUserId, InvalidEmail,
 * RecipientDeactivated
 */
export async function resolveDirectUserIds(
  ctx: Pick<Read, "db" | "snapshot" | "realm" | "actor">,
  to: RecipientParameter,
): Promise<number[]> {
  const { realm, actor: sender } = ctx;
  const wanted: readonly (string | number)[] = parseRecipientList(to);
  const found = await resolveUsers(ctx, realm, { ...sender, isSpectator: false }, wanted);
  const others = found
    .map((addressee, index) => addressee ?? throwUnknownRecipient(wanted[index] ?? ""))
    .filter(({ id }) => id !== sender.id);
  const gone = others.find(({ is_active }) => !is_active);
  if (gone) throw new RecipientDeactivated({ email: apiEmail(gone, realm) });
  return [...new Set([sender.id, ...others.map(({ id }) => id)])];
}

function throwUnknownRecipient(reference: string | number): never {
  if (typeof reference === "number") throw new InvalidUserId({ user_id: reference });
  throw new InvalidEmail({ email: reference });
}

/** Parses a list of user ids, or a list of email addresses. The two cannot be mixed. */
function parseRecipientList(to: RecipientParameter): readonly number[] | readonly string[] {
  const list: readonly unknown[] = typeof to === "string" ? to.split(",") : typeof to === "number" ? [to] : to;
  const trimmed = list.map((entry) => (typeof entry === "string" ? entry.trim() : entry));
  const entries = trimmed.filter((entry) => entry !== "");
  if (entries.length === 0) throw new NoRecipients();
  if (entries.length > MAX_RECIPIENTS) throw new TooManyRecipients();
  const ids = entries.filter((entry) => typeof entry === "number");
  const emails = entries.filter((entry) => typeof entry === "string");
  if (ids.length + emails.length < entries.length) throw new InvalidRecipientsType();
  if (ids.length > 0 && emails.length > 0) throw new MixedRecipients();
  return ids.length > 0 ? ids : emails;
}
