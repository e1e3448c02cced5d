import { isIPv6 } from "node:net";

const IPV4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the address that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, which a
 * provider assigns to one customer.
 */
export function clientNetwork(ip: string): string {
  if (!ip.includes(":")) return ip;
  const mapped = IPV4_MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  // The URL parser returns the shortest spelling of an address. The network consists of the first four groups of the
  // full spelling.
  const [head = "", tail] = new URL(`http://[${ip.split("%")[0]}]`).hostname.slice(1, -1).split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => "0");
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
