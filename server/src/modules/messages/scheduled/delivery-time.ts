import { int } from "@parlance/kernel/http/params.ts";
import { DeliveryTimeNotInFuture } from "./errors.ts";

/** The end of the year 9999. Later times have no four-digit year. */
const MAX_TIMESTAMP_SECONDS = 253_402_300_799;

export const deliveryTimestampParameter = () =>
  int({ max: MAX_TIMESTAMP_SECONDS }).describe("Time of delivery, in UNIX seconds.");

/** Parses the requested delivery time. @throws DeliveryTimeNotInFuture */
export function parseDeliveryTime(timestamp: number, now: Date): Date {
  if (timestamp * 1000 <= now.getTime()) throw new DeliveryTimeNotInFuture();
  return new Date(timestamp * 1000);
}
