import { z } from "zod";
import { type Endpoint, endpoint } from "#kernel/http/endpoint.ts";
import { choice, text } from "#kernel/http/params.ts";
import { pushAccountId } from "../account-id.ts";
import { registerDevice } from "../actions/register-device.ts";
import { InvalidPushPublicKey, PushServiceNotConfigured, TooManyDevices } from "../errors.ts";
import type { Relay } from "../relay/relay.ts";
import { publicKeyOf } from "../sealed-box.ts";

/** Longer than what clients send, in characters. */
const MAX_KEY = 1000;
const MAX_REGISTRATION = 10_000;

export const register = (relay: Relay | null): Endpoint =>
  endpoint.write({
    route: "POST /mobile_push/register",
    summary: "Register a phone for encrypted notices",
    description:
      "The server keeps the phone's public key, and passes the encrypted registration on to the relay, which alone can read it. " +
      "`push_device` events tell how far that has come. May be repeated: what is registered already stays as it is, unless it failed.",
    access: "user",
    humansOnly: true,
    input: z.object({
      token_kind: choice("fcm", "apns"),
      push_account_id: pushAccountId().describe("A random number of 64 bits, which comes with every notice"),
      push_public_key: text({ max: MAX_KEY }).describe("The phone's public key: 32 bytes in base64"),
      bouncer_public_key: text({ max: MAX_KEY }).describe("The relay's key with which the registration is encrypted"),
      encrypted_push_registration: text({ min: 1, max: MAX_REGISTRATION }),
    }),
    response: z.object({}),
    errors: [PushServiceNotConfigured, InvalidPushPublicKey, TooManyDevices],
    async handler(ctx, { input }) {
      if (!relay) throw new PushServiceNotConfigured();
      if (!publicKeyOf(input.push_public_key)) throw new InvalidPushPublicKey();
      await registerDevice(ctx, input);
      return {};
    },
  });
