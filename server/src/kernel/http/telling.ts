/** What is told together, each as JSON. Whoever has the id has all of it. */
export interface Told {
  readonly id: number;
  readonly events: readonly string[];
  /** Told even to those whom it keeps from coming in any more. */
  readonly isFarewell?: boolean;
}

/** What is told, as it happens. Null: nothing has happened for a while, which is to show that the connection lives. */
export type Telling = AsyncGenerator<readonly Told[] | null, void>;

/** What an operation answers that goes on telling. */
export class EventStream {
  readonly telling: Telling;

  constructor(telling: Telling) {
    this.telling = telling;
  }
}
