import { z } from "zod";
import { dropTokens } from "../actions/drop-tokens.ts";
import { isInVain } from "../delivery.ts";
import { PushServiceUnavailable } from "../errors.ts";
import { plainDevices, plainNotice } from "../plain-devices.ts";
import { realmOf, realmPushStatus } from "../realms.ts";
import type { TokenKind } from "../tokens.ts";
import { operation } from "./operation.ts";
import { payload } from "./payload.ts";
import { user } from "./plain-token.ts";

/** Tokens that the server believes to be registered here. */
const believed = z.array(z.string().max(4096)).max(1000).default([]);

/** A server sends a notice to all phones of a user that are registered without encryption. It hears which are gone. */
export const notifyUser = operation({
  path: "push/notify",
  parameters: z.object({
    ...user,
    apns_payload: payload,
    gcm_payload: payload,
    gcm_options: z.object({ priority: z.enum(["high", "normal"]).default("normal") }).prefault({}),
    apple_devices: believed,
    android_devices: believed,
  }),
  async run({ pool, delivery }, server, input) {
    const of = { realmId: await realmOf(pool, server, input.realm_uuid), userUuid: input.user_uuid };
    const payloads = {
      apple: input.apns_payload,
      google: input.gcm_payload,
      googlePriority: input.gcm_options.priority,
    };
    const devices = await plainDevices(pool, of);
    const outcomes = await delivery.send(new Map(devices.map((device) => [device, plainNotice(device, payloads)])));
    const lists = { apns: input.apple_devices, fcm: input.android_devices };
    const gone = async (kind: TokenKind) => {
      const own = devices.filter(({ token_kind }) => token_kind === kind);
      const lost = own.filter((device) => outcomes.get(device) === "gone").map(({ token }) => token);
      await dropTokens(pool, of, { kind, tokens: lost });
      return [...lost, ...lists[kind].filter((token) => own.every((device) => device.token !== token))];
    };
    const deleted = { apple_devices: await gone("apns"), android_devices: await gone("fcm") };
    if (isInVain(outcomes)) throw new PushServiceUnavailable();
    return {
      total_apple_devices: devices.filter(({ token_kind: kind }) => kind === "apns").length,
      total_android_devices: devices.filter(({ token_kind: kind }) => kind === "fcm").length,
      deleted_devices: deleted,
      realm: realmPushStatus(true),
    };
  },
});
