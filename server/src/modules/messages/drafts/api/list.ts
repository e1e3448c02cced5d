import { z } from "zod";
import { Draft } from "@parlance/contract/nouns/drafts.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { DraftsNotSynchronized } from "../errors.ts";
import { mustSynchronize } from "../policy.ts";
import { draftsOf } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /drafts",
  summary: "List your drafts",
  description: "Requires the caller's setting `enable_drafts_synchronization`.",
  access: "user",
  isLargeWork: true,
  response: z.object({ count: z.int(), drafts: z.array(Draft).describe("Most recently edited first.") }),
  errors: [DraftsNotSynchronized],
  async handler({ db, directory, actor }) {
    mustSynchronize(directory, actor);
    const drafts = await draftsOf(db, actor.id);
    return { count: drafts.length, drafts };
  },
});
