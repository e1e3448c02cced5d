/** What somebody came in with, where that may end before the account does. */
export interface Pass {
  readonly kind: "session" | "key";
  readonly id: number;
  /** When it expires, in milliseconds of UNIX time; null: never. A session that is used expires later. */
  readonly expiresAt: number | null;
}

/** By which a pass is known. */
export type PassId = Pick<Pass, "kind" | "id">;

/** Names a pass among all of the server. */
export const passName = ({ kind, id }: PassId): string => `${kind}:${id}`;
