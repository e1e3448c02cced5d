/** The credential of a request, if it may end before the account does. */
export interface Credential {
  readonly kind: "session" | "key";
  readonly id: number;
  /** Expiry, in milliseconds of UNIX time. Null: never. A session that is used expires later. */
  readonly expiresAt: number | null;
}

/** The identity of a credential. */
export type CredentialId = Pick<Credential, "kind" | "id">;

/** Returns a key that identifies a credential on the whole server. */
export const credentialKey = ({ kind, id }: CredentialId): string => `${kind}:${id}`;
