import type { Row } from "@parlance/kernel/db/types.ts";
import type { Resolution } from "./resolution.ts";

/** A topic of a channel. */
export interface TopicLocation {
  readonly channel: Row<"channel">;
  readonly topic: string;
}

/** A move that changes the topic, the channel or both. */
export interface PlannedMove {
  /** The message that the request names. */
  readonly messageId: number;
  /** Ids of all messages to be moved, including the named message, ascending. */
  readonly ids: readonly number[];
  readonly from: TopicLocation;
  readonly to: TopicLocation;
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
  /** Set if the move does nothing but resolve or unresolve the topic. Otherwise null. */
  readonly resolution: Resolution | null;
}
