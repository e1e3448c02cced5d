import type { EventOf, EventType } from "../events/index.ts";
import type { RegisterResponse } from "../register/index.ts";

/** A client's state: the register response, kept current by events. Fields that were not fetched remain absent. */
export type State = RegisterResponse;

/** The registration options that change how events affect the snapshot. */
export interface Registration {
  readonly clientGravatar: boolean;
  readonly includeSubscribers: boolean;
  /** Whether presence is by user id, in the modern format. */
  readonly slimPresence: boolean;
}

export type Reducer<T extends EventType> = (state: State, event: EventOf<T>, registration: Registration) => State;
