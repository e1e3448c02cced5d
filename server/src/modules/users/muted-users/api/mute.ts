import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { muteUser } from "../actions/mute-user.ts";
import { AlreadyMuted, CannotMuteSelf } from "../errors.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const mute = endpoint.write({
  route: "POST /users/me/muted_users/:muted_user_id",
  summary: "Mute a user",
  description:
    "Unread messages from the user are marked as read, and new ones count as read on arrival. The user is not " +
    "notified.",
  access: "user",
  params: z.object({ muted_user_id: userId().describe("Id of the user.") }),
  response: z.object({}),
  errors: [CannotMuteSelf, AlreadyMuted, NoSuchUser],
  async handler({ tx, actor, now }, { params }) {
    if (params.muted_user_id === actor.id) throw new CannotMuteSelf();
    const user = await accessUser(tx, actor, params.muted_user_id);
    await muteUser(tx, { actor, mutedId: user.id, now });
    return {};
  },
});
