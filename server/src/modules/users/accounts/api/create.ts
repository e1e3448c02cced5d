import { z } from "zod";
import { roles } from "@parlance/contract/entities/roles.ts";
import { hashPassword } from "#modules/sign-in/passwords/password-hashing.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { ServerBusy } from "#kernel/http/errors.ts";
import { text } from "#kernel/http/params.ts";
import { emailRuleErrors, refuseForbiddenAddress } from "#modules/organizations/core/email-rules.ts";
import { welcomeNewcomer } from "#modules/messages/welcome/actions/welcome-new-user.ts";
import { admitUser } from "../actions/creation/create-user-as-admin.ts";
import { EmailInUse, MayNotCreateUsers, newAccountErrors } from "#modules/users/core/errors.ts";
import { checkNewAccount } from "../new-account-checks.ts";
import { mustCreateUsers } from "../policy.ts";

export const create = endpoint.write({
  route: "POST /users",
  summary: "Create a user",
  description:
    "The new user has the member role, is subscribed to the default channels, can log in immediately, and receives " +
    "the welcome messages. The organization's rules for names and email addresses apply. Besides being an " +
    "administrator, the caller needs a permission that server operators grant: " +
    "`parlance user create --can-create-users`.",
  access: "admin",
  limit: "creations",
  input: z.object({
    email: text().describe("Email address of the user."),
    full_name: text().describe("Display name of the user."),
    password: text().describe("Password of the account."),
  }),
  response: z.object({ user_id: z.int() }),
  errors: [MayNotCreateUsers, ...newAccountErrors, ...emailRuleErrors, EmailInUse, ServerBusy],

  async prepare({ db, actor, realm }, { input }) {
    await mustCreateUsers(db, actor);
    const account = await checkNewAccount({ fullName: input.full_name, ...input });
    await refuseForbiddenAddress(db, realm.id, account.email);
    return { ...account, passwordHash: await hashPassword(input.password) };
  },

  async handler({ tx, actor, realm, now }, _input, account) {
    const newcomer = await admitUser(tx, { realm, role: roles.member, actorId: actor.id, now, ...account });
    await welcomeNewcomer(tx, { realm, account: newcomer, referrerId: null, text: null, now });
    return { user_id: newcomer.id };
  },
});
