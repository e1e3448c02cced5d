/** Somebody of whom the directory has an entry. */
export interface DirectoryPerson {
  /** Distinguished name. */
  readonly dn: string;
  /** Names the entry for ever, as `attribute=value`; null: nothing does. */
  readonly entryId: string | null;
  readonly email: string;
  /** Empty where the directory has none. */
  readonly fullName: string;
  readonly isDisabled: boolean;
  /** Subdomains of the organizations they may use; null: all. */
  readonly organizations: readonly string[] | null;
  /** The groups that they are in there, as `groupKeys` has them. */
  readonly groups: readonly string[];
  /** A file, as the directory has it; null: there is none. */
  readonly picture: Uint8Array | null;
  /** What the directory has in an attribute of which the operators' rules speak. */
  valuesOf(attribute: string): readonly string[];
}

/** Somebody, or why an entry is of nobody who could log in. */
export type DirectoryEntryResult =
  | { readonly kind: "person"; readonly person: DirectoryPerson }
  | { readonly kind: "refused"; readonly reason: string };
