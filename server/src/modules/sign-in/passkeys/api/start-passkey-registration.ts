import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { PasskeysNeedHttps } from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import {
  assertReauthenticated,
  ownPasswordParam,
  reauthenticationErrors,
} from "#modules/sign-in/credentials/reauthentication.ts";
import { registrationBinding, createChallenge } from "../passkey-challenges.ts";
import { loadCredentialDescriptors } from "../queries.ts";
import { registrationOptions } from "../passkey-registration.ts";
import { assertRelyingParty } from "../relying-party.ts";
import { userHandle } from "../user-handle.ts";

export const startPasskeyRegistration = (services: LoginServices) =>
  endpoint.write({
    route: "POST /users/me/passkeys/options",
    summary: "Get options for creating a passkey",
    description:
      "Returns WebAuthn options for `PublicKeyCredential.parseCreationOptionsFromJSON()`. The browser's " +
      "credential must be sent to `POST /users/me/passkeys` within ten minutes, once, with the same session or " +
      "API key.",
    access: "user",
    humansOnly: true,
    input: z.object({ password: ownPasswordParam() }),
    response: z.object({
      options: z.record(z.string(), z.unknown()).describe("WebAuthn `PublicKeyCredentialCreationOptionsJSON`."),
    }),
    errors: [...reauthenticationErrors, PasskeysNeedHttps],
    async prepare(ctx, { input }) {
      const party = assertRelyingParty(ctx.realm);
      await assertReauthenticated(services, ctx, input.password);
      return party;
    },
    async handler({ tx, actor, realm, snapshot, now }, _input, party) {
      const ceremony = {
        kind: "passkey_registration",
        realmId: realm.id,
        bearer: registrationBinding(actor),
        now,
      } as const;
      const challenge = await createChallenge(tx, ceremony, actor.id);
      const { delivery_email: email, full_name: fullName } = required(snapshot.get(users).get(actor.id));
      const options = await registrationOptions({
        party,
        organization: snapshot.get(organization).loadedRow.name,
        challenge,
        handle: userHandle(actor.id),
        email,
        fullName,
        known: await loadCredentialDescriptors(tx, actor.id),
      });
      return { options: { ...options } };
    },
  });
