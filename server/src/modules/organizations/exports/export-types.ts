/**
 * Types of exports. `public`: data that all members can read. `withConsent`: also the data of consenting users, and
 * data that they can read.
 */
export const exportTypes = { public: 1, withConsent: 2 } as const;

/** Type of an export of all data of an organization. Only for the server's operator; not available through the API. */
export const FULL_EXPORT = 0;

/** Returns the name of a type in the file. */
export const exportTypeName = (type: number): "everything" | "public" | "with consent" =>
  type === FULL_EXPORT ? "everything" : type === exportTypes.public ? "public" : "with consent";
