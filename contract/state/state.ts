import type { EventOf, EventType } from "../events/index.ts";
import type { RegisterResponse } from "../register/index.ts";

/** What a client knows: a register snapshot, kept current by events. Fields that were not fetched stay absent. */
export type State = RegisterResponse;

/** How the client registered, as far as it changes what events mean for the snapshot. */
export interface Registration {
  readonly clientGravatar: boolean;
  readonly includeSubscribers: boolean;
  /** Presence by user id, in the present form. */
  readonly slimPresence: boolean;
}

export type Reducer<T extends EventType> = (state: State, event: EventOf<T>, registration: Registration) => State;
