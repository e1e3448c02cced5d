import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { required } from "#kernel/required.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { PasskeysNeedHttps } from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import { mustProveOneself, ownPassword, ownProofErrors } from "#modules/sign-in/credentials/reauthentication.ts";
import { bearerOf, newChallenge } from "../passkey-challenges.ts";
import { descriptorsOf } from "../queries.ts";
import { registrationOptions } from "../passkey-registration.ts";
import { mustBeRelyingParty } from "../relying-party.ts";
import { userHandle } from "../user-handle.ts";

export const beginPasskey = (services: LoginServices) =>
  endpoint.write({
    route: "POST /users/me/passkeys/options",
    summary: "Get options for creating a passkey",
    description:
      "Returns WebAuthn options for `PublicKeyCredential.parseCreationOptionsFromJSON()`. The browser's " +
      "credential must be sent to `POST /users/me/passkeys` within ten minutes, once, with the same session or " +
      "API key.",
    access: "user",
    humansOnly: true,
    input: z.object({ password: ownPassword() }),
    response: z.object({
      options: z.record(z.string(), z.unknown()).describe("WebAuthn `PublicKeyCredentialCreationOptionsJSON`."),
    }),
    errors: [...ownProofErrors, PasskeysNeedHttps],
    async prepare(ctx, { input }) {
      const party = mustBeRelyingParty(ctx.realm);
      await mustProveOneself(services, ctx, input.password);
      return party;
    },
    async handler({ tx, actor, realm, directory, now }, _input, party) {
      const ceremony = { kind: "passkey_registration", realmId: realm.id, bearer: bearerOf(actor), now } as const;
      const challenge = await newChallenge(tx, ceremony, actor.id);
      const { delivery_email: email, full_name: fullName } = required(directory.of(people).get(actor.id));
      const options = await registrationOptions({
        party,
        organization: directory.of(organization).facts.name,
        challenge,
        handle: userHandle(actor.id),
        email,
        fullName,
        known: await descriptorsOf(tx, actor.id),
      });
      return { options: { ...options } };
    },
  });
