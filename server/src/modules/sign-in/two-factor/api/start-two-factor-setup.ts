import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { startSecondFactorSetup } from "../actions/change-second-factor.ts";
import { TwoFactorIsOn } from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import {
  assertReauthenticated,
  ownPasswordParam,
  reauthenticationErrors,
} from "#modules/sign-in/credentials/reauthentication.ts";
import { base32, otpauthUrl, totpSecret } from "../totp.ts";

export const startTwoFactorSetup = (services: LoginServices) =>
  endpoint.write({
    route: "POST /users/me/two_factor",
    summary: "Start setting up an authenticator app",
    description:
      "Returns the secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds). Nothing " +
      "changes until a code is confirmed. An earlier unconfirmed secret is discarded.",
    access: "user",
    humansOnly: true,
    input: z.object({ password: ownPasswordParam() }),
    secrets: "all",
    response: z.object({
      secret: z.string().describe("Base32 secret for typing in."),
      url: z.string().describe("`otpauth://` URL for showing as a QR code."),
    }),
    errors: [...reauthenticationErrors, TwoFactorIsOn],
    prepare: (ctx, { input }) => assertReauthenticated(services, ctx, input.password),
    async handler({ tx, actor, snapshot }) {
      const secret = totpSecret(services.secret, actor.id, await startSecondFactorSetup(tx, actor.id));
      const { delivery_email: account } = required(snapshot.get(users).get(actor.id));
      const issuer = snapshot.get(organization).loadedRow.name;
      return { secret: base32(secret), url: otpauthUrl(secret, { issuer, account }) };
    },
  });
