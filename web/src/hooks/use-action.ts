import { useState } from "react";
import type { Change, Outcome } from "../client/connection/client.ts";
import { checkOutcome } from "./check-outcome.ts";
import { useClient } from "./context/client-context.tsx";

/** Performs changes without an expected result, and reports whether one is in progress. */
export function useAction() {
  const { change } = useClient();
  const [isActing, setActing] = useState(false);
  /** For components that show the error themselves, such as next to a field. */
  const attempt = async (request: Change["request"]): Promise<Outcome> => {
    setActing(true);
    const outcome = await change({ expects: [], request });
    setActing(false);
    return outcome;
  };
  /** Shows the error if the change fails. Returns whether it succeeded. */
  const act = async (request: Change["request"]): Promise<boolean> => checkOutcome(await attempt(request));
  return { isActing, act, attempt };
}
