import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { addPasskey, MOST_PASSKEYS } from "../actions/change-passkeys.ts";
import { PasskeyIsInvalid, PasskeyIsKnown, PasskeysNeedHttps, PasskeyTookTooLong, TooManyPasskeys } from "../errors.ts";
import type { LoginServices } from "../logins.ts";
import { bearerOf, takeChallenge } from "../passkeys/challenges.ts";
import { passkeyName } from "../passkeys/name.ts";
import { checkRegistration, NewCredential } from "../passkeys/registration.ts";
import { mustBeRelyingParty } from "../passkeys/relying-party.ts";

export const createPasskey = ({ secret }: LoginServices) =>
  endpoint.write({
    route: "POST /users/me/passkeys",
    summary: "Add a passkey",
    description:
      "One that a browser has made of what `POST /users/me/passkeys/options` told. From now on its owner signs in with it instead of " +
      "a password, if the organization lets people; and a password alone is enough no more, as with `POST /users/me/two_factor`. " +
      `The owner gets a letter. An account has at most ${MOST_PASSKEYS}.`,
    access: "user",
    humansOnly: true,
    input: z.object({
      credential: json(NewCredential).describe("What the browser made: `PublicKeyCredential.toJSON()`"),
      name: passkeyName().describe("What its owner calls it"),
    }),
    response: z.object({
      id: z.int(),
      recovery_codes: z
        .array(z.string())
        .describe("Each works once, instead of a passkey; empty where the account has some already. Not shown again"),
    }),
    errors: [PasskeysNeedHttps, PasskeyIsInvalid, PasskeyTookTooLong, PasskeyIsKnown, TooManyPasskeys],
    prepare: ({ realm }, { input }) => checkRegistration(mustBeRelyingParty(realm), input.credential),
    async handler({ tx, actor, realm, now }, { input }, credential) {
      const ceremony = { kind: "passkey_registration", realmId: realm.id, bearer: bearerOf(actor), now } as const;
      const asked = await takeChallenge(tx, ceremony, credential.challenge);
      if (asked === null) throw new PasskeyTookTooLong();
      const owner = { realm, userId: actor.id, now };
      const { id, codes } = await addPasskey(tx, owner, { credential, name: input.name, secret });
      return { id, recovery_codes: codes };
    },
  });
