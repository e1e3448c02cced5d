import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import type { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { addBrowser } from "../actions/add-browser.ts";
import { isCurvePoint } from "../push-encryption.ts";
import { InternalPushEndpoint, InvalidBrowserKeys, InvalidPushEndpoint } from "../errors.ts";
import { assertPushEndpoint } from "../push-service-client.ts";

const AUTH_BYTES = 16;
const MAX_ENDPOINT = 2000;
const MAX_KEY = 200;

export const add = (rules: { readonly guard: SsrfGuard; readonly internalHosts: readonly string[] }) =>
  endpoint.write({
    route: "POST /users/me/browser_push",
    summary: "Register a browser for push notifications",
    description:
      "Takes the data of the browser's `PushSubscription`. The browser then receives the notifications that the " +
      "caller's settings enable, encrypted for this browser, while the caller uses no client. An account can have " +
      "20 browsers; registering more removes the oldest. Browsers that no longer exist are removed too.",
    access: "user",
    humansOnly: true,
    input: z.object({
      endpoint: text({ max: MAX_ENDPOINT }).describe("URL of the browser's push service; must be HTTPS."),
      p256dh: text({ max: MAX_KEY }).describe("The browser's public key, in base64url."),
      auth: text({ max: MAX_KEY }).describe("The secret shared with the browser, in base64url."),
    }),
    response: z.object({}),
    errors: [InvalidPushEndpoint, InternalPushEndpoint, InvalidBrowserKeys],
    prepare: async (_ctx, { input }) => assertPushEndpoint(input.endpoint, rules),
    async handler({ tx, actor, now }, { input }) {
      const [p256dh, auth] = [Buffer.from(input.p256dh, "base64url"), Buffer.from(input.auth, "base64url")];
      if (auth.length !== AUTH_BYTES || !isCurvePoint(p256dh)) throw new InvalidBrowserKeys();
      await addBrowser(tx, { userId: actor.id, endpoint: input.endpoint, p256dh, auth, now });
      return {};
    },
  });
