/** What somebody came in with, where that may end before the account does. */
export interface Pass {
  readonly kind: "session" | "key";
  readonly id: number;
}

/** Names a pass among all of the server. */
export const passName = ({ kind, id }: Pass): string => `${kind}:${id}`;
