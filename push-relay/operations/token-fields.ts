import { z } from "zod";
import { apnsToken, fcmToken } from "../push-tokens.ts";

/** Forms have numbers as text. */
const tokenKindField = z.preprocess((value) => (typeof value === "string" ? Number(value) : value), z.literal([1, 2]));

/** Somebody of an organization, under the name that their server chose for the relay. */
export const userFields = { realm_uuid: z.uuid(), user_uuid: z.uuid() } as const;

/** A token of a phone, and which service knows it: 1 is Apple's, 2 is Google's. */
export const tokenFields = {
  ...userFields,
  token: z.union([apnsToken, fcmToken]),
  token_kind: tokenKindField,
} as const;
