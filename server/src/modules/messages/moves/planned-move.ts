import type { Row } from "@parlance/kernel/db/types.ts";
import type { Resolution } from "./resolution.ts";

/** A topic of a channel. */
export interface TopicLocation {
  readonly channel: Row<"channel">;
  readonly topic: string;
}

/** A move that changes something. */
export interface PlannedMove {
  /** The message that the request names. */
  readonly messageId: number;
  /** All moved messages, ascending, including the named one. */
  readonly ids: readonly number[];
  readonly from: TopicLocation;
  readonly to: TopicLocation;
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
  /** Set if the move only resolves or unresolves the topic, otherwise null. */
  readonly resolution: Resolution | null;
}
