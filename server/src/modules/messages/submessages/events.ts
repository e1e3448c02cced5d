import type { Submessage } from "@parlance/contract/entities/message.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

export const submessageAdded = ({ id, ...submessage }: Submessage): EventBody => ({
  type: "submessage",
  submessage_id: id,
  ...submessage,
});
