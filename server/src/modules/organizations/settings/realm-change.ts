import {
  type LoginMethodSwitches,
  type ExternalMethodName,
  externalMethodNames,
} from "#modules/organizations/core/authentication-methods.ts";
import type { RealmPermissions } from "@parlance/contract/nouns/realm.ts";
import { isOwner, type Role } from "@parlance/contract/entities/roles.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { BadValue, MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { accessChannel } from "#modules/channels/core/policy.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { MAX_INTEGER } from "@parlance/kernel/base/storable-values.ts";
import type { GroupSettingUpdates } from "#modules/groups/core/actions/settings/change-group-settings.ts";
import { BlankOrganizationName, PublicModerationChannel, UnavailableAuthenticationMethod } from "./errors.ts";
import { isPermission, ownersOnly, type RealmInput } from "./realm-settings-input.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";

/** A requested change of an organization, with the values to store. */
export interface RealmChange {
  readonly name?: string;
  readonly description?: string;
  readonly settings: Partial<RealmSettings>;
  readonly permissions: GroupSettingUpdates<"realm">;
}

/** Throws MustBeOwner if an administrator requests a change that only owners may make. */
export function assertCanChangeSettings(actor: { readonly role: Role }, input: RealmInput): void {
  const defined = Object.entries(input).filter(([, value]) => value !== undefined);
  if (!isOwner(actor.role) && defined.some(([name]) => ownersOnly.has(name))) throw new MustBeOwner();
}

/**
 * Converts a request of the actor to the values to store. The channels named in it must be usable for their settings.
 * @throws BadValue, BlankOrganizationName, InvalidChannelId, PublicModerationChannel
 */
export function parseActorsChange(ctx: Pick<Write, "snapshot" | "actor">, input: RealmInput): RealmChange {
  const change = parseRealmChange(input);
  assertChannelsUsable(ctx, change.settings);
  return change;
}

/** Converts a request to the values to store. Throws BadValue or BlankOrganizationName. */
export function parseRealmChange(input: RealmInput): RealmChange {
  const defined = Object.entries(input).filter(([, value]) => value !== undefined);
  const { name, description, ...settings } = Object.fromEntries(
    defined.filter(([one]) => !isPermission(one)).map(([one, value]) => [one, toStoredValue(one, value)]),
  ) as Record<string, unknown> & { name?: string; description?: string };
  if (name !== undefined && name.trim() === "") throw new BlankOrganizationName();
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(description === undefined ? {} : { description }),
    settings,
    permissions: Object.fromEntries(defined.filter(([one]) => isPermission(one))) as Partial<
      Record<keyof RealmPermissions, never>
    >,
  };
}

/**
 * Returns the stored value of a setting. `unlimited` becomes null for time limits, and -1 days for the retention of
 * messages; `default` becomes null for the Jitsi server.
 */
function toStoredValue(name: string, value: unknown): unknown {
  if (name === "message_retention_days") return value === "unlimited" ? -1 : parsePositive(name, value);
  if (name.endsWith("_limit_seconds")) return value === "unlimited" ? null : parsePositive(name, value);
  if (name === "jitsi_server_url") return value === "default" ? null : value;
  return value;
}

/** Returns the API parameter for a stored value, the inverse of `toStoredValue`. */
export function toInputValue(name: string, value: unknown): unknown {
  if (name === "message_retention_days") return value === -1 ? "unlimited" : value;
  if (name.endsWith("_limit_seconds")) return value ?? "unlimited";
  return name === "jitsi_server_url" ? (value ?? "default") : value;
}

function parsePositive(name: string, value: unknown): number {
  if (typeof value === "number" && value > 0 && value <= MAX_INTEGER) return value;
  throw new BadValue({ var_name: name, bad_value: value as number });
}

/**
 * Asserts that all login methods that a request enables are supported by the server.
 * @throws UnavailableAuthenticationMethod
 */
export function assertMethodsAvailable(
  methods: LoginMethodSwitches = {},
  external: readonly ExternalMethodName[],
): void {
  const unknown = externalMethodNames.find((one) => methods[one] === true && !external.includes(one));
  if (unknown !== undefined) throw new UnavailableAuthenticationMethod({ method: unknown });
}

const channelSettings = [
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "service_update_announcements_stream_id",
  "signup_announcements_stream_id",
] as const;

/**
 * Asserts that the channels named in settings are visible to the actor and not archived, and that the one for
 * moderation requests is private.
 * @throws InvalidChannelId, PublicModerationChannel
 */
function assertChannelsUsable(
  { snapshot, actor }: Pick<Write, "snapshot" | "actor">,
  settings: Partial<RealmSettings>,
): void {
  for (const setting of channelSettings) {
    const id = settings[setting];
    if (id === undefined || id === -1) continue;
    if (accessChannel(snapshot, actor, id, "metadata").is_archived) throw new InvalidChannelId();
  }
  const moderation = snapshot.get(channels).get(settings.moderation_request_channel_id ?? -1);
  if (moderation && !moderation.invite_only) throw new PublicModerationChannel();
}
