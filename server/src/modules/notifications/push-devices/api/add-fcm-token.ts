import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { keepToken } from "../actions/add-push-token.ts";
import { InvalidTokenLength, TooManyDevices } from "../errors.ts";
import { checkToken, token } from "../token-validation.ts";

export const addFcmToken = endpoint.write({
  route: "POST /users/me/android_gcm_reg_id",
  summary: "Register an Android device without encryption",
  description: "Deprecated; use `POST /mobile_push/register`. Repeating the request is safe.",
  access: "user",
  humansOnly: true,
  input: z.object({ token: token() }),
  response: z.object({}),
  errors: [InvalidTokenLength, TooManyDevices],
  async handler(ctx, { input }) {
    checkToken(input.token);
    await keepToken(ctx, { token_kind: "fcm", token: input.token, app_id: null });
    return {};
  },
});
