import { useState } from "react";
import type { Change, Outcome } from "../client/connection/client.ts";
import { checkOutcome } from "./check-outcome.ts";
import { useClient } from "./context/client-context.tsx";

/** Does something that the server decides, one at a time. */
export function useAction() {
  const { change } = useClient();
  const [isActing, setActing] = useState(false);
  /** For who says by themselves why it could not be done, such as beside a field. */
  const attempt = async (request: Change["request"]): Promise<Outcome> => {
    setActing(true);
    const outcome = await change({ expects: [], request });
    setActing(false);
    return outcome;
  };
  /** Says why where it cannot be done; tells whether it was. */
  const act = async (request: Change["request"]): Promise<boolean> => checkOutcome(await attempt(request));
  return { isActing, act, attempt };
}
