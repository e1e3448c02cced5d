import { z } from "zod";
import { deleteTokens } from "../actions/delete-tokens.ts";
import { shouldRetryAll, findUnsent } from "../notification-delivery.ts";
import { PushServiceUnavailable } from "../errors.ts";
import { type PlainDevice, loadPlainDevices, plainNotification } from "../plain-devices.ts";
import { findRealmId, realmPushStatus } from "../realms.ts";
import type { TokenKind } from "../push-tokens.ts";
import { operation } from "./operation.ts";
import { collapseIdField, payloadField } from "./notification-fields.ts";
import { userFields } from "./token-fields.ts";

/**
 * Tokens of phones. Outside of `only`, they are the phones that, according to the server, are registered with the
 * relay.
 */
const tokenList = z.array(z.string().max(4096)).max(1000).default([]);
/** If present, the notification is sent only to the phones with these tokens, because it is a retry. */
const tokens = z.object({ apple_devices: tokenList, android_devices: tokenList });

/**
 * Operation that sends an unencrypted notification to all or some phones of a user. The response lists expired and
 * unknown phones, and phones whose notifications should be retried.
 */
export const notifyUser = operation({
  path: "push/notify",
  parameters: z.object({
    ...userFields,
    apns_payload: payloadField,
    gcm_payload: payloadField,
    gcm_options: z.object({ priority: z.enum(["high", "normal"]).default("normal") }).prefault({}),
    apple_devices: tokenList,
    android_devices: tokenList,
    only: tokens.optional(),
    apns_collapse_id: collapseIdField.optional(),
  }),
  async run({ pool, delivery }, server, input) {
    const of = { realmId: await findRealmId(pool, server, input.realm_uuid), userUuid: input.user_uuid };
    const { apns_payload: apple, gcm_payload: google, gcm_options, apns_collapse_id, only } = input;
    const payloads = { apple, google, googlePriority: gcm_options.priority, appleCollapseId: apns_collapse_id };
    const all = await loadPlainDevices(pool, of);
    const devices = all.filter((device) => !only || only[TOKEN_LISTS[device.token_kind]].includes(device.token));
    const outcomes = await delivery.send(
      new Map(devices.map((device) => [device, plainNotification(device, payloads)])),
    );
    const ofKind = (some: readonly PlainDevice[], kind: TokenKind) =>
      some.filter(({ token_kind }) => token_kind === kind).map(({ token }) => token);
    const gone = async (kind: TokenKind) => {
      const lost = ofKind(
        devices.filter((device) => outcomes.get(device) === "gone"),
        kind,
      );
      await deleteTokens(pool, of, { kind, tokens: lost });
      const known = new Set(ofKind(all, kind));
      return [...lost, ...input[TOKEN_LISTS[kind]].filter((token) => !known.has(token))];
    };
    const deleted = { apple_devices: await gone("apns"), android_devices: await gone("fcm") };
    if (shouldRetryAll(outcomes)) throw new PushServiceUnavailable();
    const unsent = findUnsent(outcomes);
    return {
      total_apple_devices: ofKind(devices, "apns").length,
      total_android_devices: ofKind(devices, "fcm").length,
      deleted_devices: deleted,
      unsent_devices: { apple_devices: ofKind(unsent, "apns"), android_devices: ofKind(unsent, "fcm") },
      realm: realmPushStatus(true),
    };
  },
});

const TOKEN_LISTS = { apns: "apple_devices", fcm: "android_devices" } as const;
