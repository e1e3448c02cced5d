import type { KnownMessage, MessageWindow } from "./messages.ts";
import type { PersistedMessages } from "./message-source.ts";
import type { Narrow } from "../../routes/narrow.ts";
import type { WindowState } from "./message-window.ts";

/** Maximum number of messages that are persisted. */
const MAX_PERSISTED_MESSAGES = 3_000;

/**
 * Selects the windows to persist, and their messages. Only windows that contain the newest messages of their narrow
 * qualify. The most recently opened windows come first; a window that would exceed the limit is left out.
 */
export function selectPersistedMessages(
  windowStates: Iterable<WindowState>,
  messages: ReadonlyMap<number, KnownMessage>,
): PersistedMessages {
  const current = [...windowStates].filter(
    ({ source, isStale }) => !isStale && source.get().ids.length > 0 && source.get().hasNewest,
  );
  const windows: { narrow: Narrow; window: MessageWindow }[] = [];
  const ids = new Set<number>();
  for (const { narrow, source } of current.toSorted((a, b) => b.openedOrder - a.openedOrder)) {
    const window = { ...source.get(), loading: null, problem: null };
    if (ids.size + window.ids.length > MAX_PERSISTED_MESSAGES) continue;
    for (const id of window.ids) ids.add(id);
    windows.push({ narrow, window });
  }
  return { messages: [...ids].flatMap((id) => messages.get(id) ?? []), windows };
}
