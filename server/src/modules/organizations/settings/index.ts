import type { Module } from "#kernel/http/module.ts";
import type { WireAliases } from "#kernel/http/wire-aliases.ts";
import { addDomain } from "./api/add-domain.ts";
import { changeDomain } from "./api/change-domain.ts";
import { changeRealmSettings } from "./api/change.ts";
import { deactivate } from "./api/deactivate.ts";
import { listDomains } from "./api/list-domains.ts";
import { renewApiKeys } from "./api/regenerate-api-keys.ts";
import { removeDomain } from "./api/remove-domain.ts";
import { serverSettings } from "./api/server-settings.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import type { PushSettings } from "#modules/notifications/push-devices/settings.ts";
import type { VideoCallSettings } from "#modules/platform/video-calls/video-call-settings.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { promoteFullMembers } from "./jobs.ts";
import { realmDomainsSlice, realmSlice } from "./realm-slice.ts";
import type { ServerAbilities, ServerLogins } from "./server/server-info.ts";
import { slicesOfAbsentFeatures } from "./slices-of-absent-features.ts";

interface RealmAdministrationSettings extends Site, ServerAbilities, ServerLogins, VideoCallSettings, PushSettings {
  /** How much the files of one organization may come to; 0: any amount. */
  readonly uploadQuotaMib: number;
  readonly wireAliases: WireAliases;
}

/** Organizations: what they are, what they set, and what is known of the server they are on. */
export const realmAdministrationModule = (settings: RealmAdministrationSettings): Module => ({
  name: "realm-administration",
  section: "realms",
  endpoints: [
    serverSettings(settings),
    changeRealmSettings(settings),
    deactivate,
    renewApiKeys(settings),
    listDomains,
    addDomain,
    changeDomain,
    removeDomain,
  ],
  slices: [realmSlice(settings), realmDomainsSlice, ...slicesOfAbsentFeatures],
  directory: [organization],
  jobs: [promoteFullMembers],
});
