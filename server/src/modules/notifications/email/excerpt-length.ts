/** How much of a message a notice has room for. */
export interface Room {
  /** The most characters of its text. */
  readonly characters: number;
  /** Whether all are named who are in a conversation. */
  readonly hasNames: boolean;
}

/** A phone is told the beginning of a text. */
const CHARACTERS = [201, 120, 60, 20];
const ROOMS: readonly Room[] = [true, false].flatMap((hasNames) =>
  CHARACTERS.map((characters) => ({ characters, hasNames })),
);

/** The fullest notice that is small enough; undefined: none is. */
export function fullest<Notice>(make: (room: Room) => Notice, fits: (notice: Notice) => boolean): Notice | undefined {
  for (const room of ROOMS) {
    const notice = make(room);
    if (fits(notice)) return notice;
  }
  return undefined;
}
