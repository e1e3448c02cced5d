/**
 * An event, or the sub-events in which some clients receive it, each as JSON with its own id. The ids are consecutive.
 */
export interface EventBatch {
  /** Id of the last event. A client that has it has received all of them. */
  readonly id: number;
  readonly events: readonly string[];
  /** Sent even to clients that this event excludes from any further access. */
  readonly isFinal?: boolean;
}

/** Events as they occur. Null: nothing has happened for a while, so a heartbeat shows that the connection is alive. */
export type EventBatches = AsyncGenerator<readonly EventBatch[] | null, void>;

/** The result of an operation that continues to send events. */
export class EventStream {
  readonly batches: EventBatches;

  constructor(telling: EventBatches) {
    this.batches = telling;
  }
}
