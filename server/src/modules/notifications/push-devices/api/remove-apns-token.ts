import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { dropToken } from "../actions/delete-push-tokens.ts";
import { InvalidApnsToken, InvalidTokenLength, NoSuchToken } from "../errors.ts";
import { checkApnsToken, token } from "../token-validation.ts";

export const removeApnsToken = endpoint.write({
  route: "DELETE /users/me/apns_device_token",
  summary: "Unregister an iOS device without encryption",
  description: "The device no longer receives push notifications.",
  access: "user",
  humansOnly: true,
  input: z.object({ token: token() }),
  response: z.object({}),
  errors: [InvalidTokenLength, InvalidApnsToken, NoSuchToken],
  async handler(ctx, { input }) {
    checkApnsToken(input.token);
    await dropToken(ctx, { token_kind: "apns", token: input.token });
    return {};
  },
});
