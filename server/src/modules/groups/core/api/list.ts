import { z } from "zod";
import { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { presentUserGroups } from "../presentation.ts";
import { loadNamedGroups } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /user_groups",
  summary: "List user groups",
  description: "Returns the organization's user groups, system groups included, sorted by id.",
  access: "member",
  cost: 0.5,
  humansOnly: true,
  input: z.object({
    include_deactivated_groups: bool().default(false).describe("Whether to include deactivated groups."),
  }),
  response: z.object({ user_groups: z.array(UserGroup) }),
  errors: [],
  async handler({ db, actor }, { input }) {
    const rows = await loadNamedGroups(db, actor.realmId, { deactivatedToo: input.include_deactivated_groups });
    return { user_groups: await presentUserGroups(db, actor.realmId, rows) };
  },
});
