import type { Row } from "@parlance/kernel/db/types.ts";
import type { Resolution } from "./resolution.ts";

/** A topic of a channel. */
export interface TopicLocation {
  readonly channel: Row<"channel">;
  readonly topic: string;
}

/** A move that really changes something. */
export interface PlannedMove {
  /** The message that was named. */
  readonly messageId: number;
  /** All that move, ascending; the one that was named is among them. */
  readonly ids: readonly number[];
  readonly from: TopicLocation;
  readonly to: TopicLocation;
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
  /** Where it only marks the topic as resolved, or not any more. */
  readonly resolution: Resolution | null;
}
