import { BlockList, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * IPv4 ranges outside of the public Internet (RFC 6890 and its registry), and the address at which one cloud provider
 * offers internal services to its machines.
 */
const INTERNAL_IPV4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32";
const GLOBAL_IPV6 = "2000::/3";
/**
 * Exceptions within the global IPv6 range: special protocols, 6to4 (which can contain any IPv4 address), and addresses
 * for documentation.
 */
const INTERNAL_IPV6 = "2001::/23 2001:db8::/32 2002::/16 3fff::/20";
/** Prefix with which IPv6-only networks reach IPv4 addresses. The last four bytes are the IPv4 address. */
const TRANSLATED = "64:ff9b::/96";

const internalIpv4 = createBlockList(INTERNAL_IPV4, "ipv4");
const globalIpv6 = createBlockList(GLOBAL_IPV6, "ipv6");
const internalIpv6 = createBlockList(INTERNAL_IPV6, "ipv6");
const translated = createBlockList(TRANSLATED, "ipv6");

function createBlockList(subnets: string, family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets.split(" ")) {
    const [address = "", bits] = subnet.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Returns whether an IP address is on the public Internet and does not belong to this machine. False for text that is
 * not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !internalIpv4.check(address, "ipv4") && !isOwnAddress(address);
  if (!isIPv6(address) || address.includes("%")) return false;
  if (translated.check(address, "ipv6")) return isPublicAddress(lastFourBytes(address));
  return globalIpv6.check(address, "ipv6") && !internalIpv6.check(address, "ipv6") && !isOwnAddress(address);
}

/** Returns the last four bytes of an IPv6 address as an IPv4 address. */
function lastFourBytes(address: string): string {
  // The canonical spelling in URLs has hexadecimal groups and omits the longest run of zeros.
  const groups = canonical(address).split(":").slice(-2);
  return groups
    .map((group) => Number.parseInt(group || "0", 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

const canonical = (address: string): string => new URL(`http://[${address}]/`).hostname.slice(1, -1);

/**
 * Returns whether an address belongs to this machine. Even if it is public, a connection from the machine itself
 * bypasses the machine's firewall.
 */
const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((own = []) =>
    own.some((one) => one.address === address || (one.family === "IPv6" && sameIpv6(one.address, address))),
  );

const sameIpv6 = (one: string, other: string): boolean =>
  isIPv6(other) && !one.includes("%") && canonical(one) === canonical(other);
