import { type RefObject, useEffect } from "react";
import { matches } from "../../../client/replica/messages/narrow-matching.ts";
import type { KnownMessage } from "../../../client/replica/messages/messages.ts";
import type { Narrow } from "../../../client/routes/narrow.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";

/** Time in milliseconds within which several changes cause only one fetch. */
const REFETCH_DELAY_MS = 250;

/**
 * Fetches a narrow again if only the server can evaluate it, such as a full-text search. This happens when the list is
 * opened, and when a new or changed message may match the narrow. While the user has scrolled away from the end of the
 * list, the fetch is postponed.
 */
export function useNarrowRefetch(narrow: Narrow, isAtEnd: RefObject<boolean>): void {
  const client = useClient();
  useEffect(() => {
    if (!needsServer(narrow)) return undefined;
    const { messages, me } = client;
    if (messages.window(narrow).get().hasNewest) messages.refetch(narrow);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = () => {
      timer = undefined;
      if (isAtEnd.current && messages.window(narrow).get().loading === null) messages.refetch(narrow);
      else timer = setTimeout(request, REFETCH_DELAY_MS);
    };
    const stop = client.onEvents((events) => {
      const changed = events.flatMap((event): (KnownMessage | undefined)[] => {
        if (event.type === "message") return [{ ...event.message, flags: event.flags }];
        return event.type === "update_message" ? event.message_ids.map((id) => messages.message(id).get()) : [];
      });
      if (changed.some((one) => one && matches(narrow, one, me) === undefined))
        timer ??= setTimeout(request, REFETCH_DELAY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, narrow, isAtEnd]);
}

/** Operators that the client can evaluate without the server. */
const locallyDecidedOperators: ReadonlySet<string> = new Set(["channel", "topic", "dm", "id", "sender"]);
const locallyDecidedOperands: ReadonlySet<unknown> = new Set([
  "mentioned",
  "starred",
  "unread",
  "alerted",
  "dm",
  "private",
  "resolved",
  "reaction",
]);

/** Returns true if only the server can evaluate a narrow. */
const needsServer = (narrow: Narrow): boolean =>
  narrow.some(
    ({ operator, operand }) => !locallyDecidedOperators.has(operator) && !locallyDecidedOperands.has(operand),
  );
