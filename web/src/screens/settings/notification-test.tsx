import { useEffect, useState } from "react";
import type { NotificationDecision, CarrierDecision } from "@parlance/contract/notifications/notification-decision.ts";
import { getPushState, type PushState } from "../../client/connection/service-worker.ts";
import { shouldPlaySound } from "../../features/notifications/should-play-sound.ts";
import { createDesktopNotifications } from "../../features/notifications/desktop-notification.ts";
import { playNotificationSound } from "../../features/notifications/notification-sound.ts";
import {
  type UserActivity,
  type PreviewedMessage,
  previewDecision,
} from "../../features/notifications/notification-preview.ts";
import { isDoNotDisturbActive } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { SelectField, type Option } from "../../base/ui/forms/choice-fields.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { durationOf } from "../../base/words/en/durations.ts";

const strings = words.notifications;

/** Shows which notifications a message would cause with the user's current settings. */
export function NotificationTest() {
  const [message, setMessage] = useState<PreviewedMessage>("direct");
  const [being, setBeing] = useState<UserActivity>("here");
  const now = useNow();
  const settings = useClientState((state) => state.user_settings);
  const isQuiet = useClientState((state) => isDoNotDisturbActive(state, now));
  const pushState = usePushState(being);
  if (!settings) return null;
  const decision = previewDecision(message, being, settings, isQuiet);
  const browser = browserOutcome(decision.browser, being, pushState);
  const { browser: verdict } = decision;
  const sound =
    browser.isNotified && being === "here" && verdict.isNotified && shouldPlaySound(settings, verdict.reason, null)
      ? settings.notification_sound
      : "none";
  return (
    <PageSection title={strings.trial}>
      <SecondaryText>{strings.trialMore}</SecondaryText>
      <Row>
        <SelectField
          label={strings.comes}
          options={strings.coming as Option<PreviewedMessage>[]}
          value={message}
          onChange={setMessage}
        />
        <SelectField
          label={strings.whereabouts}
          options={strings.being as Option<UserActivity>[]}
          value={being}
          onChange={setBeing}
        />
      </Row>
      <NotificationOutcomes
        browser={browser.text}
        sound={sound}
        decision={decision}
        wait={durationOf(settings.email_notifications_batching_period_seconds)}
      />
      <Row>
        <Button
          isDisabled={!browser.isNotified || being === "away"}
          onPress={() => showTestNotification(message, sound)}
        >
          {strings.showIt}
        </Button>
      </Row>
    </PageSection>
  );
}

interface NotificationOutcomesProps {
  readonly browser: string;
  /** Name of the notification sound, or `none`. */
  readonly sound: string;
  readonly decision: NotificationDecision;
  /** The delay before an email is sent, as text. */
  readonly wait: string;
}

const NotificationOutcomes = ({ browser, sound, decision: { phone, mail }, wait }: NotificationOutcomesProps) => (
  <div role="status">
    <ItemList>
      <ItemRow title={strings.would.browser} note={browser} wrapsNote />
      <ItemRow
        title={strings.would.sound}
        note={sound === "none" ? strings.doesNot.silent : strings.does.sound(strings.sounds[sound] ?? sound)}
      />
      <ItemRow
        title={strings.would.phone}
        note={phone.isNotified ? strings.does.phone : suppressionReason(phone)}
        wrapsNote
      />
      <ItemRow
        title={strings.would.mail}
        note={mail.isNotified ? strings.does.mail(wait) : suppressionReason(mail)}
        wrapsNote
      />
    </ItemList>
  </div>
);

const suppressionReason = (verdict: Extract<CarrierDecision, { readonly isNotified: false }>): string =>
  (strings.doesNot as Readonly<Record<string, string>>)[verdict.reason] ?? strings.doesNot.other;

/** Returns what this browser would do. Considers whether the user has allowed notifications in this browser. */
function browserOutcome(verdict: CarrierDecision, being: UserActivity, pushState: PushState) {
  if (!verdict.isNotified) return { isNotified: false, text: suppressionReason(verdict) };
  const mayShow = "Notification" in window && Notification.permission === "granted";
  if (!mayShow) return { isNotified: false, text: strings.doesNot.blocked };
  if (being === "here") return { isNotified: true, text: strings.does.browser };
  return pushState === "on"
    ? { isNotified: true, text: strings.does.browserAway }
    : { isNotified: false, text: strings.doesNot.notAway };
}

/**
 * Returns the state of push notifications in this browser. Reads it again when `being` changes, because the user may
 * have changed it in another section of the page.
 */
function usePushState(being: UserActivity): PushState {
  const [pushState, setPushState] = useState<PushState>("none");
  useEffect(() => {
    void getPushState().then(setPushState);
  }, [being]);
  return pushState;
}

/** Shows the notification of an example message. */
function showTestNotification(message: PreviewedMessage, sound: string): void {
  const { sender, topic, channel, text } = strings.example;
  if (sound !== "none") playNotificationSound(sound);
  createDesktopNotifications().show({
    type: "message",
    message_id: 0,
    title: message === "direct" ? sender : strings.topic(channel, topic),
    body: message === "direct" ? text : strings.said(sender, text),
    url: location.href,
    time: Math.floor(Date.now() / 1000),
  });
}
