import type { EventOf, EventType } from "../events/index.ts";
import type { RegisterResponse } from "../register/index.ts";

/**
 * The state of a client: the register response, kept current by events. Fields that the client did not request stay
 * absent.
 */
export type State = RegisterResponse;

/** The options of the registration that determine how events change the state. */
export interface Registration {
  readonly clientGravatar: boolean;
  readonly includeSubscribers: boolean;
  /** Whether presence is stored by user id, in the current format. */
  readonly slimPresence: boolean;
}

export type Reducer<T extends EventType> = (state: State, event: EventOf<T>, registration: Registration) => State;
