import { INDEFINITE_PAUSE_SECONDS } from "@parlance/contract/entities/quiet-hours.ts";
import type { Client, Outcome } from "../connection/client.ts";
import { changeSettings } from "./change-settings.ts";

/** Turns on Do not disturb until a time in milliseconds since 1970, or, for null, until the user turns it off. */
export const pauseNotificationsUntil = (client: Pick<Client, "change">, moment: number | null): Promise<Outcome> =>
  changeSettings(client, {
    do_not_disturb_until: moment === null ? INDEFINITE_PAUSE_SECONDS : Math.floor(moment / 1000),
  });

/** Turns off Do not disturb. */
export const resumeNotifications = (client: Pick<Client, "change">): Promise<Outcome> =>
  changeSettings(client, { do_not_disturb_until: 0 });
