import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { renamePasskey } from "../actions/change-passkeys.ts";
import { NoSuchPasskey } from "../errors.ts";
import { passkeyName } from "../passkeys/name.ts";

export const changePasskey = endpoint.write({
  route: "PATCH /users/me/passkeys/:passkey_id",
  summary: "Give a passkey another name",
  access: "user",
  humansOnly: true,
  params: z.object({ passkey_id: id() }),
  input: z.object({ name: passkeyName() }),
  response: z.object({}),
  errors: [NoSuchPasskey],
  async handler({ tx, actor }, { params, input }) {
    await renamePasskey(tx, actor.id, params.passkey_id, input.name);
    return {};
  },
});
