import { presenceNoun } from "@parlance/contract/nouns/presence.ts";
import { slice, type Module } from "#kernel/http/module.ts";
import { list } from "./api/list.ts";
import { report } from "./api/report.ts";
import { show } from "./api/show.ts";
import type { PresenceKeeper } from "./presence-batcher.ts";
import { realmPresence } from "./realm-presence.ts";

const presence = slice(presenceNoun, "presence", (db, request) =>
  realmPresence(
    db,
    { ...request, slim: request.slimPresence },
    { after: -1, historyDays: request.presenceHistoryLimitDays },
  ),
);

/** Who is there, and when others last were. */
export const presenceModule = (keeper: PresenceKeeper): Module => ({
  name: "presence",
  endpoints: [report(keeper), show, list],
  slices: [presence],
});
