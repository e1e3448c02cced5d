import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/access.ts";
import { muteUser } from "../actions/mute-user.ts";
import { AlreadyMuted, CannotMuteSelf } from "../errors.ts";

export const mute = endpoint.write({
  route: "POST /users/me/muted_users/:muted_user_id",
  summary: "Mute a user",
  description:
    "What they wrote and is unread is marked as read, and what they write from now on counts as read when it comes. " +
    "They are not told.",
  access: "user",
  params: z.object({ muted_user_id: id() }),
  response: z.object({}),
  errors: [CannotMuteSelf, AlreadyMuted, NoSuchUser],
  async handler({ tx, actor, now }, { params }) {
    if (params.muted_user_id === actor.id) throw new CannotMuteSelf();
    const user = await accessUser(tx, actor, params.muted_user_id);
    await muteUser(tx, { actor, mutedId: user.id, now });
    return {};
  },
});
