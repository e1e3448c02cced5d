import { z } from "zod";
import { UserStatus } from "@parlance/contract/nouns/user-statuses.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/access.ts";
import { loadStatuses } from "#modules/users/core/statuses.ts";
import { presentStatus } from "#modules/users/core/status.ts";

export const show = endpoint.read({
  route: "GET /users/:user_id/status",
  summary: "Get what somebody does",
  description: "Only what is set; bots and deactivated people, too.",
  access: "user",
  params: z.object({ user_id: id() }),
  response: z.object({ status: UserStatus }),
  errors: [NoSuchUser],
  async handler({ db, actor }, { params }) {
    const user = await accessUser(db, actor, params.user_id);
    const status = (await loadStatuses(db, [user.id])).get(user.id);
    return { status: status ? presentStatus(status) : {} };
  },
});
