/** A user's identity as asserted by an identity provider. */
export interface Identity {
  /** Kind and issuer of the provider. Together with `subject`, it permanently identifies a user of the provider. */
  readonly issuer: string;
  readonly subject: string;
  /** Email address; null if the provider sends none. */
  readonly email: string | null;
  /** Whether the provider has verified that the email address belongs to the user. */
  readonly isVerified: boolean;
  /** Full name; empty if the provider sends none. */
  readonly fullName: string;
  /** Names of groups at the provider. */
  readonly groups: readonly string[];
  /** URL of the user's picture at the provider; null or absent if there is none. */
  readonly picture?: string | null;
}
