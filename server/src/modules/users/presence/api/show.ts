import { z } from "zod";
import { toClientPresence, UserPresence } from "@parlance/contract/nouns/presence.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { toRowId } from "@parlance/kernel/base/storable-values.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { accessUser, accessUserByEmail } from "#modules/users/core/visibility/access-user.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { OFFLINE_THRESHOLD_SECONDS } from "#modules/users/core/presence/presence-intervals.ts";
import { toPresenceTimestamp } from "#modules/users/core/presence/presence-events.ts";
import { BotsHaveNoPresence, NoPresenceData } from "../errors.ts";
import { presentPresence } from "../realm-presence.ts";
import { findPresenceRow } from "../queries.ts";
import { userIdOrEmail } from "#modules/platform/parameters/identifying-parameters.ts";

const ID = /^\d{1,10}$/;

export const show = endpoint.read({
  route: "GET /users/:user_id_or_email/presence",
  summary: "Get the presence of a user",
  description: "Works for active users only; bots have no presence.",
  access: "user",
  params: z.object({ user_id_or_email: userIdOrEmail().describe("Id or email address of the user.") }),
  response: z.object({ presence: UserPresence }),
  errors: [NoSuchUser, BotsHaveNoPresence, NoPresenceData],
  async handler({ db, actor, realm, snapshot, now }, { params: { user_id_or_email: named } }) {
    const user = ID.test(named)
      ? await accessUser(db, actor, toRowId(Number(named)))
      : await accessUserByEmail(db, actor, realm, named);
    if (!user.is_active) throw new NoSuchUser();
    if (user.bot_type !== null) throw new BotsHaveNoPresence();
    const row = snapshot.get(organization).settings.presence_disabled ? undefined : await findPresenceRow(db, user.id);
    const account = snapshot.get(users).get(user.id);
    if (!row || !account) throw new NoPresenceData({ user: named });
    const { status, timestamp } = toClientPresence(presentPresence(row, account));
    const isGone = toPresenceTimestamp(now) - row.connected_at > OFFLINE_THRESHOLD_SECONDS;
    const aggregated = { status: isGone ? ("offline" as const) : status, timestamp };
    return { presence: { aggregated, website: { status, timestamp } } };
  },
});
