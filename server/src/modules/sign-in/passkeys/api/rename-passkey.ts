import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { renamePasskey } from "../actions/change-passkeys.ts";
import { NoSuchPasskey } from "#modules/sign-in/core/errors.ts";
import { passkeyName } from "../passkey-name.ts";
import { passkeyId } from "#modules/platform/parameters/identifying-parameters.ts";

export const changePasskey = endpoint.write({
  route: "PATCH /users/me/passkeys/:passkey_id",
  summary: "Rename a passkey",
  description: "Changes only the name under which the passkey is listed.",
  access: "user",
  humansOnly: true,
  params: z.object({ passkey_id: passkeyId().describe("Id of the passkey.") }),
  input: z.object({ name: passkeyName().describe("New name of the passkey.") }),
  response: z.object({}),
  errors: [NoSuchPasskey],
  async handler({ tx, actor }, { params, input }) {
    await renamePasskey(tx, actor.id, params.passkey_id, input.name);
    return {};
  },
});
