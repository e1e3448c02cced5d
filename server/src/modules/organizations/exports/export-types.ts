/** What is exported: what all members can read; or that, and what those can read who consent. */
export const exportTypes = { public: 1, withConsent: 2 } as const;

/** All there is of an organization: for the server's operators alone, and no type of the API. */
export const FULL_EXPORT = 0;

/** What it is called in the file. */
export const exportTypeName = (type: number): "everything" | "public" | "with consent" =>
  type === FULL_EXPORT ? "everything" : type === exportTypes.public ? "public" : "with consent";
