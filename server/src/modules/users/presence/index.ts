import { isGuest } from "@parlance/contract/entities/roles.ts";
import { presenceNoun } from "@parlance/contract/nouns/presence.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { list } from "./api/list.ts";
import { report } from "./api/report.ts";
import { show } from "./api/show.ts";
import type { PresenceBatcher } from "./presence-batcher.ts";
import { loadPresenceJson } from "./presence-json.ts";
import { loadRealmPresence } from "./realm-presence.ts";

const presence = defineSlice(presenceNoun, "presence", async (db, request) => {
  const { snapshot, actor, now, slimPresence: slim, presenceHistoryLimitDays: historyDays } = request;
  const isOff = snapshot.get(organization).settings.presence_disabled;
  // Guests may not see all users.
  if (slim && !isOff && !isGuest(actor.role)) {
    const json = await loadPresenceJson(db, { snapshot, historyDays, now });
    if (json) return { ...json, server_timestamp: now.getTime() / 1000 };
  }
  return loadRealmPresence(db, { ...request, slim }, { after: -1, historyDays });
});

/** Module for presence: whether users are active, and when they were last active. */
export const presenceModule = (batcher: PresenceBatcher): Module => ({
  name: "presence",
  floor: "profiles",
  endpoints: [report(batcher), show, list],
  slices: [presence],
});
