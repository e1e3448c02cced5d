import { z } from "zod";
import { keepDevice } from "../actions/store-device.ts";
import { isAtDeviceLimit } from "../device-quota.ts";
import { PushServiceUnavailable } from "../errors.ts";
import { realmOf } from "../realms.ts";
import { openRegistration } from "../sealed-registration.ts";
import { operation } from "./operation.ts";

const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;

/** 64 bits, which numbers here do not have: it stays a text. */
const accountId = z
  .string()
  .regex(/^-?\d{1,19}$/, { abort: true })
  .refine((digits) => BigInt(digits) >= SMALLEST && BigInt(digits) <= LARGEST);

/** A server has a phone registered whose notices are encrypted. What the phone sealed only the relay can read. */
export const registerDevice = operation({
  path: "push/e2ee/register",
  parameters: z.object({
    realm_uuid: z.uuid(),
    push_account_id: accountId,
    encrypted_push_registration: z.string().max(16_384),
    bouncer_public_key: z.string().max(100),
  }),
  async run({ pool, keys, clock, delivery, maxDevices }, server, input) {
    const realmId = await realmOf(pool, server, input.realm_uuid);
    const { encrypted_push_registration: sealed, bouncer_public_key: publicKey } = input;
    const opened = await openRegistration(sealed, publicKey, { keys: await keys(), now: clock.now() });
    if (!delivery.reaches(opened.token_kind)) throw new PushServiceUnavailable();
    const isFull = await isAtDeviceLimit(pool, server, maxDevices);
    return { device_id: await keepDevice(pool, { realmId, accountId: input.push_account_id, isFull, ...opened }) };
  },
});
