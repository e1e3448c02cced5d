import { z } from "zod";
import { ExternalAccount } from "../entities/custom-profile-field.ts";
import { RealmEmojiMap } from "../entities/emoji.ts";
import { LegacyLinkifier, Linkifier, Playground } from "../entities/linkifier.ts";
import { RealmSettings } from "../entities/realm-settings.ts";
import { NamedChoices, RealmDomain } from "../entities/realm.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { serverFields } from "./server.ts";

const oldPolicy = z.int().meta({ deprecated: true }).describe("Nearest match of the group setting in its place");

/** What the snapshot says of the organization beside its settings. */
const realmFacts = {
  realm_date_created: UnixSeconds,
  realm_url: z.string(),
  realm_uri: z.string().meta({ deprecated: true }),
  realm_bot_domain: z.string().describe("Domain of the e-mail addresses of bots"),
  realm_message_retention_days: z.int().describe("-1 keeps for ever"),
  realm_avatar_changes_disabled: z.boolean(),
  realm_empty_topic_display_name: z.string().describe("How to show the empty topic"),
  realm_email_auth_enabled: z.boolean(),
  realm_password_auth_enabled: z.boolean(),
  realm_available_video_chat_providers: NamedChoices,
  realm_default_external_accounts: z.record(z.string(), ExternalAccount).describe("By a name of the site"),
  realm_is_zephyr_mirror_realm: z.boolean(),
  realm_allow_edit_history: z.boolean().meta({ deprecated: true }),
  realm_create_public_stream_policy: oldPolicy,
  realm_create_private_stream_policy: oldPolicy,
  realm_create_web_public_stream_policy: oldPolicy,
  realm_wildcard_mention_policy: oldPolicy,
  demo_organization_scheduled_deletion_date: UnixSeconds.optional().describe("Only for organizations made to try out"),
  service_plan_is_not_limited: z.boolean(),
  upgrade_text_for_wide_organization_logo: z.string(),
};

type Prefixed<S> = { [K in keyof S & string as `realm_${K}`]: S[K] };

function prefixed<S extends z.ZodRawShape>(shape: S): Prefixed<S> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [`realm_${name}`, field])) as Prefixed<S>;
}

/** Fields about the organization and the server, by the event type that must be asked for. */
export const realmGates = {
  realm: { ...prefixed(RealmSettings.shape), ...realmFacts, ...serverFields },
  realm_billing: { realm_billing: z.strictObject({ has_pending_sponsorship_request: z.boolean() }) },
  realm_domains: { realm_domains: z.array(RealmDomain) },
  realm_emoji: { realm_emoji: RealmEmojiMap },
  realm_filters: { realm_filters: z.array(LegacyLinkifier).meta({ deprecated: true }) },
  realm_linkifiers: { realm_linkifiers: z.array(Linkifier).describe("In the order in which they are tried") },
  realm_playgrounds: { realm_playgrounds: z.array(Playground) },
};

export const RealmSnapshotFields = z.strictObject({
  ...realmGates.realm,
  ...realmGates.realm_billing,
  ...realmGates.realm_domains,
  ...realmGates.realm_emoji,
  ...realmGates.realm_filters,
  ...realmGates.realm_linkifiers,
  ...realmGates.realm_playgrounds,
});
