// First, so that it asks for what was kept before everything else is read.
import "./client/connection/persistence/preloaded-replica.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Client } from "./client/connection/client.ts";
import { openClient } from "./client/connection/open-client.ts";
import { beToldStill, startWorker } from "./client/connection/service-worker.ts";
import { App } from "./shell/app.tsx";
import { reloadForMissingPieces } from "./shell/chunk-load-recovery.ts";
import { Unreachable } from "./shell/unreachable.tsx";
import { loadLateParts, untilHere } from "./base/ui/loading/lazy-overlays.ts";
import { applyColourScheme } from "./base/theme/theme.ts";
import "./base/theme/tokens.css";
import "./base/theme/base.css";

/** What opens over the page, and what tells of messages, is loaded so long after the first screen, in milliseconds. */
const AFTER_MS = 300;

/** What the first screen does not wait for. */
async function afterwards(client: Client): Promise<void> {
  await loadLateParts();
  const { startNotices } = await untilHere(async () => import("./features/notifications/start-notifications.ts"));
  startNotices(client);
  await startWorker();
  await beToldStill(client.call);
}

/** On a slow machine, what is loaded before the first frame takes time from it; where nobody sees the page, there is none. */
const firstFrame = (): Promise<unknown> =>
  document.visibilityState === "hidden"
    ? Promise.resolve()
    : new Promise((resolve) => {
        requestAnimationFrame(resolve);
        document.addEventListener("visibilitychange", resolve, { once: true });
      });

applyColourScheme(undefined);
reloadForMissingPieces();
const root = document.querySelector("#root");
if (root) {
  const page = createRoot(root);
  openClient().then(
    (client) => {
      page.render(<StrictMode>{<App client={client} />}</StrictMode>);
      void firstFrame().then(() => setTimeout(() => void afterwards(client), AFTER_MS));
    },
    (error: unknown) => page.render(<Unreachable reason={error instanceof Error ? error.message : String(error)} />),
  );
}
