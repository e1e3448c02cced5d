import { z } from "zod";
import { apnsToken, fcmToken } from "../push-tokens.ts";

/** Number of a push service. It may be text, because forms contain only text. */
const tokenKindField = z.preprocess((value) => (typeof value === "string" ? Number(value) : value), z.literal([1, 2]));

/** A user of an organization, with the id that the server uses in its requests to the relay. */
export const userFields = { realm_uuid: z.uuid(), user_uuid: z.uuid() } as const;

/** Token of a phone, and its push service: 1 is Apple's, 2 is Google's. */
export const tokenFields = {
  ...userFields,
  token: z.union([apnsToken, fcmToken]),
  token_kind: tokenKindField,
} as const;
