import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { KeyOutOfScope } from "../core/errors.ts";
import { type ScopedKey, scopedKeys } from "./scoped-keys-snapshot.ts";

/** The limits of a scoped key. */
export type KeyScope = Pick<ScopedKey, "is_read_only" | "operations" | "channel_ids">;

/** The requested operation, named as in the API reference. */
export interface RequestedOperation {
  readonly operation: string;
  readonly isSafe: boolean;
}

/** Returns the channel that a call accesses, based on its parameters; null if the channel cannot be determined. */
type ChannelResolver = (input: Readonly<Record<string, unknown>>) => number | null;

/**
 * Operations that no scoped key may call, whatever its scope. They concern the credentials of accounts, create, change
 * or delete accounts, or have effects that would continue after the key is revoked.
 */
const accountKeyOperations: ReadonlySet<string> = new Set([
  "POST /json/fetch_api_key",
  "POST /users/me/api_key/regenerate",
  "GET /users/me/api_keys",
  "POST /users/me/api_keys",
  "DELETE /users/me/api_keys/{key_id}",
  "GET /users/me/sessions",
  "DELETE /users/me/sessions",
  "DELETE /users/me/sessions/{session_id}",
  "DELETE /users/{user_id}/sessions",
  "GET /users/me/two_factor",
  "POST /users/me/two_factor",
  "POST /users/me/two_factor/confirm",
  "DELETE /users/me/two_factor",
  "DELETE /users/{user_id}/two_factor",
  "GET /users/me/passkeys",
  "POST /users/me/passkeys",
  "POST /users/me/passkeys/options",
  "PATCH /users/me/passkeys/{passkey_id}",
  "DELETE /users/me/passkeys/{passkey_id}",
  // A phone that is registered with the key would continue to receive notifications after the key is revoked.
  "POST /mobile_push/register",
  "POST /users/me/apns_device_token",
  "POST /users/me/android_gcm_reg_id",
  "PATCH /settings",
  "PATCH /settings/display",
  "PATCH /settings/notifications",
  "DELETE /users/me",
  "PATCH /users/{user_id}",
  "PATCH /users/{email}",
  "POST /users",
  "GET /realm/scim_tokens",
  "POST /realm/scim_tokens",
  "DELETE /realm/scim_tokens/{token_id}",
  "GET /invites",
  "POST /invites",
  "POST /invites/multiuse",
  "POST /invites/{invite_id}/resend",
  // A browser would continue to receive notifications after the key is revoked.
  "POST /users/me/browser_push",
  // An email to this address is posted as a message, even after the key is revoked.
  "GET /streams/{stream_id}/email_address",
  // Bots have their own API keys, which these operations return to the owner or change.
  "GET /bots",
  "POST /bots",
  "PATCH /bots/{bot_id}",
  "POST /bots/{bot_id}/api_key/regenerate",
]);

/**
 * Operations that read-only keys may call although they are not GET requests or have effects: they change nothing, or
 * only the caller's own event queues.
 */
const otherReadOperations: ReadonlySet<string> = new Set([
  "POST /register",
  "GET /events",
  "GET /events/stream",
  "DELETE /events",
  "POST /messages/render",
]);

/**
 * Functions that return the channel of a call, for each operation that a key limited to certain channels may call. Such
 * a key may not call any other operation.
 */
const channelResolvers: Readonly<Record<string, ChannelResolver>> = {
  "POST /messages": ({ type, to }) => (type === "channel" || type === "stream" ? singleId(to) : null),
  "GET /messages": ({ narrow, message_ids }) => (message_ids === undefined ? channelOfNarrow(narrow) : null),
  "GET /streams/{stream_id}": ({ stream_id }) => singleId(stream_id),
  "GET /streams/{stream_id}/members": ({ stream_id }) => singleId(stream_id),
  "GET /users/me/{stream_id}/topics": ({ stream_id }) => singleId(stream_id),
};

function singleId(value: unknown): number | null {
  const [first, ...others] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof first === "number" && others.length === 0 ? first : null;
}

/**
 * Narrow operators that only exclude messages. `with` is missing on purpose: it leads to the current conversation of a
 * message, whatever the other terms say.
 */
const narrowingOperators: ReadonlySet<unknown> = new Set([
  "channel",
  "stream",
  "topic",
  "sender",
  "search",
  "is",
  "has",
  "near",
  "id",
]);

/** Returns the channel of a narrow. One term with the channel is enough, because a message must match all terms. */
function channelOfNarrow(narrow: unknown): number | null {
  const terms = (Array.isArray(narrow) ? narrow : []) as readonly Readonly<Record<string, unknown>>[];
  if (!terms.every(({ operator }) => narrowingOperators.has(operator))) return null;
  const term = terms.find(
    ({ operator, operand, negated }) =>
      (operator === "channel" || operator === "stream") && negated !== true && typeof operand === "number",
  );
  return singleId(term?.["operand"]);
}

/**
 * Throws if an operation is outside a key's scope, whatever the parameters are.
 * @throws KeyOutOfScope
 */
export function assertOperationInScope(scope: KeyScope, { operation, isSafe }: RequestedOperation): void {
  const isLook = (isSafe && operation.startsWith("GET ")) || otherReadOperations.has(operation);
  if (accountKeyOperations.has(operation)) throw new KeyOutOfScope({ reason: "it requires the account's own API key" });
  if (scope.is_read_only && !isLook) throw new KeyOutOfScope({ reason: "the key is read-only" });
  if (scope.operations && !scope.operations.includes(operation)) {
    throw new KeyOutOfScope({ reason: "the key is limited to other operations" });
  }
  if (scope.channel_ids && !Object.hasOwn(channelResolvers, operation)) {
    throw new KeyOutOfScope({ reason: "the key is limited to channels, and this operation does not name one" });
  }
}

/**
 * Returns true if the event types include events about bots, which contain the bots' API keys. Without a list, all
 * types are included.
 */
const includesBotEvents = (types: unknown): boolean => !Array.isArray(types) || types.includes("realm_bot");

/**
 * Throws if the parameters of a call are outside the scope of the caller's key.
 * @throws KeyOutOfScope
 */
export function assertParametersInScope(
  snapshot: OrganizationSnapshot,
  { credential }: Actor,
  operation: string,
  input: object,
): void {
  if (credential?.kind !== "key") return;
  const scope = snapshot.get(scopedKeys).get(credential.id);
  const parameters = input as Readonly<Record<string, unknown>>;
  if (operation === "POST /register") {
    const { event_types: types, fetch_event_types: fetched = types } = parameters;
    if (includesBotEvents(types) || includesBotEvents(fetched)) {
      throw new KeyOutOfScope({ reason: "event_types must be given, without realm_bot" });
    }
  }
  if (!scope?.channel_ids) return;
  const channel = channelResolvers[operation]?.(parameters) ?? null;
  if (channel === null || !scope.channel_ids.includes(channel)) {
    throw new KeyOutOfScope({ reason: "the key is limited to channels, which must be named by id" });
  }
}
