/** How much of a message a notice has room for. */
export interface ExcerptLimits {
  /** The most characters of its text. */
  readonly characters: number;
  /** Whether all are named who are in a conversation. */
  readonly includesNames: boolean;
}

/** A phone is told the beginning of a text. */
const EXCERPT_LENGTHS = [201, 120, 60, 20];
const EXCERPT_LIMITS: readonly ExcerptLimits[] = [true, false].flatMap((includesNames) =>
  EXCERPT_LENGTHS.map((characters) => ({ characters, includesNames })),
);

/** The fullest notice that is small enough; undefined: none is. */
export function findLargestFitting<Notice>(
  make: (room: ExcerptLimits) => Notice,
  fits: (notice: Notice) => boolean,
): Notice | undefined {
  for (const room of EXCERPT_LIMITS) {
    const notice = make(room);
    if (fits(notice)) return notice;
  }
  return undefined;
}
