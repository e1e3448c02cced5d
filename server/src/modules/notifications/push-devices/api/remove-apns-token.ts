import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deletePushToken } from "../actions/delete-push-tokens.ts";
import { InvalidApnsToken, InvalidTokenLength, NoSuchToken } from "../errors.ts";
import { assertApnsTokenValid, tokenSchema } from "../token-validation.ts";

export const removeApnsToken = endpoint.write({
  route: "DELETE /users/me/apns_device_token",
  summary: "Unregister an iOS device without encryption",
  description: "The device no longer receives push notifications.",
  access: "user",
  humansOnly: true,
  input: z.object({ token: tokenSchema() }),
  response: z.object({}),
  errors: [InvalidTokenLength, InvalidApnsToken, NoSuchToken],
  async handler(ctx, { input }) {
    assertApnsTokenValid(input.token);
    await deletePushToken(ctx, { token_kind: "apns", token: input.token });
    return {};
  },
});
