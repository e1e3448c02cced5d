import { z } from "zod";
import { roles } from "@parlance/contract/entities/roles.ts";
import { hashPassword } from "#modules/sign-in/passwords/password-hashing.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { emailRuleErrors, assertEmailAllowed } from "#modules/organizations/core/email-rules.ts";
import { welcomeNewUser } from "#modules/messages/welcome/actions/welcome-new-user.ts";
import { createUserAsAdmin } from "../actions/creation/create-user-as-admin.ts";
import { EmailInUse, NotAllowedToCreateUsers, newAccountErrors } from "#modules/users/core/errors.ts";
import { parseNewAccount } from "../new-account-checks.ts";
import { assertCanCreateUsers } from "../policy.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";
import { userEmail } from "#modules/platform/parameters/identifying-parameters.ts";

export const create = endpoint.write({
  route: "POST /users",
  summary: "Create a user",
  description:
    "The new user has the member role, is subscribed to the default channels, can log in immediately, and receives " +
    "the welcome messages. The organization's rules for names and email addresses apply. Besides being an " +
    "administrator, the caller needs a permission that server operators grant: " +
    "`parlance user create --can-create-users`.",
  access: "admin",
  limit: creationsLimit,
  input: z.object({
    email: userEmail().describe("Email address of the user."),
    full_name: text().describe("Display name of the user."),
    password: text().describe("Password of the account."),
  }),
  response: z.object({ user_id: z.int() }),
  errors: [NotAllowedToCreateUsers, ...newAccountErrors, ...emailRuleErrors, EmailInUse, ServerBusy],

  async prepare({ db, actor, realm }, { input }) {
    await assertCanCreateUsers(db, actor);
    const account = await parseNewAccount({ fullName: input.full_name, ...input });
    await assertEmailAllowed(db, realm.id, account.email);
    return { ...account, passwordHash: await hashPassword(input.password) };
  },

  async handler({ tx, actor, realm, now }, _input, account) {
    const newcomer = await createUserAsAdmin(tx, { realm, role: roles.member, actorId: actor.id, now, ...account });
    await welcomeNewUser(tx, { realm, account: newcomer, referrerId: null, text: null, now });
    return { user_id: newcomer.id };
  },
});
