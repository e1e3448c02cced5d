import { UNTIL_TAKEN_BACK } from "@parlance/contract/entities/quiet-hours.ts";
import type { Client, Outcome } from "../connection/client.ts";
import { setSettings } from "./change-settings.ts";

/** Is not disturbed until a moment, in milliseconds since 1970; null: until one takes it back. */
export const pauseUntil = (client: Pick<Client, "change">, moment: number | null): Promise<Outcome> =>
  setSettings(client, { do_not_disturb_until: moment === null ? UNTIL_TAKEN_BACK : Math.floor(moment / 1000) });

/** Is disturbed again. */
export const endPause = (client: Pick<Client, "change">): Promise<Outcome> =>
  setSettings(client, { do_not_disturb_until: 0 });
