/** Limits for the excerpt of a message in a notification. */
export interface ExcerptLimits {
  /** Maximum number of characters of the message's text. */
  readonly characters: number;
  /** Whether all users in the conversation are listed. */
  readonly includesNames: boolean;
}

/** Lengths of excerpts, the longest first. */
const EXCERPT_LENGTHS = [201, 120, 60, 20];
const EXCERPT_LIMITS: readonly ExcerptLimits[] = [true, false].flatMap((includesNames) =>
  EXCERPT_LENGTHS.map((characters) => ({ characters, includesNames })),
);

/**
 * Returns the notification with the longest excerpt that fits; undefined if none fits. Names are left out only if even
 * the shortest excerpt does not fit with them.
 */
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
