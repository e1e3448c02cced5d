import { z } from "zod";
import { ClientPresences } from "@parlance/contract/nouns/presence.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadRealmPresence } from "../realm-presence.ts";
import { DEFAULT_HISTORY_DAYS } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /realm/presence",
  summary: "Get the presence of all users",
  description: "Covers the last two weeks, in the older format: by email address and client.",
  access: "user",
  response: z.object({ presences: z.record(z.string(), ClientPresences), server_timestamp: z.number() }),
  errors: [],
  async handler({ db, snapshot, realm, actor, now }) {
    const request = { snapshot, realm, actor, now, slim: false };
    const found = await loadRealmPresence(db, request, { after: -1, historyDays: DEFAULT_HISTORY_DAYS });
    const presences = found.presences as Record<string, ClientPresences>;
    return { presences, server_timestamp: found.server_timestamp };
  },
});
