/** One event, or the parts in which some clients receive it, each as JSON with an id of its own: the ids follow one another. */
export interface EventBatch {
  /** Id of the last of them. A client that has it has received all of them. */
  readonly id: number;
  readonly events: readonly string[];
  /** Told even to those whom it keeps from coming in any more. */
  readonly isFinal?: boolean;
}

/** What is told, as it happens. Null: nothing has happened for a while, which is to show that the connection lives. */
export type EventBatches = AsyncGenerator<readonly EventBatch[] | null, void>;

/** What an operation answers that goes on telling. */
export class EventStream {
  readonly batches: EventBatches;

  constructor(telling: EventBatches) {
    this.batches = telling;
  }
}
