import { z } from "zod";
import { markDevicesExpired } from "../actions/expire-devices.ts";
import type { Sql } from "../database.ts";
import { shouldRetryAll, type PushNotification, findUnsent } from "../notification-delivery.ts";
import { PushServiceUnavailable } from "../errors.ts";
import { jsonValueText } from "@parlance/kernel/base/lossless-json.ts";
import { findRealmId, realmPushStatus } from "../realms.ts";
import type { TokenKind } from "../push-tokens.ts";
import { operation } from "./operation.ts";
import { collapseIdField, deviceIdField, payloadField } from "./notification-fields.ts";

const MAX_REQUESTS = 2000;

const pushRequest = z.object({
  device_id: deviceIdField,
  http_headers: z
    .object({
      apns_priority: z.union([z.literal(1), z.literal(5), z.literal(10)]).default(10),
      apns_push_type: z.enum(["alert", "background"]).default("alert"),
      apns_collapse_id: collapseIdField.optional(),
    })
    .prefault({}),
  fcm_priority: z.enum(["high", "normal"]).default("normal"),
  payload: payloadField,
});

type PushRequest = z.output<typeof pushRequest>;

interface Device {
  readonly id: number;
  readonly token: string;
  readonly token_kind: TokenKind;
  readonly ios_app_id: string | null;
}

/**
 * Operation that sends encrypted notifications, each to one phone. The response lists expired and unknown phones, and
 * phones whose notifications should be retried.
 */
export const notifyDevices = operation({
  path: "push/e2ee/notify",
  parameters: z.object({ realm_uuid: z.uuid(), push_requests: z.array(pushRequest).max(MAX_REQUESTS) }),
  async run({ pool, delivery }, server, { realm_uuid, push_requests: requests }) {
    const realmId = await findRealmId(pool, server, realm_uuid);
    const devices = await loadDevices(pool, realmId, requests);
    const known = requests.filter(({ device_id: id }) => devices.has(id));
    const notices = new Map(
      known.map((request) => [request, notificationFor(request, devices.get(request.device_id))]),
    );
    const outcomes = await delivery.send(notices);
    const [gone, sent] = (["gone", "sent"] as const).map((what) =>
      known.filter((request) => outcomes.get(request) === what).map(({ device_id: id }) => id),
    ) as [number[], number[]];
    await markDevicesExpired(pool, gone);
    if (shouldRetryAll(outcomes)) throw new PushServiceUnavailable();
    const unknownIds = requests.filter(({ device_id: id }) => !devices.has(id)).map(({ device_id: id }) => id);
    const sentTo = (kind: TokenKind) => sent.filter((id) => devices.get(id)?.token_kind === kind).length;
    return {
      apple_successfully_sent_count: sentTo("apns"),
      android_successfully_sent_count: sentTo("fcm"),
      delete_device_ids: [...new Set([...unknownIds, ...gone])],
      unsent_device_ids: [...new Set(findUnsent(outcomes).map(({ device_id: id }) => id))],
      realm_push_status: realmPushStatus(true),
    };
  },
});

async function loadDevices(sql: Sql, realmId: number, requests: readonly PushRequest[]) {
  const { rows } = await sql.query<Device>(
    `select id, token, token_kind, ios_app_id from device
     where id = any($1::int[]) and realm_id = $2 and expired_at is null`,
    [requests.map(({ device_id: id }) => id), realmId],
  );
  return new Map(rows.map((device) => [device.id, device]));
}

function notificationFor(
  { http_headers, fcm_priority, payload }: PushRequest,
  device: Device | undefined,
): PushNotification {
  if (!device) throw new Error("a notification without devices");
  const { token, token_kind: kind, ios_app_id: topic } = device;
  if (kind === "fcm") {
    const data = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, jsonValueText(value)]));
    return { kind, notification: { token, priority: fcm_priority, data } };
  }
  const { apns_priority: priority, apns_push_type: pushType, apns_collapse_id: collapseId } = http_headers;
  return {
    kind,
    notification: { token, topic: topic ?? "", priority, pushType, collapseId, payload: JSON.stringify(payload) },
  };
}
