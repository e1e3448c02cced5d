import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { addPasskey, MAX_PASSKEYS_PER_USER } from "../actions/change-passkeys.ts";
import {
  InvalidPasskey,
  PasskeyAlreadyRegistered,
  PasskeysNeedHttps,
  PasskeyChallengeExpired,
  TooManyPasskeys,
} from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import { registrationBinding, consumeChallenge } from "../passkey-challenges.ts";
import { passkeyName } from "../passkey-name.ts";
import { verifyRegistration, NewCredential } from "../passkey-registration.ts";
import { assertRelyingParty } from "../relying-party.ts";

export const createPasskey = ({ secret }: LoginServices) =>
  endpoint.write({
    route: "POST /users/me/passkeys",
    summary: "Add a passkey",
    description:
      "Registers the credential that the browser created from the options of `POST /users/me/passkeys/options`. " +
      "If the organization allows it, the user can then log in with the passkey instead of a password. A " +
      "password alone is no longer enough, as with `POST /users/me/two_factor`. The user receives an email. An " +
      `account can have ${MAX_PASSKEYS_PER_USER} passkeys.`,
    access: "user",
    humansOnly: true,
    input: z.object({
      credential: json(NewCredential).describe(
        "The browser's credential, as returned by `PublicKeyCredential.toJSON()`.",
      ),
      name: passkeyName().describe("Name of the passkey, chosen by the user."),
    }),
    secrets: "all",
    response: z.object({
      id: z.int(),
      recovery_codes: z
        .array(z.string())
        .describe(
          "Each code works once instead of a passkey. Empty if the account already has codes. They cannot be " +
            "retrieved later.",
        ),
    }),
    errors: [PasskeysNeedHttps, InvalidPasskey, PasskeyChallengeExpired, PasskeyAlreadyRegistered, TooManyPasskeys],
    prepare: ({ realm }, { input }) => verifyRegistration(assertRelyingParty(realm), input.credential),
    async handler({ tx, actor, realm, now }, { input }, credential) {
      const ceremony = {
        kind: "passkey_registration",
        realmId: realm.id,
        bearer: registrationBinding(actor),
        now,
      } as const;
      const consumed = await consumeChallenge(tx, ceremony, credential.challenge);
      if (consumed === null) throw new PasskeyChallengeExpired();
      const owner = { realm, userId: actor.id, now };
      const { id, codes } = await addPasskey(tx, owner, { credential, name: input.name, secret });
      return { id, recovery_codes: codes };
    },
  });
