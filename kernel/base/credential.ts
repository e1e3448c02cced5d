/** What somebody came in with, where that may end before the account does. */
export interface Credential {
  readonly kind: "session" | "key";
  readonly id: number;
  /** When it expires, in milliseconds of UNIX time; null: never. A session that is used expires later. */
  readonly expiresAt: number | null;
}

/** By which a pass is known. */
export type CredentialId = Pick<Credential, "kind" | "id">;

/** Names a pass among all of the server. */
export const credentialKey = ({ kind, id }: CredentialId): string => `${kind}:${id}`;
