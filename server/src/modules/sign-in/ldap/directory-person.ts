/** A user with an entry in the directory. */
export interface DirectoryPerson {
  /** Distinguished name of the entry. */
  readonly dn: string;
  /**
   * Permanent identifier of the entry, as `attribute=value`; null if no such attribute is configured, or the entry does
   * not have it.
   */
  readonly entryId: string | null;
  readonly email: string;
  /** Full name; empty if the directory contains none. */
  readonly fullName: string;
  readonly isDisabled: boolean;
  /** Subdomains of the organizations that the user may use; null if all may be used. */
  readonly organizations: readonly string[] | null;
  /** The user's groups in the directory, in the format that `groupKeys` returns. */
  readonly groups: readonly string[];
  /** Content of the picture in the directory; null if there is none. */
  readonly picture: Uint8Array | null;
  /** Returns the values of an attribute that the operator's rules mention. */
  valuesOf(attribute: string): readonly string[];
}

/** The user of an entry, or the reason why the entry cannot be used to log in. */
export type DirectoryEntryResult =
  | { readonly kind: "person"; readonly person: DirectoryPerson }
  | { readonly kind: "refused"; readonly reason: string };
