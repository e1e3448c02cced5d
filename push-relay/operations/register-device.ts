import { z } from "zod";
import { storeDevice } from "../actions/store-device.ts";
import { isAtDeviceLimit } from "../device-quota.ts";
import { PushServiceUnavailable } from "../errors.ts";
import { findRealmId } from "../realms.ts";
import { unsealRegistration } from "../sealed-registration.ts";
import { operation } from "./operation.ts";

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** A 64-bit number. It is handled as text, because JavaScript numbers cannot represent it exactly. */
const accountId = z
  .string()
  .regex(/^-?\d{1,19}$/, { abort: true })
  .refine((digits) => BigInt(digits) >= MIN_INT64 && BigInt(digits) <= MAX_INT64);

/**
 * Operation that registers a phone with encrypted notifications. Only the relay can decrypt the data that the phone has
 * sealed.
 */
export const registerDevice = operation({
  path: "push/e2ee/register",
  parameters: z.object({
    realm_uuid: z.uuid(),
    push_account_id: accountId,
    encrypted_push_registration: z.string().max(16_384),
    bouncer_public_key: z.string().max(100),
  }),
  async run({ pool, keys, clock, delivery, maxDevices }, server, input) {
    const realmId = await findRealmId(pool, server, input.realm_uuid);
    const { encrypted_push_registration: sealed, bouncer_public_key: publicKey } = input;
    const opened = await unsealRegistration(sealed, publicKey, { keys: await keys(), now: clock.now() });
    if (!delivery.supports(opened.token_kind)) throw new PushServiceUnavailable();
    const isFull = await isAtDeviceLimit(pool, server, maxDevices);
    return { device_id: await storeDevice(pool, { realmId, accountId: input.push_account_id, isFull, ...opened }) };
  },
});
