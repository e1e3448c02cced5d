import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { addPushToken } from "../actions/add-push-token.ts";
import { InvalidApnsToken, InvalidTokenLength, TooManyDevices } from "../errors.ts";
import { assertApnsTokenValid, tokenSchema } from "../token-validation.ts";

const MAX_APP_ID = 200;

export const addApnsToken = endpoint.write({
  route: "POST /users/me/apns_device_token",
  summary: "Register an iOS device without encryption",
  description: "Deprecated; use `POST /mobile_push/register`. Repeating the request is safe.",
  access: "user",
  humansOnly: true,
  input: z.object({
    token: tokenSchema(),
    appid: text({ max: MAX_APP_ID, pattern: /^[.a-zA-Z0-9-]+$/ }).describe("Id of the app."),
  }),
  response: z.object({}),
  errors: [InvalidTokenLength, InvalidApnsToken, TooManyDevices],
  async handler(ctx, { input }) {
    assertApnsTokenValid(input.token);
    await addPushToken(ctx, { token_kind: "apns", token: input.token, app_id: input.appid });
    return {};
  },
});
