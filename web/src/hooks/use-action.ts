import { useState } from "react";
import type { Change, Outcome } from "../client/connection/client.ts";
import { checkOutcome } from "./check-outcome.ts";
import { useClient } from "./context/client-context.tsx";

/**
 * Returns functions that send a change to the server, and whether a change is in progress. The result is not shown
 * before the server's event.
 */
export function useAction() {
  const { change } = useClient();
  const [isActing, setActing] = useState(false);
  /** Makes a change. For components that show an error themselves, for example next to a field. */
  const attempt = async (request: Change["request"]): Promise<Outcome> => {
    setActing(true);
    const outcome = await change({ expects: [], request });
    setActing(false);
    return outcome;
  };
  /** Makes a change. Shows the error if the change fails. Returns true if it succeeded. */
  const act = async (request: Change["request"]): Promise<boolean> => checkOutcome(await attempt(request));
  return { isActing, act, attempt };
}
