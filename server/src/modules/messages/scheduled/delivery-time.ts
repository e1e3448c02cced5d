import { int } from "@parlance/kernel/http/params.ts";
import { DeliveryTimeNotInFuture } from "./errors.ts";

/** End of the year 9999, in UNIX seconds. Later years do not have four digits. */
const MAX_TIMESTAMP_SECONDS = 253_402_300_799;

export const deliveryTimestampParameter = () =>
  int({ max: MAX_TIMESTAMP_SECONDS }).describe("Time of delivery, in UNIX seconds.");

/**
 * Parses the requested delivery time.
 * @throws DeliveryTimeNotInFuture
 */
export function parseDeliveryTime(timestamp: number, now: Date): Date {
  if (timestamp * 1000 <= now.getTime()) throw new DeliveryTimeNotInFuture();
  return new Date(timestamp * 1000);
}
