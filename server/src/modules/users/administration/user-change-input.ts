import { z } from "zod";
import { Role } from "@parlance/contract/entities/roles.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { json, text } from "@parlance/kernel/http/params.ts";
import { botChangeErrors } from "#modules/bots/accounts/errors.ts";
import { profileErrors } from "#modules/users/profile-fields/errors.ts";
import { prepareProfileUpdate } from "#modules/users/profile-fields/values/profile-update.ts";
import { profileInput } from "#modules/users/profile-fields/values/profile-input.ts";
import type { UserChanges } from "./actions/change-user.ts";
import {
  InvalidNewEmail,
  LastOwner,
  NotAllowedToChangeEmails,
  nameErrors,
  NewEmailInUse,
} from "#modules/users/core/errors.ts";
import { administrationErrors } from "#modules/users/accounts/policy.ts";
import { userEmail } from "#modules/platform/parameters/identifying-parameters.ts";

export const userChangeDescription =
  "Only administrators and the owner of the bot may call it. Deactivated users can be changed too. Omitted parameters " +
  "stay unchanged. Either every change is made or none.";

/** Request parameters for changes to an account. */
export const userChangeInput = z.object({
  full_name: text().optional().describe("Ignored if blank."),
  role: json(Role).optional().describe("Only owners may give or remove the owner role, 100; the last owner keeps it."),
  profile_data: profileInput.optional(),
  new_email: userEmail()
    .optional()
    .describe(
      "Takes effect immediately. Only owners may change the email address of an owner. Besides being an " +
        "administrator, the caller needs a permission that server operators grant: " +
        "`parlance user set-role --can-change-emails`.",
    ),
});

/** Errors about changes to an account. */
export const userChangeErrors = [
  ...new Set([
    ...administrationErrors,
    NotAllowedToChangeEmails,
    InvalidNewEmail,
    NewEmailInUse,
    MustBeOwner,
    LastOwner,
    ...nameErrors,
    ...botChangeErrors,
    ...profileErrors,
  ]),
];

/**
 * Converts the request parameters to the changes for `changeUser`. Called before the transaction, because parts of the
 * conversion are slow.
 */
export async function prepareUserChange(
  db: Reader,
  realmId: number,
  { profile_data: profile, ...changes }: z.output<typeof userChangeInput>,
): Promise<UserChanges> {
  return { ...changes, profile: profile && (await prepareProfileUpdate(db, realmId, profile)) };
}
