import type { Outcome } from "../client/connection/client.ts";
import { say } from "../base/ui/overlays/toasts.tsx";

/** Says why something could not be done, in the server's words; tells whether it was done. */
export function told(outcome: Outcome): boolean {
  if (!outcome.done) say({ text: outcome.message, isProblem: true });
  return outcome.done;
}
