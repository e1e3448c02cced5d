/** Types of profile fields, by their names on the wire. */
export const fieldTypes = {
  SHORT_TEXT: { id: 1, name: "Text (short)" },
  LONG_TEXT: { id: 2, name: "Text (long)" },
  SELECT: { id: 3, name: "List of options" },
  DATE: { id: 4, name: "Date" },
  URL: { id: 5, name: "Link" },
  USER: { id: 6, name: "Users" },
  EXTERNAL_ACCOUNT: { id: 7, name: "External account" },
  PRONOUNS: { id: 8, name: "Pronouns" },
} as const;

const SHORT_TEXT = fieldTypes.SHORT_TEXT.id;
export const LONG_TEXT = fieldTypes.LONG_TEXT.id;
export const SELECT = fieldTypes.SELECT.id;
export const DATE = fieldTypes.DATE.id;
export const URL_TYPE = fieldTypes.URL.id;
export const USER = fieldTypes.USER.id;
export const EXTERNAL_ACCOUNT = fieldTypes.EXTERNAL_ACCOUNT.id;

/** Returns whether values of this type are Markdown. */
export const isMarkdown = (type: number): boolean => type === SHORT_TEXT || type === LONG_TEXT;

/**
 * Returns whether fields of this type may be in the profile summary, which is shown next to a name. Types with long
 * values may not: long texts and lists of users.
 */
export const isAllowedInSummary = (type: number): boolean => type !== LONG_TEXT && type !== USER;
