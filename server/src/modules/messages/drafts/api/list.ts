import { z } from "zod";
import { Draft } from "@parlance/contract/nouns/drafts.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { DraftsNotSynchronized } from "../errors.ts";
import { assertSynchronizesDrafts } from "../policy.ts";
import { loadDrafts } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /drafts",
  summary: "List your drafts",
  description: "Requires the caller's setting `enable_drafts_synchronization`.",
  access: "user",
  isLargeWork: true,
  response: z.object({ count: z.int(), drafts: z.array(Draft).describe("Most recently edited first.") }),
  errors: [DraftsNotSynchronized],
  async handler({ db, snapshot, actor }) {
    assertSynchronizesDrafts(snapshot, actor);
    const drafts = await loadDrafts(db, actor.id);
    return { count: drafts.length, drafts };
  },
});
