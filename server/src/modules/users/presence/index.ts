import { presenceNoun } from "@parlance/contract/nouns/presence.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";
import { report } from "./api/report.ts";
import { show } from "./api/show.ts";
import type { PresenceBatcher } from "./presence-batcher.ts";
import { loadRealmPresence } from "./realm-presence.ts";

const presence = defineSlice(presenceNoun, "presence", (db, request) =>
  loadRealmPresence(
    db,
    { ...request, slim: request.slimPresence },
    { after: -1, historyDays: request.presenceHistoryLimitDays },
  ),
);

/** Module for presence: whether users are active, and when they were last active. */
export const presenceModule = (batcher: PresenceBatcher): Module => ({
  name: "presence",
  floor: "profiles",
  endpoints: [report(batcher), show, list],
  slices: [presence],
});
