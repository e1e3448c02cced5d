import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { removePasskey } from "../actions/change-passkeys.ts";
import { NoSuchPasskey } from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import {
  assertReauthenticated,
  ownPasswordParam,
  reauthenticationErrors,
} from "#modules/sign-in/credentials/reauthentication.ts";
import { passkeyId } from "#modules/platform/parameters/identifying-parameters.ts";

export const deletePasskey = (services: LoginServices) =>
  endpoint.write({
    route: "DELETE /users/me/passkeys/:passkey_id",
    summary: "Delete a passkey",
    description:
      "The passkey stops working; sessions stay valid. Deleting the last one deletes the recovery codes too, " +
      "unless an authenticator app is set up. The user receives an email.",
    access: "user",
    humansOnly: true,
    params: z.object({ passkey_id: passkeyId().describe("Id of the passkey.") }),
    input: z.object({ password: ownPasswordParam() }),
    response: z.object({}),
    errors: [...reauthenticationErrors, NoSuchPasskey],
    prepare: (ctx, { input }) => assertReauthenticated(services, ctx, input.password),
    async handler({ tx, actor, realm, now }, { params }) {
      await removePasskey(tx, { realm, userId: actor.id, now }, params.passkey_id);
      return {};
    },
  });
