import type { z } from "zod";
import { integerChoice } from "./scalars.ts";

/** A user's visibility policies for a topic. `inherited` means that the user's setting for the channel applies. */
export const visibilityPolicies = { inherited: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export const VisibilityPolicy = integerChoice(Object.values(visibilityPolicies)).describe(
  "0 same as the channel, 1 muted, 2 unmuted, 3 followed.",
);
export type VisibilityPolicy = z.infer<typeof VisibilityPolicy>;

/** Values of the settings for following or unmuting a topic automatically. They name the activity that causes it. */
export const followPolicies = { participating: 1, sending: 2, starting: 3, never: 4 } as const;

export const FollowPolicy = integerChoice(Object.values(followPolicies)).describe(
  "When it happens automatically: 1 on participating in the topic, 2 on sending to it, 3 on starting it, 4 never.",
);
