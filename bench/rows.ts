import type { Row } from "./row.ts";
import { delivery } from "./rows/delivery.ts";
import { send } from "./rows/send.ts";
import { subscribers } from "./rows/subscribers.ts";

/** Everything that is measured, in the order of the table. */
export const rows: readonly Row[] = [send, subscribers, delivery];
