import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { dropToken } from "../actions/delete-push-tokens.ts";
import { InvalidTokenLength, NoSuchToken } from "../errors.ts";
import { checkToken, token } from "../token-validation.ts";

export const removeFcmToken = endpoint.write({
  route: "DELETE /users/me/android_gcm_reg_id",
  summary: "Unregister an Android device without encryption",
  description: "The device no longer receives push notifications.",
  access: "user",
  humansOnly: true,
  input: z.object({ token: token() }),
  response: z.object({}),
  errors: [InvalidTokenLength, NoSuchToken],
  async handler(ctx, { input }) {
    checkToken(input.token);
    await dropToken(ctx, { token_kind: "fcm", token: input.token });
    return {};
  },
});
