import { int } from "#kernel/http/params.ts";
import { DeliveryTimeNotInFuture } from "./errors.ts";

/** The end of the year 9999: what comes later cannot be written as other times are. */
const LAST_SECOND = 253_402_300_799;

export const deliveryTimestamp = () => int({ max: LAST_SECOND }).describe("Time of delivery, in UNIX seconds.");

/** The moment that a client asks for. @throws DeliveryTimeNotInFuture */
export function deliveryTime(timestamp: number, now: Date): Date {
  if (timestamp * 1000 <= now.getTime()) throw new DeliveryTimeNotInFuture();
  return new Date(timestamp * 1000);
}
