/** The credential of a request, if it can end before the account is deactivated. */
export interface Credential {
  readonly kind: "session" | "key";
  readonly id: number;
  /**
   * Expiry, in milliseconds of UNIX time, or null if the credential never expires. Using a session postpones its
   * expiry.
   */
  readonly expiresAt: number | null;
}

/** The identity of a credential. */
export type CredentialId = Pick<Credential, "kind" | "id">;

/** Returns a key that identifies a credential on the whole server. */
export const credentialKey = ({ kind, id }: CredentialId): string => `${kind}:${id}`;
