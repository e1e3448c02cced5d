import { useEffect, useMemo } from "react";
import type { Client } from "../../client/connection/client.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { useClient } from "../../hooks/context/client-context.tsx";

/** One says that one writes again after so long, in milliseconds, where the server does not say otherwise. */
const REPEAT_MS = 10_000;
const IDLE_MS = 5_000;

/** Tells others that one writes to them, as far as one lets them know. */
export function useTyping(to: Destination | null): { readonly typed: () => void; readonly stopped: () => void } {
  const client = useClient();
  const typing = useMemo(() => typingTo(client, to), [client, to]);
  useEffect(() => typing.stopped, [typing]);
  return typing;
}

function typingTo(client: Client, to: Destination | null) {
  let toldAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = () => {
    clearTimeout(timer);
    if (toldAt === 0 || !to) return;
    toldAt = 0;
    void tell(client, to, "stop");
  };
  const typed = () => {
    if (!to || !isWanted(client, to)) return;
    clearTimeout(timer);
    timer = setTimeout(stopped, IDLE_MS);
    const wait = client.state.get().server_typing_started_wait_period_milliseconds ?? REPEAT_MS;
    if (Date.now() - toldAt < wait) return;
    toldAt = Date.now();
    void tell(client, to, "start");
  };
  return { typed, stopped };
}

function isWanted({ state, me }: Client, to: Destination): boolean {
  const { user_settings } = state.get();
  if (to.kind === "topic") return user_settings?.send_stream_typing_notifications ?? true;
  return to.userIds[0] !== me && (user_settings?.send_private_typing_notifications ?? true);
}

async function tell({ call }: Client, to: Destination, op: "start" | "stop"): Promise<void> {
  const where =
    to.kind === "topic"
      ? ({ type: "stream", stream_id: to.channelId, topic: to.topic } as const)
      : ({ type: "direct", to: to.userIds } as const);
  // Nobody misses it where it cannot be told.
  await call("POST", "/typing", { op, ...where }).catch(() => undefined);
}
