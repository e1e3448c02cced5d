export const MAX_NAME_LENGTH = 40;

/** Names stand in headers of letters, titles and tables: no control characters, no breaks of lines. */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;
