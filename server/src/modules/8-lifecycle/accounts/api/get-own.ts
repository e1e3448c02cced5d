import { OwnUser } from "@parlance/contract/entities/user.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { profilesOf } from "#modules/1-ground/users/profiles.ts";
import { newestOwnMessage } from "#modules/5-on-channels/read-state/queries.ts";
import { NoSuchUser } from "#modules/1-ground/users/errors.ts";
import { accessUser } from "#modules/1-ground/users/access.ts";
import { presentOwnUser } from "#modules/1-ground/users/presentation.ts";

export const getOwn = endpoint.read({
  route: "GET /users/me",
  summary: "Get one's own account",
  access: "user",
  response: OwnUser,
  errors: [NoSuchUser],
  async handler({ db, actor, realm }) {
    const [user, profiles, newest] = await Promise.all([
      accessUser(db, actor, actor.id),
      profilesOf(db, realm.id, [actor.id]),
      newestOwnMessage(db, actor),
    ]);
    return { ...presentOwnUser(user, realm, profiles), max_message_id: newest ?? -1 };
  },
});
