// This import is the first one, so that loading the persisted state starts before other code is parsed.
import "./client/connection/persistence/preloaded-replica.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Client } from "./client/connection/client.ts";
import { openClient } from "./client/connection/open-client.ts";
import { renewPushSubscription, registerServiceWorker } from "./client/connection/service-worker.ts";
import { routes } from "./screens/index.ts";
import { App } from "./shell/app.tsx";
import { reloadOnChunkLoadFailure } from "./shell/chunk-load-recovery.ts";
import { loadOverlays, loadWithRetry } from "./base/ui/loading/lazy-overlays.ts";
import { applyColourScheme } from "./base/theme/theme.ts";
import "./base/theme/tokens.css";
import "./base/theme/base.css";
import { CloudOff } from "lucide-react";
import { Button } from "./base/ui/forms/button.tsx";
import { EmptyState } from "./base/ui/empty-state.tsx";
import { words } from "./base/words/index.ts";

/**
 * Shown if the client cannot be opened: usually the server does not respond, and there is no persisted state to show.
 */
const ServerUnreachablePage = ({ reason }: { reason: string }) => (
  <EmptyState icon={<CloudOff size={30} aria-hidden />} title={words.connection.unreachable}>
    <p>{reason}</p>
    <Button variant="primary" onPress={() => location.reload()}>
      {words.ui.retry}
    </Button>
  </EmptyState>
);

/** Time in milliseconds after the first screen. The code of overlays and notifications is loaded then. */
const DEFERRED_LOAD_MS = 300;

/** Loads the code that the first screen does not need. */
async function loadDeferred(client: Client): Promise<void> {
  await loadOverlays();
  const { startNotifications } = await loadWithRetry(
    async () => import("./features/notifications/start-notifications.ts"),
  );
  startNotifications(client, routes);
  await registerServiceWorker();
  await renewPushSubscription(client.call);
}

/**
 * Resolves when the browser paints the first frame. On a slow device, loading anything earlier would delay this frame.
 * Resolves immediately if the page is hidden, because hidden pages are not painted.
 */
const firstFrame = (): Promise<unknown> =>
  document.visibilityState === "hidden"
    ? Promise.resolve()
    : new Promise((resolve) => {
        requestAnimationFrame(resolve);
        document.addEventListener("visibilitychange", resolve, { once: true });
      });

applyColourScheme(undefined);
reloadOnChunkLoadFailure();
const root = document.querySelector("#root");
if (root) {
  const page = createRoot(root);
  openClient().then(
    (client) => {
      page.render(<StrictMode>{<App client={client} />}</StrictMode>);
      void firstFrame().then(() => setTimeout(() => void loadDeferred(client), DEFERRED_LOAD_MS));
    },
    (error: unknown) =>
      page.render(<ServerUnreachablePage reason={error instanceof Error ? error.message : String(error)} />),
  );
}
