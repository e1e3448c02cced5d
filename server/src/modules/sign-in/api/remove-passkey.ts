import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { removePasskey } from "../actions/change-passkeys.ts";
import { NoSuchPasskey } from "../errors.ts";
import type { LoginServices } from "../logins.ts";
import { mustProveOneself, ownPassword, ownProofErrors } from "../own-password.ts";

export const deletePasskey = (services: LoginServices) =>
  endpoint.write({
    route: "DELETE /users/me/passkeys/:passkey_id",
    summary: "Remove a passkey",
    description:
      "Nobody signs in with it any more; browsers that are signed in stay. With the last one go the codes for recovery, unless " +
      "an authenticator makes codes. The owner gets a letter.",
    access: "user",
    humansOnly: true,
    params: z.object({ passkey_id: id() }),
    input: z.object({ password: ownPassword() }),
    response: z.object({}),
    errors: [...ownProofErrors, NoSuchPasskey],
    prepare: (ctx, { input }) => mustProveOneself(services, ctx, input.password),
    async handler({ tx, actor, realm, now }, { params }) {
      await removePasskey(tx, { realm, userId: actor.id, now }, params.passkey_id);
      return {};
    },
  });
