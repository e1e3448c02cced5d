import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openClient } from "./connection/open-client.ts";
import { App } from "./shell/app.tsx";
import { Unreachable } from "./shell/unreachable.tsx";
import { applyColourScheme } from "./theme/theme.ts";
import "./theme/tokens.css";
import "./theme/base.css";

applyColourScheme(undefined);
const root = document.querySelector("#root");
if (root) {
  const page = createRoot(root);
  openClient().then(
    (client) => page.render(<StrictMode>{<App client={client} />}</StrictMode>),
    (error: unknown) => page.render(<Unreachable reason={error instanceof Error ? error.message : String(error)} />),
  );
}
