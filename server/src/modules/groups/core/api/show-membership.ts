import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { InvalidUserGroup } from "../errors.ts";
import { accessGroup } from "../policy.ts";
import { areMembers, loadDirectContents } from "../queries.ts";
import { groupId, userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const showMembership = endpoint.read({
  route: "GET /user_groups/:user_group_id/members/:user_id",
  summary: "Get a user's group membership",
  description: "Members of subgroups count at any depth. Deactivated users are in no group.",
  access: "member",
  humansOnly: true,
  params: z.object({
    user_group_id: groupId().describe("Id of the user group."),
    user_id: userId().describe("Id of the user."),
  }),
  input: z.object({ direct_member_only: bool().default(false).describe("Whether only direct members count.") }),
  response: z.object({ is_user_group_member: z.boolean() }),
  errors: [InvalidUserGroup, NoSuchUser],
  async handler({ db, actor }, { params, input }) {
    const group = await accessGroup(db, actor, params.user_group_id);
    const { id } = await accessUser(db, actor, params.user_id);
    if (input.direct_member_only) {
      const members = (await loadDirectContents(db, [group.id])).get(group.id)?.members;
      return { is_user_group_member: members?.includes(id) ?? false };
    }
    const [isMember = false] = await areMembers(db, [{ userId: id, groupId: group.id }]);
    return { is_user_group_member: isMember };
  },
});
