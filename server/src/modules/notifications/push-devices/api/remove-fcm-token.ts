import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deletePushToken } from "../actions/delete-push-tokens.ts";
import { InvalidTokenLength, NoSuchToken } from "../errors.ts";
import { assertTokenValid, tokenSchema } from "../token-validation.ts";

export const removeFcmToken = endpoint.write({
  route: "DELETE /users/me/android_gcm_reg_id",
  summary: "Unregister an Android device without encryption",
  description: "The device no longer receives push notifications.",
  access: "user",
  humansOnly: true,
  input: z.object({ token: tokenSchema() }),
  response: z.object({}),
  errors: [InvalidTokenLength, NoSuchToken],
  async handler(ctx, { input }) {
    assertTokenValid(input.token);
    await deletePushToken(ctx, { token_kind: "fcm", token: input.token });
    return {};
  },
});
