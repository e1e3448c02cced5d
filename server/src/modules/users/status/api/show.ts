import { z } from "zod";
import { UserStatus } from "@parlance/contract/nouns/user-statuses.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { loadStatuses } from "#modules/users/core/status/load-statuses.ts";
import { presentStatus } from "#modules/users/core/status/user-status.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const show = endpoint.read({
  route: "GET /users/:user_id/status",
  summary: "Get the status of a user",
  description: "Returns only the fields that are set. Works for bots and deactivated users too.",
  access: "user",
  params: z.object({ user_id: userId().describe("Id of the user.") }),
  response: z.object({ status: UserStatus }),
  errors: [NoSuchUser],
  async handler({ db, actor }, { params }) {
    const user = await accessUser(db, actor, params.user_id);
    const status = (await loadStatuses(db, [user.id])).get(user.id);
    return { status: status ? presentStatus(status) : {} };
  },
});
