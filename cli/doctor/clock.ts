import { fail, type Finding, ok, warn } from "./finding.ts";

const CHECK = "clock";
const WARN_ABOVE_SECONDS = 5;
/** Codes of two-factor authentication and messages of identity providers are accepted with this difference. */
const FAIL_ABOVE_SECONDS = 30;
const ADVICE = "Synchronize the clocks of both machines, for example with systemd-timesyncd or chrony.";

/** The time of another machine, and when this machine requested it. */
interface ClockReading {
  /** Name of the other machine in the finding. */
  readonly source: string;
  readonly time: Date;
  /** Precision of the other machine's time, in milliseconds. */
  readonly precisionMs: number;
  readonly sentAt: Date;
  readonly receivedAt: Date;
}

/** Compares this machine's clock with that of another machine. */
export function checkClock({ source, time, precisionMs, sentAt, receivedAt }: ClockReading): Finding {
  const earliest = time.getTime();
  const ahead = Math.max(0, earliest - receivedAt.getTime());
  const behind = Math.max(0, sentAt.getTime() - (earliest + precisionMs));
  const seconds = Math.round((ahead + behind) / 1000);
  if (seconds <= WARN_ABOVE_SECONDS) return ok(CHECK, `agrees with that of ${source}`);
  const message = `${seconds} seconds ${ahead > 0 ? "behind" : "ahead of"} that of ${source}`;
  if (seconds <= FAIL_ABOVE_SECONDS) return warn(CHECK, message, ADVICE);
  return fail(CHECK, `${message}: two-factor codes and single sign-on can fail`, ADVICE);
}
