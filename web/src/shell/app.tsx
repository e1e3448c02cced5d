import { type ComponentProps, Suspense, useCallback, useEffect, useState, useMemo, type ReactNode } from "react";
import type { Client } from "../client/connection/client.ts";
import { CollapsedSidebar } from "../features/sidebar/collapsed-sidebar.tsx";
import { Sidebar } from "../features/sidebar/sidebar.tsx";
import { applyColourScheme, applyTypography } from "../base/theme/theme.ts";
import { ToastsAndTooltips } from "../base/ui/overlays/toasts.tsx";
import { ClientProvider, useClient } from "../hooks/context/client-context.tsx";
import { OverlayProvider, useOpenOverlay } from "../hooks/context/overlay-context.tsx";
import { NavigatorProvider, useNavigator } from "../hooks/navigation/navigator.tsx";
import { ScreensProvider } from "../hooks/screens/screens-context.tsx";
import { loadScreenPages } from "../hooks/screens/screen.ts";
import { routes, screens } from "../screens/index.ts";
import { KeystrokeBuffer } from "../hooks/interaction/keystroke-buffer.tsx";
import { usePersistedChoice } from "../hooks/use-persisted-choice.ts";
import { useIsNarrowScreen } from "../hooks/interaction/use-is-narrow-screen.ts";
import { useClientState } from "../hooks/use-store.ts";
import styles from "./app.module.css";
import { ConnectionBar } from "./connection-bar.tsx";
import { Screen } from "./screen.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useSwipeBack } from "./use-swipe-back.ts";
import { WindowTitle } from "./window-title.tsx";
import { lazyComponent } from "../base/ui/loading/lazy-component.tsx";
import { type OverlayOpeners, OverlayOpenersProvider } from "../hooks/context/openers-context.tsx";

const ProfileCard = lazyComponent(async () => (await import("../features/profile/profile-card.tsx")).ProfileCard);
const Lightbox = lazyComponent(async () => (await import("../features/lightbox/lightbox.tsx")).Lightbox);
const VideoPlayer = lazyComponent(async () => (await import("../features/lightbox/video-player.tsx")).VideoPlayer);

/** Provides the functions that open profile cards, images and videos. */
function AppOverlayOpeners({ children }: { children: ReactNode }) {
  const show = useOpenOverlay();
  const openers = useMemo(
    (): OverlayOpeners => ({
      openProfile: (userId, beside) => show((close) => <ProfileCard userId={userId} beside={beside} onClose={close} />),
      openImage: (image) => show((close) => <Lightbox image={image} onClose={close} />),
      openVideo: (video) => show((close) => <VideoPlayer video={video} onClose={close} />),
    }),
    [show],
  );
  return <OverlayOpenersProvider value={openers}>{children}</OverlayOpenersProvider>;
}

/**
 * Limits the page to the visible height (`--seen`), so that the composer stays above a phone's keyboard even in
 * browsers whose keyboard overlaps the page.
 */
function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    const fit = () => {
      // A zoomed page shows only a part, but its height is unchanged.
      if (visualViewport.scale > 1.01) return;
      document.documentElement.style.setProperty("--seen", `${visualViewport.height}px`);
      // Such browsers scroll the whole page to reveal the field, which is already in view.
      if (window.scrollY > 0) window.scrollTo(0, 0);
    };
    // Not called initially: nothing covers a page that opens, and the browser would have to compute layout and styles
    // once more.
    visualViewport.addEventListener("resize", fit);
    return () => visualViewport.removeEventListener("resize", fit);
  }, []);
}

const Palette = lazyComponent(async () => {
  const [{ Palette: Loaded }, pages] = await Promise.all([
    import("../features/palette/palette.tsx"),
    loadScreenPages(screens),
  ]);
  return (props: Omit<ComponentProps<typeof Loaded>, "screens">) => <Loaded {...props} screens={pages} />;
});

const ShortcutSheet = lazyComponent(async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet);

/** The whole page of a logged-in user. */
export const App = ({ client }: { client: Client }) => (
  <ClientProvider client={client}>
    <ScreensProvider value={screens}>
      <NavigatorProvider routes={routes}>
        <OverlayProvider>
          <AppOverlayOpeners>
            <AppFrame />
          </AppOverlayOpeners>
        </OverlayProvider>
      </NavigatorProvider>
    </ScreensProvider>
  </ClientProvider>
);

/** Applies the user's typography settings. */
function useTypography(): void {
  const web_font_size_px = useClientState((state) => state.user_settings?.web_font_size_px);
  const web_line_height_percent = useClientState((state) => state.user_settings?.web_line_height_percent);
  const high_contrast_mode = useClientState((state) => state.user_settings?.high_contrast_mode);
  useEffect(
    () => applyTypography({ web_font_size_px, web_line_height_percent, high_contrast_mode }),
    [web_font_size_px, web_line_height_percent, high_contrast_mode],
  );
}

function AppFrame() {
  const scheme = useClientState((state) => state.user_settings?.color_scheme);
  useEffect(() => applyColourScheme(scheme), [scheme]);
  useTypography();
  useVisibleHeight();
  const [overlay, setOverlay] = useState<"palette" | "keys" | null>(null);
  const client = useClient();
  const navigator = useNavigator();
  const { route } = navigator;
  const openPalette = useCallback(() => setOverlay("palette"), []);
  const close = () => setOverlay(null);
  const showShortcuts = () => setOverlay("keys");
  const [isHidden, setHidden] = usePersistedChoice("sidebar-hidden", false);
  const toggleSidebar = useCallback(() => setHidden(!isHidden), [setHidden, isHidden]);
  useShortcuts({ client, navigator, openPalette, showShortcuts, toggleSidebar });
  // A phone has space for only one of the two, so the sidebar is the start page.
  const isNarrow = useIsNarrowScreen();
  const showsList = isNarrow && route === null;
  const swipe = useSwipeBack(navigator.back);
  const showsRail = !isNarrow && isHidden;
  const sidebar = <Sidebar isPage={showsList} onJump={openPalette} onHide={isNarrow ? null : toggleSidebar} />;
  return (
    <div className={styles["app"]} data-hidden={showsRail || undefined}>
      <WindowTitle />
      {showsRail && <CollapsedSidebar onShow={toggleSidebar} />}
      {!isNarrow && !isHidden && sidebar}
      <main className={styles["main"]} {...(isNarrow && !showsList ? swipe : {})}>
        <ConnectionBar />
        {showsList ? sidebar : <Screen />}
      </main>
      <Suspense fallback={<KeystrokeBuffer />}>
        {overlay === "palette" && (
          <Palette onClose={close} showShortcuts={showShortcuts} toggleSidebar={toggleSidebar} />
        )}
      </Suspense>
      <Suspense>{overlay === "keys" && <ShortcutSheet onClose={close} />}</Suspense>
      <ToastsAndTooltips />
    </div>
  );
}
