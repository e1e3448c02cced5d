/** What the services of phones' makers take of a notice, in bytes, and some less: the relay puts a little around it. */
const MOST_BYTES = 4000;
/** The same of one that is sealed and in base64, before that. */
const MOST_SEALED_BYTES = 2850;

const sizeOf = (notice: object): number => Buffer.byteLength(JSON.stringify(notice));

export const isSmallToSeal = (notice: object): boolean => sizeOf(notice) <= MOST_SEALED_BYTES;
export const isSmall = (notice: object): boolean => sizeOf(notice) <= MOST_BYTES;
