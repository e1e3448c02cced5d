import { useEffect, useState } from "react";
import { useClient } from "./context/client-context.tsx";

/** The time by the server's clock, in milliseconds since 1970, told anew after each so many seconds. */
export function useNow(seconds = 60): number {
  const client = useClient();
  const [now, setNow] = useState(client.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(client.now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [client, seconds]);
  return now;
}
