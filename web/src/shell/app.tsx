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

/** Makes the functions that open profile cards, images and videos available to the components below. */
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
 * Sets the height of the page (`--seen`) to the height that is visible. In browsers whose on-screen keyboard covers
 * part of the page, this keeps the composer above the keyboard.
 */
function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    const fit = () => {
      // If the user has zoomed in, only part of the page is visible, but the height of the page must not change.
      if (visualViewport.scale > 1.01) return;
      document.documentElement.style.setProperty("--seen", `${visualViewport.height}px`);
      // These browsers also scroll the whole page so that the focused field becomes visible. This is undone, because
      // the field is visible now.
      if (window.scrollY > 0) window.scrollTo(0, 0);
    };
    // `fit` is not called at first. When a page opens, no keyboard covers it, and the call would make the browser
    // compute styles and layout once more.
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

/** The whole page that a logged-in user sees. */
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
  // On a phone, there is space for either the sidebar or a screen. The sidebar is shown if the address contains no
  // route.
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
