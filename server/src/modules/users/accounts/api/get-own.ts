import { OwnUser } from "@parlance/contract/entities/user.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadProfiles } from "#modules/users/core/snapshot/profiles-snapshot.ts";
import { loadNewestReceivedMessage } from "#modules/messages/read-state/queries.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { presentOwnUser } from "#modules/users/core/presentation.ts";

export const getOwn = endpoint.read({
  route: "GET /users/me",
  summary: "Get your own user",
  description: "Returns the account that the request is authenticated as.",
  access: "user",
  response: OwnUser,
  errors: [NoSuchUser],
  async handler({ db, actor, realm }) {
    const [user, profiles, newest] = await Promise.all([
      accessUser(db, actor, actor.id),
      loadProfiles(db, realm.id, [actor.id]),
      loadNewestReceivedMessage(db, actor),
    ]);
    return { ...presentOwnUser(user, realm, profiles), max_message_id: newest ?? -1 };
  },
});
