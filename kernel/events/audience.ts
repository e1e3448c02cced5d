/**
 * Who hears of an event: named, not enumerated, and resolved at delivery against each reader's access at that event.
 * The union of its parts, less `except`.
 */
export interface Audience {
  readonly realmId: number;
  /** Everybody in the organization. */
  readonly everyone?: true;
  /** Everybody but guests. */
  readonly members?: true;
  /** Everybody of this role or above (a smaller number is a higher role). */
  readonly roleAtLeast?: number;
  /** The subscribers of a channel. */
  readonly channel?: number;
  /** Also queues that asked for all public channels, whether their owners are subscribed or not. */
  readonly publicStreams?: true;
  readonly users?: readonly number[];
  readonly except?: readonly number[];
  /** Of all these, people alone: no bot hears of it. */
  readonly humans?: true;
}

export const toUsers = (realmId: number, users: readonly number[]): Audience => ({
  realmId,
  users,
});
export const toUser = ({ id, realmId }: { id: number; realmId: number }): Audience => ({
  realmId,
  users: [id],
});
export const toEveryone = (realmId: number): Audience => ({ realmId, everyone: true });
/** No client: the event only tells the server's own processes that something changed. */
export const toServerProcesses = (realmId: number): Audience => ({ realmId });
