import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { InvalidUserGroup } from "../errors.ts";
import { accessGroup } from "../policy.ts";
import { loadDirectContents, loadSubgroups } from "../queries.ts";
import { groupId } from "#modules/platform/parameters/identifying-parameters.ts";

export const listSubgroups = endpoint.read({
  route: "GET /user_groups/:user_group_id/subgroups",
  summary: "List the subgroups of a user group",
  description: "Returns group ids, sorted. Subgroups of subgroups are included at any depth.",
  access: "member",
  humansOnly: true,
  params: z.object({ user_group_id: groupId().describe("Id of the user group.") }),
  input: z.object({
    direct_subgroup_only: bool().default(false).describe("Whether to exclude subgroups of subgroups."),
  }),
  response: z.object({ subgroups: z.array(z.int()) }),
  errors: [InvalidUserGroup],
  async handler({ db, actor }, { params, input }) {
    const group = await accessGroup(db, actor, params.user_group_id);
    const subgroups = input.direct_subgroup_only
      ? (await loadDirectContents(db, [group.id])).get(group.id)?.subgroups
      : await loadSubgroups(db, group.id);
    return { subgroups: subgroups ?? [] };
  },
});
