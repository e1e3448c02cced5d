import { z } from "zod";
import { type Endpoint, endpoint } from "@parlance/kernel/http/endpoint.ts";
import { choice, text } from "@parlance/kernel/http/params.ts";
import { pushAccountId } from "../account-id.ts";
import { registerDevice } from "../actions/register-device.ts";
import { InvalidPushPublicKey, PushServiceNotConfigured, TooManyDevices } from "../errors.ts";
import type { Relay } from "../relay/relay.ts";
import { parsePublicKey } from "../payload/sealed-box.ts";

/** Maximum lengths in characters, larger than what clients send. */
const MAX_KEY = 1000;
const MAX_REGISTRATION = 10_000;

export const register = (relay: Relay | null): Endpoint =>
  endpoint.write({
    route: "POST /mobile_push/register",
    summary: "Register a device for encrypted push notifications",
    description:
      "The server stores the device's public key and forwards the encrypted registration to the push relay, which " +
      "alone can decrypt it. `push_device` events report the status. Repeating the request is safe: it changes " +
      "nothing unless the registration failed.",
    access: "user",
    humansOnly: true,
    input: z.object({
      token_kind: choice("fcm", "apns").describe("Push service of the device: Firebase or Apple."),
      push_account_id: pushAccountId().describe("Random 64-bit integer that is included in every notification."),
      push_public_key: text({ max: MAX_KEY }).describe("The device's public key: 32 bytes in base64."),
      bouncer_public_key: text({ max: MAX_KEY }).describe(
        "The relay's public key that the registration is encrypted with.",
      ),
      encrypted_push_registration: text({ min: 1, max: MAX_REGISTRATION }).describe(
        "Registration data, encrypted for the relay.",
      ),
    }),
    response: z.object({}),
    errors: [PushServiceNotConfigured, InvalidPushPublicKey, TooManyDevices],
    async handler(ctx, { input }) {
      if (!relay) throw new PushServiceNotConfigured();
      if (!parsePublicKey(input.push_public_key)) throw new InvalidPushPublicKey();
      await registerDevice(ctx, input);
      return {};
    },
  });
