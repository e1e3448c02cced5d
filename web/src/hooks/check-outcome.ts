import type { Outcome } from "../client/connection/client.ts";
import { showToast } from "../base/ui/overlays/toasts.tsx";

/** Shows the server's error message if a change failed. Returns true if the change succeeded. */
export function checkOutcome(outcome: Outcome): boolean {
  if (!outcome.done) showToast({ text: outcome.message, isError: true });
  return outcome.done;
}
