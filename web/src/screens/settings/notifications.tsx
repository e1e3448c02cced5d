import { Page, PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import { NotificationSoundField } from "../../features/settings/notification-sound-field.tsx";
import { NotificationTable } from "../../features/settings/notification-table.tsx";
import { NotificationTest } from "./notification-test.tsx";
import { DoNotDisturbSettings } from "../../features/settings/quiet-hours.tsx";
import { SettingsSection } from "../../features/settings/setting-fields.tsx";
import { useEffect, useState } from "react";
import {
  subscribeToPush,
  unsubscribeFromPush,
  getPushState,
  type PushState,
} from "../../client/connection/service-worker.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { CheckboxField } from "../../base/ui/forms/choice-fields.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";

const strings = words.notifications;

type Permission = NotificationPermission | "unknown";

const currentPermission = (): Permission => ("Notification" in window ? Notification.permission : "unknown");

/** Shows whether notifications are enabled in this browser, with buttons that enable them. */
function BrowserNotifications() {
  const [permission, setPermission] = useState(currentPermission);
  const allow = async () => {
    await Notification.requestPermission();
    setPermission(currentPermission());
  };
  return (
    <PageSection title={strings.here}>
      {permission === "unknown" && <SecondaryText>{strings.unknown}</SecondaryText>}
      {permission === "denied" && <SecondaryText>{strings.blocked}</SecondaryText>}
      {permission === "default" && (
        <>
          <SecondaryText>{strings.notAsked}</SecondaryText>
          <Row>
            <Button variant="primary" onPress={() => void allow()}>
              {strings.allow}
            </Button>
          </Row>
        </>
      )}
      {permission === "granted" && <AllowedNotifications />}
    </PageSection>
  );
}

function AllowedNotifications() {
  const { pushState, isBusy, change } = usePushSubscription();
  return (
    <>
      <SecondaryText>{strings.allowed}</SecondaryText>
      {pushState === "none" ? (
        <SecondaryText>{strings.noAway}</SecondaryText>
      ) : (
        <CheckboxField
          isSelected={pushState === "on"}
          isDisabled={isBusy}
          hint={strings.awayHint}
          onChange={(isOn) => void change(isOn)}
        >
          {strings.away}
        </CheckboxField>
      )}
    </>
  );
}

/** Returns whether this browser receives push notifications while no page is open, and a function that changes this. */
function usePushSubscription() {
  const { call } = useClient();
  const [pushState, setPushState] = useState<PushState>("none");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void getPushState().then(setPushState);
  }, []);
  const change = async (isOn: boolean) => {
    setBusy(true);
    try {
      await (isOn ? subscribeToPush(call) : unsubscribeFromPush(call));
    } catch (error) {
      showToast({ text: strings.failed(error instanceof Error ? error.message : String(error)), isError: true });
    }
    setPushState(await getPushState());
    setBusy(false);
  };
  return { pushState, isBusy, change };
}

/** Page with the notification settings. */
export const Notifications = () => (
  <Page>
    <BrowserNotifications />
    <NotificationTable />
    <NotificationSoundField />
    <NotificationTest />
    <DoNotDisturbSettings />
    <SettingsSection part={words.settings.parts.notices} />
    <SettingsSection part={words.settings.parts.letters} />
  </Page>
);
