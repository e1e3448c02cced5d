import { Suspense, useCallback, useEffect, useState } from "react";
import type { Client } from "../client/connection/client.ts";
import { Rail } from "../features/sidebar/collapsed-sidebar.tsx";
import { Sidebar } from "../features/sidebar/sidebar.tsx";
import { applyColourScheme, applyType } from "../base/theme/theme.ts";
import { Sayings } from "../base/ui/overlays/toasts.tsx";
import { ClientProvider, useClient } from "../hooks/context/client-context.tsx";
import { OverlayProvider } from "../hooks/context/overlay-context.tsx";
import { NavigatorProvider, useNavigator } from "../hooks/navigation/navigator.tsx";
import { TypedAhead } from "../hooks/interaction/keystroke-buffer.tsx";
import { useKept } from "../hooks/use-persisted-choice.ts";
import { useNarrow } from "../hooks/interaction/use-is-narrow-screen.ts";
import { useKnown } from "../hooks/use-store.ts";
import styles from "./app.module.css";
import { ConnectionBar } from "./connection-bar.tsx";
import { OpenersOverPage } from "./openers.tsx";
import { Screen } from "./screen.tsx";
import { useSeenHeight } from "./use-seen-height.ts";
import { useShortcuts } from "./shortcuts.ts";
import { useSwipeBack } from "./use-swipe-back.ts";
import { Title } from "./window-title.tsx";
import { late } from "../base/ui/loading/lazy-component.tsx";

const Palette = late(async () => (await import("../features/palette/palette.tsx")).Palette);

const ShortcutSheet = late(async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet);

/** The whole page of somebody who is signed in. */
export const App = ({ client }: { client: Client }) => (
  <ClientProvider client={client}>
    <NavigatorProvider>
      <OverlayProvider>
        <OpenersOverPage>
          <Frame />
        </OpenersOverPage>
      </OverlayProvider>
    </NavigatorProvider>
  </ClientProvider>
);

/** Has type look as the person chose. */
function useType(): void {
  const web_font_size_px = useKnown((state) => state.user_settings?.web_font_size_px);
  const web_line_height_percent = useKnown((state) => state.user_settings?.web_line_height_percent);
  const high_contrast_mode = useKnown((state) => state.user_settings?.high_contrast_mode);
  useEffect(
    () => applyType({ web_font_size_px, web_line_height_percent, high_contrast_mode }),
    [web_font_size_px, web_line_height_percent, high_contrast_mode],
  );
}

function Frame() {
  const scheme = useKnown((state) => state.user_settings?.color_scheme);
  useEffect(() => applyColourScheme(scheme), [scheme]);
  useType();
  useSeenHeight();
  const [overlay, setOverlay] = useState<"palette" | "keys" | null>(null);
  const client = useClient();
  const navigator = useNavigator();
  const { place } = navigator;
  const jump = useCallback(() => setOverlay("palette"), []);
  const close = () => setOverlay(null);
  const explain = () => setOverlay("keys");
  const [isHidden, setHidden] = useKept("sidebar-hidden", false);
  const toggleSidebar = useCallback(() => setHidden(!isHidden), [setHidden, isHidden]);
  useShortcuts({ client, navigator, jump, explain, toggleSidebar });
  // On a phone there is room for one of the two: the sidebar is the page's beginning.
  const isNarrow = useNarrow();
  const showsList = isNarrow && place === null;
  const swipe = useSwipeBack(navigator.back);
  const showsRail = !isNarrow && isHidden;
  const sidebar = <Sidebar isPage={showsList} onJump={jump} onHide={isNarrow ? null : toggleSidebar} />;
  return (
    <div className={styles["app"]} data-hidden={showsRail || undefined}>
      <Title />
      {showsRail && <Rail onShow={toggleSidebar} />}
      {!isNarrow && !isHidden && sidebar}
      <main className={styles["main"]} {...(isNarrow && !showsList ? swipe : {})}>
        <ConnectionBar />
        {showsList ? sidebar : <Screen />}
      </main>
      <Suspense fallback={<TypedAhead />}>
        {overlay === "palette" && <Palette onClose={close} explain={explain} toggleSidebar={toggleSidebar} />}
      </Suspense>
      <Suspense>{overlay === "keys" && <ShortcutSheet onClose={close} />}</Suspense>
      <Sayings />
    </div>
  );
}
