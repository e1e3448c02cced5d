/** Types of exports: data that all members can read; or that, and data that consenting users can read. */
export const exportTypes = { public: 1, withConsent: 2 } as const;

/** Type of an export of all data of an organization: only for the server's operators, and not part of the API. */
export const FULL_EXPORT = 0;

/** Returns the name of a type in the file. */
export const exportTypeName = (type: number): "everything" | "public" | "with consent" =>
  type === FULL_EXPORT ? "everything" : type === exportTypes.public ? "public" : "with consent";
