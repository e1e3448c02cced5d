/** A user with an entry in the directory. */
export interface DirectoryPerson {
  /** Distinguished name. */
  readonly dn: string;
  /** Permanent identifier of the entry, as `attribute=value`; null: there is none. */
  readonly entryId: string | null;
  readonly email: string;
  /** Empty if the directory has none. */
  readonly fullName: string;
  readonly isDisabled: boolean;
  /** Subdomains of the organizations that the user may use; null: all. */
  readonly organizations: readonly string[] | null;
  /** The user's groups in the directory, as returned by `groupKeys`. */
  readonly groups: readonly string[];
  /** Picture file from the directory; null: none. */
  readonly picture: Uint8Array | null;
  /** Returns the values of an attribute that the operators' rules refer to. */
  valuesOf(attribute: string): readonly string[];
}

/** The user of an entry, or the reason why the entry cannot be used to log in. */
export type DirectoryEntryResult =
  | { readonly kind: "person"; readonly person: DirectoryPerson }
  | { readonly kind: "refused"; readonly reason: string };
