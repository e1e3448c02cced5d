/**
 * An event, or the sub-events in which some clients receive it. Each is serialized as JSON and has its own id. The ids
 * are consecutive.
 */
export interface EventBatch {
  /** Id of the last event of the batch. A client that has this id has received every event of the batch. */
  readonly id: number;
  readonly events: readonly string[];
  /** True if the events contain secrets, such as API keys. They are not compressed. */
  readonly hasSecrets?: boolean;
  /** True if the batch is sent even to clients whose access ends with this event. */
  readonly isFinal?: boolean;
}

/**
 * Batches of events as they occur. Null stands for a heartbeat, which shows that the connection is alive when there
 * were no events for some time.
 */
export type EventBatches = AsyncGenerator<readonly EventBatch[] | null, void>;

/** The result of an operation that continues to send events after it has returned. */
export class EventStream {
  readonly batches: EventBatches;

  constructor(batches: EventBatches) {
    this.batches = batches;
  }
}
