import { useEffect, useState } from "react";
import { useClient } from "./context/client-context.tsx";

/**
 * Returns the server's time in milliseconds since 1970. The component is rendered again with the new time every
 * `seconds` seconds.
 */
export function useNow(seconds = 60): number {
  const client = useClient();
  const [now, setNow] = useState(client.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(client.now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [client, seconds]);
  return now;
}
