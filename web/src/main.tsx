// Imported first, so that loading the persisted replica starts before everything else is parsed.
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

/** Shown when nothing is persisted and the server does not respond. */
const ServerUnreachablePage = ({ reason }: { reason: string }) => (
  <EmptyState icon={<CloudOff size={30} aria-hidden />} title={words.connection.unreachable}>
    <p>{reason}</p>
    <Button variant="primary" onPress={() => location.reload()}>
      {words.ui.retry}
    </Button>
  </EmptyState>
);

/** Delay after the first screen before overlays and notifications are loaded, in milliseconds. */
const DEFERRED_LOAD_MS = 300;

/** Loads the parts that the first screen does not wait for. */
async function loadDeferred(client: Client): Promise<void> {
  await loadOverlays();
  const { startNotifications } = await loadWithRetry(
    async () => import("./features/notifications/start-notifications.ts"),
  );
  startNotifications(client, routes);
  await registerServiceWorker();
  await renewPushSubscription(client.call);
}

/** Resolves at the first frame: on a slow device, anything loaded before it delays it. A hidden page has no frames. */
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
