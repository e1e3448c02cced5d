/**
 * The recipients of an event, described instead of listed, and resolved at delivery against each user's access at that
 * event. The union of its members, without `except`.
 */
export interface Audience {
  readonly realmId: number;
  /** All users of the organization. */
  readonly everyone?: true;
  /** All users except guests. */
  readonly members?: true;
  /** All users of this role or a higher one (a smaller number is a higher role). */
  readonly roleAtLeast?: number;
  /** The subscribers of a channel. */
  readonly channel?: number;
  /** Also event queues that requested all public channels, whether their owners are subscribed or not. */
  readonly publicStreams?: true;
  readonly users?: readonly number[];
  readonly except?: readonly number[];
  /** Excludes bots: of the users described, only humans receive the event. */
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
/** No client: the event only informs the server's own processes of a change. */
export const toServerProcesses = (realmId: number): Audience => ({ realmId });
