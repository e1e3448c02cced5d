import { signOut } from "../../client/connection/sign-out.ts";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";

/** Returns a function that logs the user out in this browser. If this fails, it shows an error. */
export function useSignOut(): () => void {
  const client = useClient();
  return () => void signOut(client).catch(() => showToast({ text: words.sidebar.notSignedOut, isError: true }));
}
