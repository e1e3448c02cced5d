import { z } from "zod";
import { Role } from "@parlance/contract/entities/roles.ts";
import { MustBeOwner } from "#kernel/http/errors.ts";
import type { Reader } from "#kernel/db/types.ts";
import { json, text } from "#kernel/http/params.ts";
import { botChangeErrors } from "#modules/bots/accounts/errors.ts";
import { profileErrors } from "#modules/users/profile-fields/errors.ts";
import { draftProfile } from "#modules/users/profile-fields/profile-draft.ts";
import { profileInput } from "#modules/users/profile-fields/profile-input.ts";
import type { UserChanges } from "./actions/change-user.ts";
import {
  InvalidNewEmail,
  LastOwner,
  MayNotChangeEmails,
  nameErrors,
  NewEmailInUse,
} from "#modules/users/core/errors.ts";
import { administrationErrors } from "#modules/users/accounts/policy.ts";

export const userChangeDescription =
  "For administrators, and for the owner of a bot; deactivated accounts can be changed too. Only what is given is " +
  "changed, all of it or nothing.";

/** What can be changed of an account, as parameters. */
export const userChangeInput = z.object({
  full_name: text().optional().describe("A blank one is ignored"),
  role: json(Role).optional().describe("To and from 100 only by owners; somebody has to remain owner"),
  profile_data: profileInput.optional(),
  new_email: text()
    .optional()
    .describe(
      "Becomes the account's address at once. Beside being an administrator, and an owner for the address of an owner, " +
        "this takes a right that the server's operators give: `parlance user set-role --can-change-emails`",
    ),
});

/** What may stand in the way. */
export const userChangeErrors = [
  ...new Set([
    ...administrationErrors,
    MayNotChangeEmails,
    InvalidNewEmail,
    NewEmailInUse,
    MustBeOwner,
    LastOwner,
    ...nameErrors,
    ...botChangeErrors,
    ...profileErrors,
  ]),
];

/** The parameters as `changeUser` takes them, with what is slow about them done. */
export async function prepareUserChange(
  db: Reader,
  realmId: number,
  { profile_data: profile, ...changes }: z.output<typeof userChangeInput>,
): Promise<UserChanges> {
  return { ...changes, profile: profile && (await draftProfile(db, realmId, profile)) };
}
