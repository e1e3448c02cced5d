import type { EventOf, EventType } from "../events/index.ts";
import type { RegisterResponse } from "../register/index.ts";

/** What a client knows: a register snapshot, kept current by events. Fields that were not fetched stay absent. */
export type State = RegisterResponse;

/** How the client registered, as far as it changes what events mean for the snapshot. */
export interface Registration {
  readonly clientGravatar: boolean;
  readonly includeSubscribers: boolean;
}

export type Reducer<T extends EventType> = (state: State, event: EventOf<T>, registration: Registration) => State;

/** Replaces one field, where the snapshot has it. */
export function change<K extends keyof State>(
  state: State,
  field: K,
  to: (value: NonNullable<State[K]>) => State[K],
): State {
  const value = state[field];
  return value === undefined || value === null ? state : { ...state, [field]: to(value) };
}

/** Sets a field whose name came in an event, where the snapshot has it. */
export function setNamed<T extends object>(target: T, name: string, value: unknown): T {
  return Object.hasOwn(target, name) ? { ...target, [name]: value } : target;
}

/** Overlays what an event says has changed; what came as JSON has no undefined in it. */
export function overlay<T extends object>(target: T, changes: { [K in keyof T]?: T[K] | undefined }): T {
  return { ...target, ...changes };
}
