import { endPause } from "../../client/actions/pause-notifications.ts";
import { setSettings } from "../../client/actions/change-settings.ts";
import { signOut } from "../../client/connection/sign-out.ts";
import type { Client } from "../../client/connection/client.ts";
import { readThese } from "../messages/message/actions/mark-read-with-undo.ts";
import { told } from "../../hooks/check-outcome.ts";
import { pausedUntil } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { allUnreadIds } from "../../client/replica/selectors/unread/unread-ids.ts";
import { late } from "../../base/ui/loading/lazy-component.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import type { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { words } from "../../base/words/index.ts";
import { entry, type PaletteEntry } from "./palette-entries.ts";

const PauseDialog = late(async () => (await import("../notifications/pause-dialog.tsx")).PauseDialog);
const StatusDialog = late(async () => (await import("../profile/status-dialog.tsx")).StatusDialog);

/** What the frame around the page does. */
export interface FrameActs {
  readonly explain: () => void;
  readonly toggleSidebar: () => void;
}

/** What one can do by its name, wherever one is. */
export function actionEntries(client: Client, show: ReturnType<typeof useOverlays>, frame: FrameActs): PaletteEntry[] {
  const { actions } = words.palette;
  const { state, now } = client;
  const isPaused = pausedUntil(state.get(), now()) !== null;
  const isVisible = state.get().user_settings?.presence_enabled ?? true;
  const set = (changes: Parameters<typeof setSettings>[1]) => () => void setSettings(client, changes).then(told);
  const all: readonly (readonly [string, () => void])[] = [
    [actions.readAll, () => void readThese(client, [...allUnreadIds(state.get())])],
    [words.people.setStatus, () => show((close) => <StatusDialog onClose={close} />)],
    isPaused
      ? [words.notices.resume, () => void endPause(client).then(told)]
      : [words.notices.pause, () => show((close) => <PauseDialog onClose={close} />)],
    [isVisible ? words.people.invisible : words.people.visible, set({ presence_enabled: !isVisible })],
    [actions.light, set({ color_scheme: 3 })],
    [actions.dark, set({ color_scheme: 2 })],
    [actions.asDevice, set({ color_scheme: 1 })],
    [actions.sidebar, frame.toggleSidebar],
    [actions.keys, frame.explain],
    [
      words.sidebar.signOut,
      () => void signOut(client).catch(() => say({ text: words.sidebar.notSignedOut, isProblem: true })),
    ],
  ];
  return all.map(([name, run]) =>
    entry({ key: `action ${name}`, kind: "action", name, note: words.palette.action, to: null, run }),
  );
}
