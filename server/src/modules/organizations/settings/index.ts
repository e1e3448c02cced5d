import { type Module, defineSlice, type Slice } from "@parlance/kernel/http/module.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { addDomain } from "./api/add-domain.ts";
import { changeDomain } from "./api/change-domain.ts";
import { changeRealmSettings } from "./api/change.ts";
import { deactivate } from "./api/deactivate.ts";
import { listDomains } from "./api/list-domains.ts";
import { regenerateApiKeys } from "./api/regenerate-api-keys.ts";
import { removeDomain } from "./api/remove-domain.ts";
import { serverSettings } from "./api/server-settings.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import type { PushSettings } from "#modules/notifications/push-devices/settings.ts";
import type { VideoCallSettings } from "#modules/platform/video-calls/video-call-settings.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { domains } from "./domains-snapshot.ts";
import { promoteFullMembers } from "./jobs.ts";
import { realmDomainsSlice, realmSlice } from "./realm-slice.ts";
import type { ServerCapabilities, ServerLogins } from "./server/server-info.ts";
import { z } from "zod";
import { defaultChannelsNoun } from "@parlance/contract/nouns/default-channels.ts";
import { giphyNoun } from "@parlance/contract/nouns/giphy.ts";
import { realmNoun } from "@parlance/contract/nouns/realm.ts";
import { subscriptionsNoun } from "@parlance/contract/nouns/subscriptions.ts";

const always: Slice = {
  types: [],
  response: z.strictObject({ ...subscriptionsNoun.always }),
  fetch: async () => ({ max_bulk_new_subscription_messages: 100 }),
};

/**
 * Snapshot fields of features that the server does not have yet, with empty or constant values. When a feature is
 * implemented, its field moves to the feature's module.
 */
export const unsupportedFeatureSlices: readonly Slice[] = [
  always,

  defineSlice(defaultChannelsNoun, "default_stream_groups", async () => ({ realm_default_stream_groups: [] })),

  defineSlice(giphyNoun, "giphy", async () => ({ giphy_api_key: "" })),

  defineSlice(realmNoun, "realm_billing", async () => ({ realm_billing: { has_pending_sponsorship_request: false } })),
];

export interface RealmAdministrationSettings
  extends Site, ServerCapabilities, ServerLogins, VideoCallSettings, PushSettings {
  /** Maximum total size of an organization's files, in MiB; 0: no limit. */
  readonly uploadQuotaMib: number;
  readonly wireAliases: WireAliases;
}

/** Creates the module for organizations: their properties, their settings, and information about the server. */
export const realmAdministrationModule = (settings: RealmAdministrationSettings): Module => ({
  name: "realm-administration",
  section: "realms",
  floor: "administration",
  tables: ["realm_domain"],
  endpoints: [
    serverSettings(settings),
    changeRealmSettings(settings),
    deactivate,
    regenerateApiKeys(settings),
    listDomains,
    addDomain,
    changeDomain,
    removeDomain,
  ],
  slices: [realmSlice(settings), realmDomainsSlice, ...unsupportedFeatureSlices],
  snapshotSections: [organization, domains],
  jobs: [promoteFullMembers],
});
