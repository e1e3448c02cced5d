import { signOut } from "../connection/sign-out.ts";
import { say } from "../ui/toasts.tsx";
import { useClient } from "../view/client-context.tsx";
import { words } from "../words/index.ts";

/** Ends the session in this browser, and says so where it cannot. */
export function useSignOut(): () => void {
  const client = useClient();
  return () => void signOut(client).catch(() => say({ text: words.sidebar.notSignedOut, isProblem: true }));
}
