/** Who somebody is by the word of an identity provider. */
export interface Identity {
  /** The kind and the issuer of the provider. With `subject`, it names one person for ever. */
  readonly issuer: string;
  readonly subject: string;
  /** Null: the provider tells none. */
  readonly email: string | null;
  /** Whether the provider has made sure that the address is this person's. */
  readonly isVerified: boolean;
  /** Empty where the provider tells none. */
  readonly fullName: string;
  /** Names of groups at the provider. */
  readonly groups: readonly string[];
  /** Where the provider has a picture of them; null, or absent: nowhere. */
  readonly picture?: string | null;
}
