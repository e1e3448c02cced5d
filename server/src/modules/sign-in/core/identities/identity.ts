/** A user's identity as an identity provider states it. */
export interface Identity {
  /** Kind and issuer of the provider. Together with `subject` it permanently identifies one person. */
  readonly issuer: string;
  readonly subject: string;
  /** Null: the provider does not send one. */
  readonly email: string | null;
  /** Whether the provider has verified that the address belongs to this person. */
  readonly isVerified: boolean;
  /** Empty if the provider does not send one. */
  readonly fullName: string;
  /** Names of groups at the provider. */
  readonly groups: readonly string[];
  /** URL of the user's picture at the provider; null or absent: none. */
  readonly picture?: string | null;
}
