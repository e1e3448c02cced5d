import { Plus, X } from "lucide-react";
import { useState } from "react";
import { type QuietPeriod, formatQuietHours, parseQuietHours } from "@parlance/contract/entities/quiet-hours.ts";
import { resumeNotifications } from "../../client/actions/pause-notifications.ts";
import { changeSettings } from "../../client/actions/change-settings.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { ownTimeZone, pausedUntil } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";
import { useSetting } from "./setting-source.tsx";
import styles from "./quiet-hours.module.css";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const strings = words.notifications;

const DoNotDisturbDialog = lazyComponent(
  async () => (await import("../notifications/pause-dialog.tsx")).DoNotDisturbDialog,
);

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const DEFAULT_NIGHT_PERIOD: QuietPeriod = { days: new Set(DAYS), from: 22 * 60, to: 7 * 60 };

/** Settings for Do not disturb and for the weekly quiet hours. */
export const DoNotDisturbSettings = () => (
  <PageSection title={strings.quiet}>
    <SecondaryText>{strings.quietMore}</SecondaryText>
    <CurrentDoNotDisturb />
    <QuietHours isOwn />
  </PageSection>
);

function CurrentDoNotDisturb() {
  const client = useClient();
  const now = useNow();
  const show = useOpenOverlay();
  const until = useClientState((state) => pausedUntil(state, now));
  if (until === null) {
    return (
      <Row>
        <Button onPress={() => show((close) => <DoNotDisturbDialog onClose={close} />)}>{strings.pause}</Button>
      </Row>
    );
  }
  return (
    <Row>
      <span>{until === "good" ? strings.quietForGood : strings.quietOn(exactly(until))}</span>
      <Button variant="primary" onPress={() => void resumeNotifications(client).then(checkOutcome)}>
        {strings.resume}
      </Button>
    </Row>
  );
}

/** The weekly quiet hours: those of the user, or the default for new users. Each change is saved immediately. */
export function QuietHours({ isOwn }: { isOwn: boolean }) {
  const client = useClient();
  const { value, set } = useSetting("quiet_hours");
  const zone = useClientState((state) => state.user_settings?.timezone ?? "");
  const periods = parseQuietHours(String(value ?? "")) ?? [];
  const change = (next: readonly QuietPeriod[]) => {
    const hours = formatQuietHours(next);
    // The server applies the quiet hours in the user's time zone. If the user has not set one, the time zone of this
    // device is saved as well.
    const isZoneNew = isOwn && zone === "";
    const changing = isZoneNew ? changeSettings(client, { timezone: ownTimeZone(), quiet_hours: hours }) : set(hours);
    void changing.then(checkOutcome);
  };
  return (
    <>
      <h3 className={styles["title"]}>{strings.hours}</h3>
      {periods.length === 0 ? (
        <SecondaryText>{strings.hoursNone}</SecondaryText>
      ) : (
        <SecondaryText>{isOwn ? strings.zone(zone === "" ? ownTimeZone() : zone) : strings.zoneOfEach}</SecondaryText>
      )}
      {periods.map((period, index) => (
        <QuietPeriodFields
          key={index}
          period={period}
          onChange={(next) => change(periods.with(index, next))}
          onRemove={() => change(periods.toSpliced(index, 1))}
        />
      ))}
      <Row>
        <Button onPress={() => change([...periods, DEFAULT_NIGHT_PERIOD])}>
          <Plus size={16} aria-hidden />
          {strings.addHours}
        </Button>
      </Row>
    </>
  );
}

interface QuietPeriodFieldsProps {
  readonly period: QuietPeriod;
  readonly onChange: (period: QuietPeriod) => void;
  readonly onRemove: () => void;
}

function QuietPeriodFields({ period, onChange, onRemove }: QuietPeriodFieldsProps) {
  const { days, from, to } = period;
  const toggle = (day: number) => {
    const next = new Set(days);
    if (!next.delete(day)) next.add(day);
    if (next.size > 0) onChange({ ...period, days: next });
  };
  return (
    <fieldset className={styles["period"]}>
      <legend className="unseen">{strings.hours}</legend>
      <span className={styles["days"]}>
        {DAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.has(day)}
            className={styles["day"]}
            onClick={() => toggle(day)}
          >
            <span aria-hidden>{strings.shortDays[day - 1]}</span>
            <span className="unseen">{strings.days[day - 1]}</span>
          </button>
        ))}
      </span>
      <span className={styles["times"]}>
        <TimeField label={strings.from} minutes={from} onChange={(minutes) => onChange({ ...period, from: minutes })} />
        <TimeField label={strings.to} minutes={to} onChange={(minutes) => onChange({ ...period, to: minutes })} />
        <IconButton label={strings.removeHours} onPress={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      </span>
    </fieldset>
  );
}

interface TimeFieldProps {
  readonly label: string;
  /** Time of day, in minutes after midnight. */
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}

/**
 * A field for a time of day. Reports a change only when the field loses the focus, because a time that is not fully
 * typed is invalid.
 */
function TimeField({ label, minutes, onChange }: TimeFieldProps) {
  const known = formatClock(minutes);
  const [written, setWritten] = useState({ known, text: known });
  const text = written.known === known ? written.text : known;
  const leave = () => {
    const [hour, minute] = text.split(":").map(Number);
    if (hour !== undefined && minute !== undefined && text !== known) onChange(hour * 60 + minute);
  };
  return (
    <label className={styles["time"]}>
      <span>{label}</span>
      <input
        type="time"
        value={text}
        onChange={({ target }) => setWritten({ known, text: target.value })}
        onBlur={leave}
      />
    </label>
  );
}

/** Formats a time given in minutes after midnight. 24:00, the end of a day, is shown as 00:00. */
const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
