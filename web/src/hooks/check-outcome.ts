import type { Outcome } from "../client/connection/client.ts";
import { showToast } from "../base/ui/overlays/toasts.tsx";

/** Says why something could not be done, in the server's words; tells whether it was done. */
export function checkOutcome(outcome: Outcome): boolean {
  if (!outcome.done) showToast({ text: outcome.message, isError: true });
  return outcome.done;
}
