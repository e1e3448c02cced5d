import { resumeNotifications } from "../../client/actions/pause-notifications.ts";
import { changeSettings } from "../../client/actions/change-settings.ts";
import { signOut } from "../../client/connection/sign-out.ts";
import type { Client } from "../../client/connection/client.ts";
import { markReadWithUndo } from "../messages/message/actions/mark-read-with-undo.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { pausedUntil } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { allUnreadIds } from "../../client/replica/selectors/unread/unread-ids.ts";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import type { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { words } from "../../base/words/index.ts";
import { createEntry, type PaletteEntry } from "./palette-entries.ts";

const DoNotDisturbDialog = lazyComponent(
  async () => (await import("../notifications/pause-dialog.tsx")).DoNotDisturbDialog,
);
const StatusDialog = lazyComponent(async () => (await import("../profile/status-dialog.tsx")).StatusDialog);

/** Actions on the page as a whole, independent of its content. */
export interface ShellActions {
  readonly showShortcuts: () => void;
  readonly toggleSidebar: () => void;
}

/** Returns the actions that the user can run from the palette. */
export function actionEntries(
  client: Client,
  show: ReturnType<typeof useOpenOverlay>,
  frame: ShellActions,
): PaletteEntry[] {
  const { actions } = words.palette;
  const { state, now } = client;
  const isPaused = pausedUntil(state.get(), now()) !== null;
  const isVisible = state.get().user_settings?.presence_enabled ?? true;
  const set = (changes: Parameters<typeof changeSettings>[1]) => () =>
    void changeSettings(client, changes).then(checkOutcome);
  const all: readonly (readonly [string, () => void])[] = [
    [actions.readAll, () => void markReadWithUndo(client, [...allUnreadIds(state.get())])],
    [words.people.setStatus, () => show((close) => <StatusDialog onClose={close} />)],
    isPaused
      ? [words.notifications.resume, () => void resumeNotifications(client).then(checkOutcome)]
      : [words.notifications.pause, () => show((close) => <DoNotDisturbDialog onClose={close} />)],
    [isVisible ? words.people.invisible : words.people.visible, set({ presence_enabled: !isVisible })],
    [actions.light, set({ color_scheme: 3 })],
    [actions.dark, set({ color_scheme: 2 })],
    [actions.asDevice, set({ color_scheme: 1 })],
    [actions.sidebar, frame.toggleSidebar],
    [actions.keys, frame.showShortcuts],
    [
      words.sidebar.signOut,
      () => void signOut(client).catch(() => showToast({ text: words.sidebar.notSignedOut, isError: true })),
    ],
  ];
  return all.map(([name, run]) =>
    createEntry({ key: `action ${name}`, kind: "action", name, note: words.palette.action, to: null, run }),
  );
}
