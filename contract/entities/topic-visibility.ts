import type { z } from "zod";
import { integerChoice } from "./scalars.ts";

/** How a topic is shown to somebody; `inherited`: as its channel. */
export const visibilityPolicies = { inherited: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export const VisibilityPolicy = integerChoice(Object.values(visibilityPolicies)).describe(
  "0 as the channel, 1 muted, 2 unmuted, 3 followed",
);
export type VisibilityPolicy = z.infer<typeof VisibilityPolicy>;

/** What somebody does in a topic to follow or unmute it by that. */
export const followPolicies = { participating: 1, sending: 2, starting: 3, never: 4 } as const;

export const FollowPolicy = integerChoice(Object.values(followPolicies)).describe(
  "On 1 taking part, 2 sending, 3 starting the topic; 4 never",
);
