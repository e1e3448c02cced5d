import type { KnownMessage, MessageWindow } from "./messages.ts";
import type { KeptMessages } from "./message-source.ts";
import type { Narrow } from "../../routes/narrow.ts";
import type { Held } from "./message-window.ts";

/** So many messages are kept. */
const KEPT = 3_000;

/** What to keep of the windows with the newest messages, those opened last first. */
export function keptOf(held: Iterable<Held>, messages: ReadonlyMap<number, KnownMessage>): KeptMessages {
  const current = [...held].filter(
    ({ source, isStale }) => !isStale && source.get().ids.length > 0 && source.get().hasNewest,
  );
  const windows: { narrow: Narrow; window: MessageWindow }[] = [];
  const ids = new Set<number>();
  for (const { narrow, source } of current.toSorted((a, b) => b.opened - a.opened)) {
    const window = { ...source.get(), loading: null, problem: null };
    if (ids.size + window.ids.length > KEPT) continue;
    for (const id of window.ids) ids.add(id);
    windows.push({ narrow, window });
  }
  return { messages: [...ids].flatMap((id) => messages.get(id) ?? []), windows };
}
