import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openClient } from "./connection/open-client.ts";
import { App } from "./shell/app.tsx";
import { Unreachable } from "./shell/unreachable.tsx";
import { loadLateParts } from "./ui/late.ts";
import { applyColourScheme } from "./theme/theme.ts";
import "./theme/tokens.css";
import "./theme/base.css";

/** What opens over the page is loaded so long after the first screen, in milliseconds. */
const AFTER_MS = 300;

applyColourScheme(undefined);
const root = document.querySelector("#root");
if (root) {
  const page = createRoot(root);
  openClient().then(
    (client) => {
      page.render(<StrictMode>{<App client={client} />}</StrictMode>);
      setTimeout(() => void loadLateParts(), AFTER_MS);
    },
    (error: unknown) => page.render(<Unreachable reason={error instanceof Error ? error.message : String(error)} />),
  );
}
