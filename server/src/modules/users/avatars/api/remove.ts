import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { avatarAddress } from "#modules/users/core/avatars.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { setAvatar } from "../actions/set-avatar.ts";
import { AvatarChangesDisabled } from "../errors.ts";
import { mustChangeAvatar } from "../policy.ts";

export const remove = endpoint.write({
  route: "DELETE /users/me/avatar",
  summary: "Remove the picture of oneself",
  description: "What is shown instead is made of the e-mail address, or by the server.",
  access: "user",
  response: z.object({ avatar_url: z.string() }),
  errors: [AvatarChangesDisabled, NoSuchUser],
  async handler({ tx, actor, realm }) {
    await mustChangeAvatar(tx, actor);
    const user = await setAvatar(tx, { realmId: actor.realmId, userId: actor.id, name: null });
    return { avatar_url: avatarAddress(user, realm) };
  },
});
