import { INDEFINITE_PAUSE_SECONDS } from "@parlance/contract/entities/quiet-hours.ts";
import type { Client, Outcome } from "../connection/client.ts";
import { changeSettings } from "./change-settings.ts";

/** Is not disturbed until a moment, in milliseconds since 1970; null: until one takes it back. */
export const pauseNotificationsUntil = (client: Pick<Client, "change">, moment: number | null): Promise<Outcome> =>
  changeSettings(client, {
    do_not_disturb_until: moment === null ? INDEFINITE_PAUSE_SECONDS : Math.floor(moment / 1000),
  });

/** Is disturbed again. */
export const resumeNotifications = (client: Pick<Client, "change">): Promise<Outcome> =>
  changeSettings(client, { do_not_disturb_until: 0 });
