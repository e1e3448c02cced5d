import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { changeStatus } from "../actions/change-status.ts";
import { statusErrors } from "../errors.ts";
import { parseStatusChange, statusInput } from "../status-input.ts";

export const changeOwn = endpoint.write({
  route: "POST /users/me/status",
  summary: "Update your status",
  description: "Omitted parameters stay unchanged. A custom emoji takes precedence over other emoji of the same name.",
  access: "user",
  input: z.object(statusInput),
  response: z.object({}),
  errors: [NoSuchUser, ...statusErrors],
  async handler({ tx, actor, realm, now }, { input }) {
    await lockAccount(tx, actor.id);
    const user = { id: actor.id, bot_type: actor.botType, bot_owner_id: null };
    await changeStatus(tx, { realm, actorId: actor.id, user, change: parseStatusChange(input), now });
    return {};
  },
});
