import type { RealmPermissions } from "@parlance/contract/nouns/realm.ts";
import type { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import type { EventOf } from "@parlance/contract/events/index.ts";
import {
  type LoginMethodSwitches,
  type ExternalMethodName,
  wireAuthenticationMethods,
} from "./authentication-methods.ts";

type Body<E> = E extends unknown ? Omit<E, "id"> : never;

/** Settings that clients receive as properties of one object, although they can change individually. */
const grouped = new Set([
  "allow_message_editing",
  "message_content_edit_limit_seconds",
  "move_messages_between_streams_limit_seconds",
  "move_messages_within_stream_limit_seconds",
]);

/** Event for a changed setting. */
export function realmChanged(property: string, value: unknown): Body<EventOf<"realm">> {
  const type = "realm" as const;
  if (grouped.has(property)) return { type, op: "update_dict", property: "default", data: { [property]: value } };
  return { type, op: "update", property, value: value as string | boolean | number | null };
}

/** Event for changed login methods. `external` lists the external methods that the server supports. */
export const loginMethodsChanged = (
  chosen: LoginMethodSwitches,
  external: readonly ExternalMethodName[],
): Body<EventOf<"realm">> => ({
  type: "realm",
  op: "update_dict",
  property: "default",
  data: { authentication_methods: wireAuthenticationMethods(chosen, external) },
});

/** Event for changed permissions. */
export const realmPermissionsChanged = (data: Partial<RealmPermissions>): Body<EventOf<"realm">> => ({
  type: "realm",
  op: "update_dict",
  property: "default",
  data,
});

/** Event for a deactivated organization, whose users can no longer log in. */
export const realmDeactivated = (realmId: number): Body<EventOf<"realm">> => ({
  type: "realm",
  op: "deactivated",
  realm_id: realmId,
});

/** Returns true if an event is the last one that clients receive, because the organization was deactivated. */
export const isRealmDeactivated = (event: { readonly type: string; readonly op?: unknown }): boolean =>
  event.type === "realm" && event.op === "deactivated";

export const domainAdded = (realm_domain: RealmDomain): Body<EventOf<"realm_domains">> => ({
  type: "realm_domains",
  op: "add",
  realm_domain,
});

export const domainChanged = (realm_domain: RealmDomain): Body<EventOf<"realm_domains">> => ({
  type: "realm_domains",
  op: "change",
  realm_domain,
});

export const domainRemoved = (domain: string): Body<EventOf<"realm_domains">> => ({
  type: "realm_domains",
  op: "remove",
  domain,
});
