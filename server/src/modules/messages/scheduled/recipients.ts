import { z } from "zod";
import { jsonOrText } from "@parlance/kernel/http/params.ts";
import { InvalidRecipientsType } from "#modules/messages/core/errors.ts";
import type { SendRequest } from "#modules/messages/send/outgoing-message.ts";
import { InvalidChannelIdType, OnlyUserIdsAllowed } from "./errors.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

/** The types of a scheduled message. They are those of a message that is sent immediately. */
export type ScheduledType = SendRequest["type"];

export const isChannelType = (type: ScheduledType): boolean => type === "channel" || type === "stream";

/**
 * The parameter with the recipients. Which values are valid depends on the message's type, so `parseRecipientIds`
 * validates it later.
 */
export const recipientsParameter = () =>
  identifies(
    jsonOrText(
      z
        .unknown()
        .nonoptional()
        .meta({ anyOf: [{ type: "integer" }, { type: "array", items: { type: "integer" }, minItems: 1 }] }),
    ),
    "user",
    "channel",
  );

/**
 * Parses the recipients of a message of this type. They must be given by their ids: one channel, or a list of users.
 * @throws InvalidChannelIdType, InvalidRecipientsType, OnlyUserIdsAllowed
 */
export function parseRecipientIds(type: ScheduledType, to: unknown): number | readonly number[] {
  if (isChannelType(type)) {
    if (!Number.isSafeInteger(to)) throw new InvalidChannelIdType();
    return to as number;
  }
  if (!Array.isArray(to)) throw new InvalidRecipientsType();
  if (!to.every((id) => Number.isSafeInteger(id))) throw new OnlyUserIdsAllowed();
  return to as readonly number[];
}
