import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { addPushToken } from "../actions/add-push-token.ts";
import { InvalidTokenLength, TooManyDevices } from "../errors.ts";
import { assertTokenValid, tokenSchema } from "../token-validation.ts";

export const addFcmToken = endpoint.write({
  route: "POST /users/me/android_gcm_reg_id",
  summary: "Register an Android device without encryption",
  description: "Deprecated; use `POST /mobile_push/register`. Repeating the request is safe.",
  access: "user",
  humansOnly: true,
  input: z.object({ token: tokenSchema() }),
  response: z.object({}),
  errors: [InvalidTokenLength, TooManyDevices],
  async handler(ctx, { input }) {
    assertTokenValid(input.token);
    await addPushToken(ctx, { token_kind: "fcm", token: input.token, app_id: null });
    return {};
  },
});
