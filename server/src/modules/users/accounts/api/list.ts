import { z } from "zod";
import { User } from "@parlance/contract/entities/user.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { presentUsers } from "#modules/users/core/presentation.ts";
import { loadRealmUsers } from "#modules/users/core/queries.ts";
import { loadPresentationOptions, presentationParameters } from "../user-presentation-parameters.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const list = endpoint.read({
  route: "GET /users",
  summary: "List users",
  description:
    "Returns users and bots, deactivated ones included, sorted by id. If guests may not see all users, they " +
    "receive placeholders for users who share no channel or direct message conversation with them.",
  access: "user",
  isLargeWork: true,
  cost: 0.5,
  input: z.object({
    ...presentationParameters,
    user_ids: json(z.array(userId())).optional().describe("Only these users; unknown ids are ignored."),
  }),
  response: z.object({ members: z.array(User) }),
  errors: [],
  async handler({ db, actor, realm }, { input }) {
    const rows = await loadRealmUsers(db, realm.id, input.user_ids);
    const visible = await visibleUserIds(db, actor);
    return {
      members: presentUsers(rows, actor, visible, await loadPresentationOptions(db, realm, input, input.user_ids)),
    };
  },
});
