import { useEffect, useState } from "react";
import type { Decision, Verdict } from "@parlance/contract/notifications/notification-decision.ts";
import { pushStanding, type PushStanding } from "../../client/connection/service-worker.ts";
import { isAudible } from "../../features/notifications/should-play-sound.ts";
import { openDesk } from "../../features/notifications/desktop-notification.ts";
import { play } from "../../features/notifications/notification-sound.ts";
import { type Being, type Coming, tryOut } from "../../features/notifications/notification-preview.ts";
import { isLeftInPeace } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Choice, type Option } from "../../base/ui/forms/choice-fields.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Part, Quiet, Row } from "../../base/ui/page.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { durationOf } from "../../base/words/en/durations.ts";

const said = words.notices;

/** Shows what one's settings would make of a message. */
export function NoticeTrial() {
  const [coming, setComing] = useState<Coming>("direct");
  const [being, setBeing] = useState<Being>("here");
  const now = useNow();
  const settings = useKnown((state) => state.user_settings);
  const isQuiet = useKnown((state) => isLeftInPeace(state, now));
  const standing = useStanding(being);
  if (!settings) return null;
  const decision = tryOut(coming, being, settings, isQuiet);
  const browser = browserSays(decision.browser, being, standing);
  const { browser: verdict } = decision;
  const sound =
    browser.isTold && being === "here" && verdict.isTold && isAudible(settings, verdict.why, null)
      ? settings.notification_sound
      : "none";
  return (
    <Part title={said.trial}>
      <Quiet>{said.trialMore}</Quiet>
      <Row>
        <Choice label={said.comes} options={said.coming as Option<Coming>[]} value={coming} onChange={setComing} />
        <Choice label={said.whereabouts} options={said.being as Option<Being>[]} value={being} onChange={setBeing} />
      </Row>
      <Outcomes
        browser={browser.text}
        sound={sound}
        decision={decision}
        wait={durationOf(settings.email_notifications_batching_period_seconds)}
      />
      <Row>
        <Button isDisabled={!browser.isTold || being === "away"} onPress={() => show(coming, sound)}>
          {said.showIt}
        </Button>
      </Row>
    </Part>
  );
}

interface OutcomesProps {
  readonly browser: string;
  /** Its name; `none`: nothing is heard. */
  readonly sound: string;
  readonly decision: Decision;
  /** How long letters wait. */
  readonly wait: string;
}

const Outcomes = ({ browser, sound, decision: { phone, mail }, wait }: OutcomesProps) => (
  <div role="status">
    <Lines>
      <LineItem title={said.would.browser} note={browser} isNoteWhole />
      <LineItem
        title={said.would.sound}
        note={sound === "none" ? said.doesNot.silent : said.does.sound(said.sounds[sound] ?? sound)}
      />
      <LineItem title={said.would.phone} note={phone.isTold ? said.does.phone : why(phone)} isNoteWhole />
      <LineItem title={said.would.mail} note={mail.isTold ? said.does.mail(wait) : why(mail)} isNoteWhole />
    </Lines>
  </div>
);

const why = (verdict: Extract<Verdict, { readonly isTold: false }>): string =>
  (said.doesNot as Readonly<Record<string, string>>)[verdict.why] ?? said.doesNot.other;

/** What this browser does, as far as it may. */
function browserSays(verdict: Verdict, being: Being, standing: PushStanding) {
  if (!verdict.isTold) return { isTold: false, text: why(verdict) };
  const mayShow = "Notification" in window && Notification.permission === "granted";
  if (!mayShow) return { isTold: false, text: said.doesNot.blocked };
  if (being === "here") return { isTold: true, text: said.does.browser };
  return standing === "on"
    ? { isTold: true, text: said.does.browserAway }
    : { isTold: false, text: said.doesNot.notAway };
}

/** Asked anew when it matters: the part above changes it. */
function useStanding(being: Being): PushStanding {
  const [standing, setStanding] = useState<PushStanding>("none");
  useEffect(() => {
    void pushStanding().then(setStanding);
  }, [being]);
  return standing;
}

/** Does as if it had come. */
function show(coming: Coming, sound: string): void {
  const { sender, topic, channel, text } = said.example;
  if (sound !== "none") play(sound);
  openDesk().show({
    type: "message",
    message_id: 0,
    title: coming === "direct" ? sender : said.topic(channel, topic),
    body: coming === "direct" ? text : said.said(sender, text),
    url: location.href,
    time: Math.floor(Date.now() / 1000),
  });
}
