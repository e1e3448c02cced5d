import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { InvalidUserGroup } from "../errors.ts";
import { accessGroup } from "../policy.ts";
import { loadDirectContents, loadMembers } from "../queries.ts";
import { groupId } from "#modules/platform/parameters/identifying-parameters.ts";

export const listMembers = endpoint.read({
  route: "GET /user_groups/:user_group_id/members",
  summary: "List the members of a user group",
  description: "Returns the ids of active users, sorted. Members of subgroups are included at any depth.",
  access: "member",
  humansOnly: true,
  params: z.object({ user_group_id: groupId().describe("Id of the user group.") }),
  input: z.object({ direct_member_only: bool().default(false).describe("Whether to exclude members of subgroups.") }),
  response: z.object({ members: z.array(z.int()) }),
  errors: [InvalidUserGroup],
  async handler({ db, actor }, { params, input }) {
    const group = await accessGroup(db, actor, params.user_group_id);
    const members = input.direct_member_only
      ? (await loadDirectContents(db, [group.id])).get(group.id)?.members
      : (await loadMembers(db, [group.id])).get(group.id);
    return { members: members ?? [] };
  },
});
