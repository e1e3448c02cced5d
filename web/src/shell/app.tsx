import { lazy, Suspense, useEffect, useState } from "react";
import type { Client } from "../connection/client.ts";
import { Sidebar } from "../sidebar/sidebar.tsx";
import { applyColourScheme } from "../theme/theme.ts";
import { Toasts } from "../ui/toasts.tsx";
import { ClientProvider, useClient } from "../view/client-context.tsx";
import { NavigatorProvider, useNavigator } from "../view/use-place.tsx";
import { useNarrow } from "../view/use-narrow.ts";
import { useKnown } from "../view/use-store.ts";
import styles from "./app.module.css";
import { ConnectionBar } from "./connection-bar.tsx";
import { Screen } from "./screen.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useTitle } from "./use-title.ts";

const Palette = lazy(async () => ({ default: (await import("../palette/palette.tsx")).Palette }));

const ShortcutSheet = lazy(async () => ({ default: (await import("./shortcut-sheet.tsx")).ShortcutSheet }));

/** The whole page of somebody who is signed in. */
export const App = ({ client }: { client: Client }) => (
  <ClientProvider client={client}>
    <NavigatorProvider>
      <Frame />
    </NavigatorProvider>
  </ClientProvider>
);

function Frame() {
  const scheme = useKnown((state) => state.user_settings?.color_scheme);
  useEffect(() => applyColourScheme(scheme), [scheme]);
  useTitle();
  const [overlay, setOverlay] = useState<"palette" | "keys" | null>(null);
  const client = useClient();
  const navigator = useNavigator();
  const { place } = navigator;
  const jump = () => setOverlay("palette");
  const close = () => setOverlay(null);
  useShortcuts({ client, navigator, jump, explain: () => setOverlay("keys") });
  // On a phone there is room for one of the two: the sidebar is the page's beginning.
  const isNarrow = useNarrow();
  const showsList = isNarrow && place === null;
  const sidebar = <Sidebar isPage={showsList} onJump={jump} />;
  return (
    <div className={styles["app"]}>
      {!isNarrow && sidebar}
      <main className={styles["main"]}>
        <ConnectionBar />
        {showsList ? sidebar : <Screen />}
      </main>
      <Suspense>
        {overlay === "palette" && <Palette onClose={close} />}
        {overlay === "keys" && <ShortcutSheet onClose={close} />}
      </Suspense>
      <Toasts />
    </div>
  );
}
