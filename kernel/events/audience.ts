/**
 * The recipients of an event. Described by conditions instead of listed, and resolved at delivery with each user's
 * access at the time of the event. The fields add up: a user described by any of them is a recipient, unless excluded
 * by `except` or `humans`.
 */
export interface Audience {
  readonly realmId: number;
  /** All users of the organization. */
  readonly everyone?: true;
  /** All users except guests. */
  readonly members?: true;
  /** All users with this role or a higher one. A smaller number is a higher role. */
  readonly roleAtLeast?: number;
  /** The subscribers of a channel. */
  readonly channel?: number;
  /** Also event queues that requested events of all public channels, whether or not their users are subscribed. */
  readonly publicStreams?: true;
  readonly users?: readonly number[];
  readonly except?: readonly number[];
  /** Excludes bots: only humans among the described users receive the event. */
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
/** An audience without clients: the event only informs the server's own processes of a change. */
export const toServerProcesses = (realmId: number): Audience => ({ realmId });
