import { z } from "zod";
import { dropTokens } from "../actions/delete-tokens.ts";
import { isInVain, unsentAmong } from "../notification-delivery.ts";
import { PushServiceUnavailable } from "../errors.ts";
import { type PlainDevice, plainDevices, plainNotice } from "../plain-devices.ts";
import { realmOf, realmPushStatus } from "../realms.ts";
import type { TokenKind } from "../push-tokens.ts";
import { operation } from "./operation.ts";
import { collapseName, payload } from "./notification-fields.ts";
import { user } from "./token-fields.ts";

/** Tokens that the server believes to be registered here. */
const believed = z.array(z.string().max(4096)).max(1000).default([]);
/** Of tokens, those for which a notice is sent again. */
const tokens = z.object({ apple_devices: believed, android_devices: believed });

/**
 * A server sends a notice to all phones of a user that are registered without encryption, or to some of them. It hears which are
 * gone, and which are to be tried again.
 */
export const notifyUser = operation({
  path: "push/notify",
  parameters: z.object({
    ...user,
    apns_payload: payload,
    gcm_payload: payload,
    gcm_options: z.object({ priority: z.enum(["high", "normal"]).default("normal") }).prefault({}),
    apple_devices: believed,
    android_devices: believed,
    only: tokens.optional(),
    apns_collapse_id: collapseName.optional(),
  }),
  async run({ pool, delivery }, server, input) {
    const of = { realmId: await realmOf(pool, server, input.realm_uuid), userUuid: input.user_uuid };
    const { apns_payload: apple, gcm_payload: google, gcm_options, apns_collapse_id, only } = input;
    const payloads = { apple, google, googlePriority: gcm_options.priority, appleCollapseId: apns_collapse_id };
    const all = await plainDevices(pool, of);
    const devices = all.filter((device) => !only || only[LISTS[device.token_kind]].includes(device.token));
    const outcomes = await delivery.send(new Map(devices.map((device) => [device, plainNotice(device, payloads)])));
    const ofKind = (some: readonly PlainDevice[], kind: TokenKind) =>
      some.filter(({ token_kind }) => token_kind === kind).map(({ token }) => token);
    const gone = async (kind: TokenKind) => {
      const lost = ofKind(
        devices.filter((device) => outcomes.get(device) === "gone"),
        kind,
      );
      await dropTokens(pool, of, { kind, tokens: lost });
      const known = new Set(ofKind(all, kind));
      return [...lost, ...input[LISTS[kind]].filter((token) => !known.has(token))];
    };
    const deleted = { apple_devices: await gone("apns"), android_devices: await gone("fcm") };
    if (isInVain(outcomes)) throw new PushServiceUnavailable();
    const unsent = unsentAmong(outcomes);
    return {
      total_apple_devices: ofKind(devices, "apns").length,
      total_android_devices: ofKind(devices, "fcm").length,
      deleted_devices: deleted,
      unsent_devices: { apple_devices: ofKind(unsent, "apns"), android_devices: ofKind(unsent, "fcm") },
      realm: realmPushStatus(true),
    };
  },
});

const LISTS = { apns: "apple_devices", fcm: "android_devices" } as const;
